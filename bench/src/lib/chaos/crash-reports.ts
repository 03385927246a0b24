/** Node ends the report of an uncaught error with its version. */
const END = /^Node\.js v\d+.*$/m;

/** The complete reports of uncaught errors in a text, and the rest after the last one. */
export function splitCrashReports(text: string): { reports: string[]; rest: string } {
  const reports: string[] = [];
  let rest = text;
  for (let end = END.exec(rest); end !== null; end = END.exec(rest)) {
    reports.push(rest.slice(0, end.index).trim());
    rest = rest.slice(end.index + end[0].length);
  }
  return { reports, rest };
}
