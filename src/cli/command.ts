/** One command of `npm run broadsheet -- <name>`. */
export interface Command {
  /** Shown by `--help`. */
  readonly usage: string;
  /** Returns the exit code. */
  run(args: readonly string[]): Promise<number>;
}

/** The command line is wrong; the message is followed by the usage and exit code 2. */
export class UsageError extends Error {}
