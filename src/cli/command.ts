import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';

/** One command of `npm run broadsheet -- <name>`. */
export interface Command {
  /** Shown by `--help`. */
  readonly usage: string;
  /** Returns the exit code. */
  run(args: readonly string[]): Promise<number>;
}

/** Invalid arguments; the message is printed with the usage, with exit code 2. */
export class UsageError extends Error {}

/** Digests in base64url, which name links sent by mail, may begin with a hyphen. No option is as long. */
const digest = /^-[\w-]{42}$/;
/** Prefix that makes `parseArgs` treat a digest as a positional; no argument can contain it. */
const mark = '\0';

/** Splits arguments into options and positionals. Throws `UsageError` for unknown options and for missing or superfluous values. */
export function readWords<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  const marked = args.map((arg) => (digest.test(arg) ? mark + arg : arg));
  const { tokens } = parseArgs({
    args: marked,
    allowPositionals: true,
    options,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) throw new UsageError(`Unknown option ${rawName}. Use --help to list the options.`);
    if (option.type === 'boolean' && value !== undefined)
      throw new UsageError(`${rawName} takes no value, but got "${value}". See --help.`);
    if (option.type === 'boolean') continue;
    if (value === undefined) throw new UsageError(`${rawName} needs a value. See --help.`);
    const plainValue = value.replace(mark, '');
    if (!inlineValue && /^-./s.test(plainValue)) {
      throw new UsageError(
        `${rawName} needs a value, but ${plainValue} looks like an option. If it is the value, write ${rawName}=${plainValue}. See --help.`,
      );
    }
  }
  const { values, positionals } = parseArgs({ args: marked, allowPositionals: true, options });
  return { values, positionals: positionals.map((word) => word.replace(mark, '')) };
}
