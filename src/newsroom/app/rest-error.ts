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

/** A refusal that names the fields of a form by their labels instead of the parameters of REST. */
export function withLabels(error: RestError, labels: Readonly<Record<string, string>>): RestError {
  const faults = Object.fromEntries(
    Object.entries(error.faults).map(([name, message]) => {
      const [field = ''] = /^\w*/.exec(name) ?? [];
      const label = Object.hasOwn(labels, field) ? labels[field] : undefined;
      return [name, label === undefined ? message : labelled(message, name, label)];
    }),
  );
  const { status, code, theirs, existing } = error;
  const message = Object.values(faults).join(' ') || error.message;
  return new RestError(status, code, message, theirs, existing, faults);
}

/** Messages begin with the name, or with a noun and the name in quotation marks. */
const labelled = (message: string, name: string, label: string): string =>
  message.startsWith(`${name} `) || message.startsWith(`${name}:`)
    ? `“${label}”${message.slice(name.length)}`
    : message.replace(`The field "${name}"`, () => `“${label}”`);

/** No answer; a change may or may not have been applied. */
export const awayCode = 'away';

/** An answer by something else than the server, such as a proxy's page; a change may or may not have been applied. */
export const unreadableCode = 'unreadable';
