/** CPU time of this thread so far, milliseconds: other programs on the machine do not change it much. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
