/** 32-bit FNV-1a hash of a text, by code points. The low bits of the hashes of similar texts are alike. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
