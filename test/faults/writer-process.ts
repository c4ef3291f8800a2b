import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Database } from '../../src/kernel/db/open-database.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { endsWithUs } from '../harness/ends-with-us.ts';
import type { Written } from './write-until-killed.ts';

/** A process that writes at random (write-until-killed.ts), and its output. */
export interface WriterProcess {
  /** Acknowledged writes, the newest of each row. */
  readonly done: ReadonlyMap<string, Written>;
  errors(): string;
  /** Ends it by SIGKILL; returns the write that was announced but not acknowledged. */
  kill(): Promise<Written | undefined>;
}

const nameOf = ({ kind, id }: Written) => `${kind} ${id}`;

/** Starts a writer; the same seed writes the same data. */
export function startWriter(
  place: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>,
  seed: number,
): WriterProcess {
  const child = endsWithUs(
    spawn(
      process.execPath,
      [
        fileURLToPath(new URL('write-until-killed.ts', import.meta.url)),
        place.dataDir,
        place.databaseUrl ?? '',
        String(seed),
      ],
      {
        env: { PATH: process.env.PATH, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    ),
  );
  const done = new Map<string, Written>();
  let inFlight: Written | undefined;
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const lines = createInterface(child.stdout);
  lines.on('line', (line) => {
    const { word, ...written } = JSON.parse(line) as Written & { readonly word: 'begins' | 'done' };
    inFlight = word === 'begins' ? written : undefined;
    if (word !== 'done') return;
    done.set(nameOf(written), written);
    // Comments are deleted with their post.
    if (written.kind === 'post' && written.value === null)
      for (const [name, { of }] of done) if (of === written.id) done.delete(name);
  });
  const closed = once(lines, 'close');
  return {
    done,
    errors: () => errors,
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
      return inFlight;
    },
  };
}

/** Acknowledged writes that are missing; `inFlight` may be stored or not. */
export async function lostWrites(
  { read }: Database,
  done: ReadonlyMap<string, Written>,
  inFlight: Written | undefined,
): Promise<string[]> {
  const posts = new Map(
    (await read.selectFrom('post').select(['id', 'title']).execute()).map(({ id, title }) => [id, title]),
  );
  const comments = new Map(
    (await read.selectFrom('comment').select(['id', 'status']).execute()).map(({ id, status }) => [
      id,
      status,
    ]),
  );
  const terms = new Map(
    (await read.selectFrom('term').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]),
  );
  const media = new Map(
    (await read.selectFrom('media').select('post_id').execute()).map((row) => [row.post_id, null]),
  );
  const state = { post: posts, comment: comments, term: terms, media };
  return [...done.values()]
    .filter((written) => {
      const { kind, id, value } = written;
      if (
        inFlight &&
        (nameOf(inFlight) === nameOf(written) || (inFlight.kind === 'post' && inFlight.id === written.of))
      )
        return false;
      if (kind === 'media') return !media.has(id);
      const found: string | null | undefined = state[kind].get(id);
      return (found ?? null) !== value;
    })
    .map(
      (written) =>
        `${nameOf(written)} was acknowledged as ${written.value ?? 'deleted'} and is ${state[written.kind].get(written.id) ?? 'not there'}`,
    );
}
