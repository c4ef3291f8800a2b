/** What REST refused, in its own words. */
export class RestError extends Error {
  override name = 'RestError';
  readonly status: number;
  readonly code: string;
  /** Of a stale write: the thing as it is stored now. */
  readonly theirs: unknown;
  /** Of a name that is taken: the id of the term that has it. */
  readonly existing: number | undefined;
  constructor(status: number, code: string, message: string, theirs?: unknown, existing?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.theirs = theirs;
    this.existing = existing;
  }
}

/** Of what got no answer: whether a change was made before the server went, nobody knows. */
export const awayCode = 'away';

/** Of an answer that is not the server's: a page of a proxy, for example. Whether a change was made, nobody knows. */
export const unreadableCode = 'unreadable';
