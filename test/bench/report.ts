import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { InvalidInputError, messageOf } from '../../src/lib/errors.ts';
import { nginxBinary } from './nginx.ts';
import type { BenchOptions } from './options.ts';
import { printTable } from './table.ts';
import type { BenchRow } from './table.ts';

export interface MeasuredOn {
  readonly part: string;
  readonly database: string;
  /** Number of posts, or `demo` for parts that measure the demo. */
  readonly posts: number | 'demo';
}

export interface Report {
  add(on: MeasuredOn, row: BenchRow): void;
  /** Records a failure, printed at once and again after the figures. */
  fail(on: Omit<MeasuredOn, 'posts'>, error: unknown): void;
  print(): void;
  /** Whether all targets were met and nothing failed. */
  isGood(): boolean;
}

/**
 * A report whose JSON file is written from the start and after each figure, so that none is lost. Throws
 * `InvalidInputError` when the file can't be written.
 */
export function openReport(options: BenchOptions): Report {
  const [cpu] = cpus();
  const head = {
    date: new Date().toISOString(),
    commit: commitOf(),
    node: process.version,
    nginx: nginxVersion(),
    cpu: { model: cpu?.model.trim(), count: cpus().length },
    options,
    loadAtStart: loadavg(),
  };
  const rows: (MeasuredOn & BenchRow)[] = [];
  const failures: {
    readonly part: string;
    readonly database: string;
    readonly message: string;
    readonly stack?: string;
  }[] = [];
  const save = () =>
    writeFileSync(
      options.json,
      `${JSON.stringify({ ...head, loadAtEnd: loadavg(), rows, failures }, undefined, 2)}\n`,
    );
  const describe = ({ part, database, message }: (typeof failures)[number]) =>
    console.error(`FAILED: ${part} on ${database}: ${message}`);
  try {
    save();
  } catch (error) {
    throw new InvalidInputError(`--json: the results can't be written: ${messageOf(error)}`);
  }
  return {
    add: (on, row) => {
      rows.push({ ...on, ...row });
      save();
    },
    fail: ({ part, database }, error) => {
      const failure = {
        part,
        database,
        message: messageOf(error),
        stack: error instanceof Error ? error.stack : undefined,
      };
      failures.push(failure);
      save();
      describe(failure);
    },
    print: () => {
      printTable(rows);
      failures.forEach(describe);
      save();
      const missed = rows.filter(({ met }) => met === false).length;
      if (missed > 0) console.log(`\nTargets missed: ${missed}`);
      console.log(`\nResults written to ${options.json}`);
    },
    isGood: () => failures.length === 0 && rows.every(({ met }) => met !== false),
  };
}

/** With `-dirty` for modified files; undefined outside of a clone. */
function commitOf(): string | undefined {
  const { stdout, status } = spawnSync(
    'git',
    ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'],
    { cwd: new URL('.', import.meta.url), encoding: 'utf8' },
  );
  return status === 0 ? stdout.trim() : undefined;
}

function nginxVersion(): string | undefined {
  return nginxBinary && spawnSync(nginxBinary, ['-v'], { encoding: 'utf8' }).stderr.trim().split('/').at(-1);
}
