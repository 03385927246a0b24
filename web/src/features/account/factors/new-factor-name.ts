/** The proposed name of a new second factor: with a number if a factor has the name already, so that the user can tell them apart. */
export function newFactorName(name: string, factors: readonly { name: string }[]): string {
  const taken = new Set(factors.map((factor) => factor.name));
  let proposed = name;
  for (let number = 2; taken.has(proposed); number += 1) proposed = `${name} (${number})`;
  return proposed;
}
