import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../harness/random.ts';
import type { FuzzSite } from './fuzz-site.ts';
import { Grammar } from './grammar.ts';
import type { FuzzRequest } from './grammar.ts';
import { routeOf } from './routes.ts';
import { faultsOf } from './soundness.ts';
import type { FuzzReply } from './soundness.ts';

export interface FuzzOptions {
  readonly url: string;
  readonly site: FuzzSite;
  readonly seed: number;
  /** Called before each round with the number of requests so far; returns whether to continue. */
  readonly goOn: (requests: number) => boolean;
  /** Number of faults after which it stops; default 1. */
  readonly maxFaults?: number;
}

export interface FuzzResult {
  readonly requests: number;
  /** Each with its request, so that it can be repeated. */
  readonly faults: readonly string[];
  /** Requests by route (see routes.ts) and status. */
  readonly answers: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Slowest response in ms. */
  readonly slowestMs: number;
}

/** Concurrent requests: enough to interact, few enough to find the cause of a fault. */
const atOnce = 8;
/** Maximum response time in ms. */
const patienceMs = 15_000;
const roundsBetweenLooks = 50;

/**
 * Sends deterministic random requests, checks all responses, and checks that unchanged pages stay the same (cache
 * poisoning). The server must trust this proxy (TRUST_PROXY): many client addresses avoid rate limits.
 */
export async function runFuzz({ url, site, seed, goOn, maxFaults = 1 }: FuzzOptions): Promise<FuzzResult> {
  const grammar = new Grammar(seededRandom(seed), site, new URL(url).host);
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const faults: string[] = [];
  const answers = new Map<string, Map<number, number>>();
  let requests = 0;
  let slowestMs = 0;
  const count = (request: FuzzRequest, status: number) => {
    const route = routeOf(request);
    const statuses = answers.get(route) ?? new Map<number, number>();
    answers.set(route, statuses.set(status, (statuses.get(status) ?? 0) + 1));
  };
  const send = async (request: FuzzRequest, number: number): Promise<void> => {
    const began = performance.now();
    const reply = await sendRequest(url, agent, request).catch((error: unknown) => String(error));
    slowestMs = Math.max(slowestMs, performance.now() - began);
    if (typeof reply !== 'string') count(request, reply.status);
    const found = typeof reply === 'string' ? [reply] : faultsOf(request, reply);
    if (found.length > 0)
      faults.push(`seed ${seed}, request ${number}: ${found.join(', ')}\n  ${JSON.stringify(request)}`);
  };
  const look = async () =>
    Promise.all(
      unchanging.map(async (path) =>
        (
          await sendRequest(url, agent, { method: 'GET', path, headers: {}, body: undefined })
        ).body.toString(),
      ),
    );
  try {
    let before = await settled(look);
    for (let round = 1; faults.length < maxFaults && goOn(requests); round++) {
      const drawn = Array.from({ length: atOnce }, () => grammar.draw());
      await Promise.all(drawn.map((request, place) => send(request, requests + place + 1)));
      requests += drawn.length;
      if (round % roundsBetweenLooks !== 0) continue;
      const now = await look();
      for (const [place, path] of unchanging.entries()) {
        if (now[place] !== before[place]) {
          faults.push(
            `seed ${seed}, before request ${requests}: ${path} is another page than it was: ${difference(before[place] ?? '', now[place] ?? '')}`,
          );
        }
      }
      before = now;
    }
  } finally {
    agent.destroy();
  }
  return { requests, faults, answers, slowestMs };
}

function difference(before: string, now: string): string {
  let at = 0;
  while (before[at] === now[at]) at++;
  return [before, now]
    .map((text) => JSON.stringify(text.slice(Math.max(0, at - 80), at + 80)))
    .join(' became ');
}

/** The result once background work, such as related posts, has no effect any more. */
async function settled(look: () => Promise<string[]>): Promise<string[]> {
  let seen = await look();
  for (let same = 0; same < 4; ) {
    await sleep(250);
    const now = await look();
    same = now.join('\n') === seen.join('\n') ? same + 1 : 0;
    seen = now;
  }
  return seen;
}

const unchanging = [
  '/',
  '/comet-1/',
  '/comet-7/',
  '/behind/',
  '/category/science/',
  '/feed/',
  '/wp-sitemap.xml',
  '/robots.txt',
  '/nothing-is-here/',
  '/?s=comet',
  '/wp-json/wp/v2/posts',
];

function sendRequest(url: string, agent: Agent, request: FuzzRequest, retry = true): Promise<FuzzReply> {
  const { method, path, headers, body } = request;
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sending = httpRequest(
      { hostname, port, method, path: sendable(path), agent, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
        response.on('error', reject);
      },
    );
    sending.setTimeout(patienceMs, () => sending.destroy(new Error(`no answer in ${patienceMs} ms`)));
    // The server may close an idle connection just as it is reused; browsers retry then, too.
    sending.on('error', (error) =>
      sending.reusedSocket && retry ? resolve(sendRequest(url, new Agent(), request, false)) : reject(error),
    );
    sending.end(body);
  });
}

/** A valid HTTP path: others never reach Broadsheet's code (test/wire/hostile-input.test.ts sends such paths). */
const sendable = (path: string) => `/${path.replace(/[^\u0021-\u007e]/g, '').replace(/^\//, '')}`;
