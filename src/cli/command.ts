import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { messageOf } from '../lib/errors.ts';

/** One command of `npm run broadsheet -- <name>`. */
export interface Command {
  /** Shown by `--help`. */
  readonly usage: string;
  /** Returns the exit code. */
  run(args: readonly string[]): Promise<number>;
}

/** The command line is wrong; the message is followed by the usage and exit code 2. */
export class UsageError extends Error {}

/** Parts a command line into options and words; throws `UsageError` for options that are not among these. */
export function readWords<const Options extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}
