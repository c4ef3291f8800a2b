/** A fault that we expected and can explain; each surface (page, REST, AJAX, CLI) encodes it once. */
export class BroadsheetError extends Error {
  /** HTTP status that fits this fault. */
  readonly status: number;
  /** Machine-readable code, in WordPress' style (`rest_post_invalid_id`). */
  readonly code: string;

  constructor(status: number, code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.status = status;
    this.code = code;
  }
}

/** The named thing does not exist, or the asker may not know that it does. */
export class NotFoundError extends BroadsheetError {
  constructor(message: string, code = 'not_found') {
    super(404, code, message);
  }
}

/** The client sent something that we can't accept; the message names field, value and limit. */
export class InvalidInputError extends BroadsheetError {
  /** What is wrong with each field, where that is known. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, code = 'invalid_input', fields: Readonly<Record<string, string>> = {}) {
    super(400, code, message);
    this.fields = fields;
  }
}

/** Nobody is signed in, and this needs somebody. */
export class UnauthorizedError extends BroadsheetError {
  /** The capability that it takes, where one helps. */
  readonly capability: string | undefined;

  constructor(message: string, code = 'rest_not_logged_in', capability?: string) {
    super(401, code, message);
    this.capability = capability;
  }
}

/** Somebody is signed in (or nobody could be) and may not do this. */
export class ForbiddenError extends BroadsheetError {
  /** The capability that is missing, where one helps. */
  readonly capability: string | undefined;

  constructor(message: string, code = 'rest_forbidden', capability?: string) {
    super(403, code, message);
    this.capability = capability;
  }
}

/** The thing changed since the client read it. */
export class ConflictError extends BroadsheetError {
  constructor(message: string, code = 'conflict') {
    super(409, code, message);
  }
}

/** Something of this name or address is there already. */
export class ExistsError extends ConflictError {
  /** Id of the one that is there. */
  readonly existingId: number;

  constructor(message: string, code: string, existingId: number) {
    super(message, code);
    this.existingId = existingId;
  }
}

/** The thing was saved since the client read it: nothing is written, and both sides are there for a person to choose. */
export class StaleError extends ConflictError {
  /** What the client wants to save. */
  readonly mine: unknown;
  /** What is stored. */
  readonly theirs: unknown;

  constructor(message: string, sides: { readonly mine: unknown; readonly theirs: unknown }) {
    super(message, 'stale');
    this.mine = sides.mine;
    this.theirs = sides.theirs;
  }
}

/** The client asks faster than it may. */
export class TooManyRequestsError extends BroadsheetError {
  /** Seconds until it may ask again. */
  readonly retryAfter: number;
  constructor(message: string, retryAfter: number) {
    super(429, 'too_many_requests', message);
    this.retryAfter = retryAfter;
  }
}

/** The database or another part that we need does not answer. */
export class UnavailableError extends BroadsheetError {
  constructor(message: string, options?: ErrorOptions) {
    super(503, 'unavailable', message, options);
  }
}

/** What the site was set up with (an environment variable, a file of the data folder) is wrong; the message names it, its value and the fix. */
export class ConfigError extends BroadsheetError {
  constructor(message: string) {
    super(500, 'config', message);
  }
}

/** An import file can't be read on; the message says where and what to do. */
export class ImportError extends BroadsheetError {
  constructor(message: string, options?: ErrorOptions) {
    super(400, 'import', message, options);
  }
}

/** Says what went wrong, for logs and messages, whatever was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** A backup can't be written or read; the message says why and what to do. */
export class BackupError extends BroadsheetError {
  constructor(message: string, options?: ErrorOptions) {
    super(400, 'backup', message, options);
  }
}

/** Where faults that heal by themselves are written. */
export interface Log {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
