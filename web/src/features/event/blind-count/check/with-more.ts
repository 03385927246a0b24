/**
 * Appends the new checks of the server's answer to the open ones.
 * @param taken the server's answer, which contains the open checks too
 * @param answered the sids of answered checks, which the server may not have yet
 */
export function withMore<C extends { sid: string }>(
  open: readonly C[],
  taken: readonly C[],
  answered: ReadonlySet<string>,
): readonly C[] {
  const known = new Set([...answered, ...open.map(({ sid }) => sid)]);
  return [...open, ...taken.filter(({ sid }) => !known.has(sid))];
}
