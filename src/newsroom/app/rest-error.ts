/** A refusal by REST, with the server's message. */
export class RestError extends Error {
  override name = 'RestError';
  readonly status: number;
  readonly code: string;
  /** For a stale write: the stored version. */
  readonly theirs: unknown;
  /** For a taken name: the id of the existing term. */
  readonly existing: number | undefined;
  /** Messages by argument or field. */
  readonly faults: Readonly<Record<string, string>>;
  constructor(
    status: number,
    code: string,
    message: string,
    theirs?: unknown,
    existing?: number,
    faults: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.faults = faults;
    this.status = status;
    this.code = code;
    this.theirs = theirs;
    this.existing = existing;
  }
}

/** No answer; a change may or may not have been applied. */
export const awayCode = 'away';

/** An answer by something else than the server, such as a proxy's page; a change may or may not have been applied. */
export const unreadableCode = 'unreadable';
