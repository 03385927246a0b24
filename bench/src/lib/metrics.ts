/** A figure of the API from /api/metrics; NaN if it does not exist. Some figures count since the last request. */
export async function apiMetric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/api/metrics`)).text();
  return Number(new RegExp(`^${name}\\{process="api"\\} (\\S+)`, "m").exec(text)?.[1] ?? Number.NaN);
}
