import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InvalidationBus } from '../../src/kernel/db/invalidation.ts';
import { differs } from '../../src/site/cache/request-key.ts';
import { createPageCache } from '../../src/site/cache/page-cache.ts';
import type { PageCacheOptions, PageCache } from '../../src/site/cache/page-cache.ts';
import type { RenderedReply, SharedReply } from '../../src/site/cache/rendered-reply.ts';
import type { KeyedRequest } from '../../src/site/cache/request-key.ts';

export interface HttpReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

/** Sends one request on a new connection and decodes nothing. */
export function send(
  port: number,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const req = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: options.method ?? 'GET',
        agent: false,
        headers: options.headers ?? {},
      },
      (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('end', () => {
          const body = Buffer.concat(chunks);
          resolve({ status: res.statusCode ?? 0, headers: res.headers, body, text: body.toString() });
        });
        res.on('error', reject);
      },
    );
    req.on('error', reject);
    req.end(options.body);
  });
}

export function listen(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
}

/** 5 KB of text with `title`, stored under `tags`. */
export function page(title: string, reply: Partial<RenderedReply> = {}): RenderedReply {
  const body = `<!doctype html><title>${title}</title>${'<p>A paragraph that compresses well.</p>'.repeat(120)}`;
  return {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    body,
    tags: new Map([['post:1', 'primary']]),
    store: true,
    ...reply,
  };
}

/** A cache in front of a plain server, which renders misses with `render` through `respond`, or responds "personal". */
export interface CacheServer {
  readonly cache: PageCache;
  readonly bus: InvalidationBus;
  /** Keys rendered so far, in order, with a mark for phones. */
  readonly rendered: string[];
  readonly warnings: string[];
  /** Requests not served by the fast path. */
  misses: number;
  get(path: string, headers?: Record<string, string>, method?: string): Promise<HttpReply>;
  close(): Promise<void>;
}

export async function startCacheServer(
  render: (request: KeyedRequest) => RenderedReply | SharedReply | Promise<RenderedReply | SharedReply>,
  options: Partial<PageCacheOptions> = {},
): Promise<CacheServer> {
  const bus = new InvalidationBus();
  const rendered: string[] = [];
  const warnings: string[] = [];
  const cache = createPageCache({
    maxBytes: 4 * 1024 * 1024,
    settleMs: 0,
    bus,
    isPersonal: (cookie) => cookie.includes('session=signed'),
    onWarning: (message) => warnings.push(message),
    renderPage: async (pageRequest) => {
      rendered.push(pageRequest.device === 'phone' ? `${pageRequest.key} (phone)` : pageRequest.key);
      return render(pageRequest);
    },
    ...options,
  });
  const server = createServer((req, res) => {
    if (cache.answer(req, res)) return;
    started.misses++;
    const wanted = cache.requestOf(req);
    if (!wanted) return void res.end('personal');
    cache.respond(wanted).then(
      (answer) => (differs(answer.reply, req.headers) ? res.end('personal') : cache.send(req, res, answer)),
      (error: unknown) => {
        res.statusCode = 500;
        res.end(String(error));
      },
    );
  });
  const port = await listen(server);
  const started: CacheServer = {
    cache,
    bus,
    rendered,
    warnings,
    misses: 0,
    get: (path, headers = {}, method = 'GET') => send(port, path, { headers, method }),
    close: async () => {
      cache.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return started;
}
