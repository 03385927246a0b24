/**
 * Tells apart what the session wrote into the address and what came from there. The router delivers a written value
 * some renders later, and skips values that a newer one has replaced.
 */
export class SelectionEcho {
  #written: (number | null)[] = [];

  write(selected: number | null): void {
    this.#written.push(selected);
  }

  /** Whether the address has this value because the session wrote it. Tell it once for each change of the address. */
  isOwn(selected: number | null): boolean {
    const at = this.#written.indexOf(selected);
    this.#written = at < 0 ? [] : this.#written.slice(at + 1);
    return at >= 0;
  }
}
