/** A figure of the API's own from its /api/metrics; NaN when it has none of that name. Some count since they were asked for last. */
export async function apiMetric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/api/metrics`)).text();
  return Number(new RegExp(`^${name}\\{process="api"\\} (\\S+)`, "m").exec(text)?.[1] ?? Number.NaN);
}
