/** An expected error that can be explained; each surface (page, REST, AJAX, CLI) encodes it once. */
export class BroadsheetError extends Error {
  readonly status: number;
  /** Machine-readable code in WordPress' style (`rest_post_invalid_id`). */
  readonly code: string;

  constructor(status: number, code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.status = status;
    this.code = code;
  }
}

/** The resource does not exist, or the caller is not allowed to know that it does. */
export class NotFoundError extends BroadsheetError {
  constructor(message: string, code = 'not_found') {
    super(404, code, message);
  }
}

/** Invalid input; the message names field, value and limit. */
export class InvalidInputError extends BroadsheetError {
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, code = 'invalid_input', fields: Readonly<Record<string, string>> = {}) {
    super(400, code, message);
    this.fields = fields;
  }
}

/** The caller must log in first. */
export class UnauthorizedError extends BroadsheetError {
  readonly capability: string | undefined;

  constructor(message: string, code = 'rest_not_logged_in', capability?: string) {
    super(401, code, message);
    this.capability = capability;
  }
}

/** The user (or an anonymous caller) is not allowed to do this. */
export class ForbiddenError extends BroadsheetError {
  readonly capability: string | undefined;

  constructor(message: string, code = 'rest_forbidden', capability?: string) {
    super(403, code, message);
    this.capability = capability;
  }
}

/** The resource changed since the client read it. */
export class ConflictError extends BroadsheetError {
  constructor(message: string, code = 'conflict') {
    super(409, code, message);
  }
}

export class ExistsError extends ConflictError {
  readonly existingId: number;

  constructor(message: string, code: string, existingId: number) {
    super(message, code);
    this.existingId = existingId;
  }
}

/** The resource was saved since the client read it. Nothing is written; both versions are included for the user to choose. */
export class StaleError extends ConflictError {
  readonly mine: unknown;
  readonly theirs: unknown;

  constructor(message: string, sides: { readonly mine: unknown; readonly theirs: unknown }) {
    super(message, 'stale');
    this.mine = sides.mine;
    this.theirs = sides.theirs;
  }
}

export class TooManyRequestsError extends BroadsheetError {
  readonly retryAfter: number;
  constructor(message: string, retryAfter: number) {
    super(429, 'too_many_requests', message);
    this.retryAfter = retryAfter;
  }
}

/** The database or another required part does not respond. */
export class UnavailableError extends BroadsheetError {
  constructor(message: string, options?: ErrorOptions) {
    super(503, 'unavailable', message, options);
  }
}

/** The site's configuration (an environment variable, a file in the data folder) is wrong; the message names it, its value and the fix. */
export class ConfigError extends BroadsheetError {
  constructor(message: string) {
    super(500, 'config', message);
  }
}

/** An import file can't be read further; the message says where and what to do. */
export class ImportError extends BroadsheetError {
  constructor(message: string, options?: ErrorOptions) {
    super(400, 'import', message, options);
  }
}

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** A backup can't be written or read; the message says why and what to do. */
export class BackupError extends BroadsheetError {
  constructor(message: string, options?: ErrorOptions) {
    super(400, 'backup', message, options);
  }
}

/** Receives faults from which the server recovers by itself. */
export interface Log {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
