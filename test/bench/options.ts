import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { InvalidInputError } from '../../src/lib/errors.ts';

export interface BenchOptions {
  readonly databases: readonly string[];
  readonly posts: number;
  readonly importPosts: number;
  readonly parts: readonly string[];
  readonly json: string;
}

/** Parses the command line; undefined for `--help`. Throws `InvalidInputError`, or the error of `parseArgs`, for unknown options. */
export function readOptions(
  args: readonly string[],
  knownParts: readonly string[],
): BenchOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      database: { type: 'string', default: 'both' },
      posts: { type: 'string', default: '1500' },
      import: { type: 'string', default: '100000' },
      only: { type: 'string', default: knownParts.join(',') },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const databases = namesIn('--database', values.database, ['both', 'sqlite', 'postgres']);
  const name = `broadsheet-bench-${new Date().toISOString().replace(/\..*/, '').replaceAll(':', '-')}.json`;
  return {
    databases: databases.includes('both') ? ['sqlite', 'postgres'] : databases,
    posts: wholeNumber('--posts', values.posts, 1),
    importPosts: wholeNumber('--import', values.import, 0),
    parts: namesIn('--only', values.only, knownParts),
    json: values.json === undefined ? join(tmpdir(), name) : resolve(process.env.INIT_CWD ?? '', values.json),
  };
}

/** Known names separated by commas. Throws `InvalidInputError` with a list of them. */
export function namesIn(option: string, text: string, known: readonly string[]): string[] {
  const names = text.split(',').map((name) => name.trim());
  const wrong = names.find((name) => !known.includes(name));
  if (wrong !== undefined)
    throw new InvalidInputError(`${option}: unknown name "${wrong}". Known names: ${known.join(', ')}.`);
  return names;
}

function wholeNumber(option: string, text: string, least: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least))
    throw new InvalidInputError(`${option} must be a whole number of at least ${least}, not "${text}".`);
  return number;
}

/** Whether an error is caused by wrong arguments, so that its message suffices. */
export function isMistyped(error: unknown): error is Error {
  return (
    error instanceof InvalidInputError ||
    (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'))
  );
}
