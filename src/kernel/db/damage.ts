/**
 * Words of both databases for "what is on the disk is no database any more": SQLite's, and PostgreSQL's for data and indexes. A search table that is wrong
 * (`_VTAB`) can be made anew beside running readers.
 */
const damageCodes = /^(?:SQLITE_CORRUPT(?!_VTAB)|SQLITE_NOTADB|XX001$|XX002$)/;

/** Remembers that a query met damage, which nothing but a backup heals. */
export class DamageWatch {
  #found: string | undefined;

  /** What the first query that met damage was told; undefined as long as none did. */
  get found(): string | undefined {
    return this.#found;
  }

  /** Looks at the error of a query. */
  note(error: unknown): void {
    const { code, message } = error as { code?: string; message?: string };
    if (damageCodes.test(code ?? '')) this.#found ??= message ?? code;
  }
}
