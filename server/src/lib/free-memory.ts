/**
 * Frees a chunk's memory without garbage collection: V8 marks its whole heap for every 60 MB of such memory, which took half of the
 * CPU time of uploads and archives (ADR-053, ADR-012). A chunk that does not fill its memory may share it with other bytes, and is
 * left to V8.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
