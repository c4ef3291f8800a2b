import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { hostileSaves, refusedSaves } from '../fixtures/hostile-saves.ts';
import { percentile } from './load.ts';
import type { BenchSite } from './make-site.ts';
import { startServer, untilAtRest } from './processes.ts';
import { nonceOf, signIn } from './signed-in.ts';
import type { BenchRow } from './table.ts';

const runs = 5;
const size = 1_000_000;
/** Longest allowed task of the main thread in ms. */
const maxTaskMs = 100;

/** Longest delay of the server's event loop since the last call, in ms. */
async function maxDelay(server: ChildProcess): Promise<number> {
  server.send('longest');
  for (;;) {
    const [{ maxMs }] = (await once(server, 'message')) as [{ readonly maxMs?: number }]; // the server sends other messages, too
    if (maxMs !== undefined) return maxMs;
  }
}

/**
 * Ten hostile posts of 1 MB are published and opened, and one is refused for its nesting. Measures the main thread's
 * longest task. Throws on an unexpected response.
 */
export async function* measureSaves(site: BenchSite): AsyncGenerator<BenchRow> {
  const server = await startServer(site.env, new URL('loop-delay.mjs', import.meta.url));
  try {
    const author = await signIn(site, server, 'Hostile author', undefined, 'author');
    const nonce = await nonceOf(server, author);
    const save = async (kind: string, content: string, isRefused = false): Promise<string> => {
      const reply = await fetch(`${server.url}/wp-json/wp/v2/posts`, {
        method: 'POST',
        headers: { cookie: author.cookie, 'x-wp-nonce': nonce, 'content-type': 'application/json' },
        body: JSON.stringify({ title: `Hostile: ${kind}`, status: 'publish', content }),
      });
      const text = await reply.text();
      const expected = isRefused ? 400 : 201;
      if (reply.status !== expected)
        throw new Error(
          `Saving "${kind}" returned status ${reply.status} instead of ${expected}: ${text.slice(0, 200)}`,
        );
      return isRefused ? '' : (JSON.parse(text) as { readonly link: string }).link;
    };
    const read = async (kind: string, link: string) => {
      const reply = await fetch(link);
      await reply.arrayBuffer();
      if (reply.status !== 200) throw new Error(`The page of "${kind}" returned status ${reply.status}.`);
    };
    await save('warm-up', '<!-- wp:paragraph --><p>Warm-up</p><!-- /wp:paragraph -->');
    await untilAtRest(server.process.pid ?? 0);
    await maxDelay(server.process);
    const longest: number[] = [];
    const maxByKindLength = new Map<string, number>();
    for (let run = 0; run < runs; run++) {
      let longestOfRun = 0;
      for (const [kind, write] of Object.entries({ ...hostileSaves, ...refusedSaves })) {
        const link = await save(kind, write(size), Object.hasOwn(refusedSaves, kind));
        if (link !== '') await read(kind, link);
        await untilAtRest(server.process.pid ?? 0);
        const delay = await maxDelay(server.process);
        maxByKindLength.set(kind, Math.max(maxByKindLength.get(kind) ?? 0, delay));
        longestOfRun = Math.max(longestOfRun, delay);
      }
      longest.push(longestOfRun);
      yield {
        what: `run ${run + 1}: longest task of the main thread during ten hostile saves and a refused one`,
        value: longestOfRun,
        unit: 'ms',
        target: '',
      };
    }
    for (const [kind, delay] of maxByKindLength)
      yield { what: `longest task with ${kind}`, value: delay, unit: 'ms', target: '' };
    const median = percentile(
      longest.toSorted((a, b) => a - b),
      0.5,
    );
    yield {
      what: `longest task of the main thread during ten hostile saves and a refused one, median of ${runs} runs`,
      value: median,
      unit: 'ms',
      target: `≤ ${maxTaskMs} ms`,
      met: median <= maxTaskMs,
    };
  } finally {
    await server.stop();
  }
}
