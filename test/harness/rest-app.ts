import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect } from 'vitest';
import { createPortraitMaker } from '../../src/modules/portraits/portraits.ts';
import type { PortraitMaker } from '../../src/modules/portraits/portraits.ts';
import { createContent } from '../../src/modules/content/content.ts';
import type { Content } from '../../src/modules/content/content.ts';
import type { Actor } from '../../src/kernel/permission.ts';
import { ForbiddenError } from '../../src/lib/errors.ts';
import { createSearchClient } from '../../src/modules/search/search-client.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { installErrorHandler } from '../../src/site/http/error-handler.ts';
import { restPathOf } from '../../src/kernel/http/rest/rest-path.ts';
import { findActor } from '../../src/modules/users/roles.ts';
import type { RestSite } from '../../src/kernel/http/rest/rest-request.ts';
import { restRoutes } from '../../src/site/rest/rest-routes.ts';
import type { RestOptions } from '../../src/site/rest/rest-routes.ts';

/** JSON for assertions: any key, any index. */
export interface Json {
  readonly [key: string]: Json;
}

export interface RestResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  readonly json: Json;
  /** The body if it is a list, else empty. */
  readonly list: readonly Json[];
}

export interface RestApp {
  readonly app: () => FastifyInstance;
  readonly content: () => Content;
  readonly dataDir: string;
  readonly portraits: PortraitMaker;
  /** Requests a path below `/wp-json` (`/wp/v2/posts?…`), or any path after `=`. */
  get(path: string): Promise<RestResult>;
  /** The same as a user, by id. */
  getAs(userId: number, path: string): Promise<RestResult>;
  sendAs(userId: number, method: string, path: string, body?: unknown): Promise<RestResult>;
  send(
    method: string,
    path: string,
    more?: { readonly headers?: Record<string, string>; readonly payload?: string | Buffer },
  ): Promise<RestResult>;
  ids(path: string): Promise<number[]>;
  readonly faults: unknown[];
  readonly rendered: string[];
}

export const siteUrl = 'https://site.example';

/** Identifies the caller, in tests only. */
const actorHeader = 'x-test-actor';

const noBlocks: RestSite['blocks'] = { types: () => new Map(), render: async () => '' };

/** The REST routes on a test database; content is rendered as `<rendered>…</rendered>`. */
export function useRestApp(
  get: () => Database,
  blocks: RestSite['blocks'] = noBlocks,
  beside: Pick<RestOptions, 'fetchEmbeds' | 'sendPush' | 'mails' | 'health'> = {},
): RestApp {
  let app: FastifyInstance;
  let content: Content;
  const faults: unknown[] = [];
  const rendered: string[] = [];
  const render = (text: string) => {
    rendered.push(text);
    return `<rendered>${text}</rendered>`;
  };
  const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-rest-'));
  const portraits = createPortraitMaker(dataDir);
  beforeAll(async () => {
    const made = createContent(get(), siteUrl);
    content = { ...made, search: createSearchClient(get(), { inProcess: true }) };
    app = fastify({
      rewriteUrl: (request) => restPathOf(request.url ?? '/') ?? request.url ?? '/',
      logger: false,
    });
    installErrorHandler(app);
    app.addHook('onError', async (_request, _reply, error) => void faults.push(error));
    await app.register(restRoutes, {
      content,
      renderContents: async (posts) => posts.map(({ content: text }) => render(text)),
      renderText: async (_post, text) => render(text),
      actorOf: async ({ headers }) => {
        const actor = await findTestActor(get(), headers[actorHeader]);
        return actor && { actor };
      },
      blocks,
      dataDir,
      portraits,
      ...beside,
    });
    await app.ready();
  });
  afterAll(async () => {
    await app.close();
    await portraits.close();
    await content.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const send: RestApp['send'] = async (method, path, more = {}) => {
    const reply = await app.inject({
      method: method as 'GET',
      url: path.startsWith('=') ? path.slice(1) : `/wp-json${path}`,
      ...more,
    });
    const headers = Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [
        name,
        value === undefined ? undefined : String(value),
      ]),
    );
    const isJson = reply.body !== '' && !/zip|csv/.test(headers['content-type'] ?? '');
    const json = isJson ? reply.json<Json>() : {};
    return {
      status: reply.statusCode,
      headers,
      text: reply.body,
      json,
      list: Array.isArray(json) ? json : [],
    };
  };
  return {
    app: () => app,
    content: () => content,
    dataDir,
    portraits,
    faults,
    rendered,
    send,
    get: (path) => send('GET', path),
    getAs: (userId, path) => send('GET', path, { headers: { [actorHeader]: String(userId) } }),
    sendAs: (userId, method, path, body) =>
      send(method, path, {
        headers: {
          [actorHeader]: String(userId),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      }),
    ids: async (path) => {
      const { status, list, text } = await send('GET', path);
      expect(status, `${path}: ${text.slice(0, 300)}`).toBe(200);
      return list.map(({ id }) => Number(id));
    },
  };
}

async function findTestActor(
  database: Database,
  header: string | string[] | undefined,
): Promise<Actor | undefined> {
  if (header === 'forged') throw new ForbiddenError('Cookie check failed', 'rest_cookie_invalid_nonce');
  return typeof header === 'string' ? findActor(database.read, Number(header)) : undefined;
}
