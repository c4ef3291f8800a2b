import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';

/** One command of `npm run broadsheet -- <name>`. */
export interface Command {
  /** Shown by `--help`. */
  readonly usage: string;
  /** Returns the exit code. */
  run(args: readonly string[]): Promise<number>;
}

/** The command line is wrong; the message is followed by the usage and exit code 2. */
export class UsageError extends Error {}

/** What links of mails are named by: a digest in base64url may begin with a hyphen, and no option is as long. */
const digest = /^-[\w-]{42}$/;
/** Before such a word, so that it is taken for one; no argument of a program holds it. */
const mark = '\0';

/** Parts a command line into options and words; throws `UsageError` for options that are not among these, and for values that are missing or too many. */
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
    if (!option) throw new UsageError(`There is no option ${rawName}; --help names those that there are.`);
    if (option.type === 'boolean' && value !== undefined)
      throw new UsageError(`${rawName} takes no value, and got "${value}"; --help tells more.`);
    if (option.type === 'boolean') continue;
    if (value === undefined) throw new UsageError(`${rawName} needs a value after it; --help tells which.`);
    const given = value.replace(mark, '');
    if (!inlineValue && /^-./s.test(given)) {
      throw new UsageError(
        `${rawName} needs a value, and ${given} looks like an option: write ${rawName}=${given} if it is meant; --help tells more.`,
      );
    }
  }
  const { values, positionals } = parseArgs({ args: marked, allowPositionals: true, options });
  return { values, positionals: positionals.map((word) => word.replace(mark, '')) };
}
