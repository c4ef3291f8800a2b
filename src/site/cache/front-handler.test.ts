import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { send } from '../../../test/harness/cache-server.ts';
import { InvalidationBus } from '../../kernel/db/invalidation.ts';
import { addForms } from '../../kernel/http/forms.ts';
import { createFrontHandler, addBufferedBodies, publicCallOf } from './front-handler.ts';
import { createPageCache } from './page-cache.ts';
import type { PageCache } from './page-cache.ts';
import type { KeyedRequest } from './request-key.ts';

const ajax = '/wp-admin/admin-ajax.php';
const calls = new Map([['td_ajax_search', { td_string: 'text', limit: 'number', atts: 'json' }]] as const);
const form = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };

let app: FastifyInstance;
let cache: PageCache;
let bus: InvalidationBus;
let port: number;
let rendered: KeyedRequest[];
const post = (body: string, headers: Record<string, string> = form, path = ajax) =>
  send(port, path, { method: 'POST', headers, body });

beforeEach(async () => {
  rendered = [];
  bus = new InvalidationBus();
  cache = createPageCache({
    maxBytes: 1e6,
    bus,
    isPersonal: (cookie) => cookie.includes('session=signed'),
    onWarning: () => {},
    renderPage: async (request) => {
      rendered.push(request);
      return {
        status: 200,
        contentType: 'application/json',
        body: JSON.stringify(Object.fromEntries(request.parameters)),
        tags: new Map([['list', 'primary']]),
        store: true,
      };
    },
  });
  app = Fastify({
    serverFactory: (handler) =>
      createServer(createFrontHandler({ cache, calls, maxBodyBytes: 2000 }, handler)),
  });
  addBufferedBodies(app);
  addForms(app, 1e6);
  app.post(ajax, async (request, reply) => {
    const call = publicCallOf(request.raw);
    if (!call) return { body: request.body };
    const answer = await cache.respond(call);
    reply.hijack();
    cache.send(request.raw, reply.raw, answer);
    return reply;
  });
  app.post('/upload', (request, reply) => reply.send({ length: JSON.stringify(request.body).length }));
  app.get('/hello', async () => 'hello');
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});

afterEach(async () => {
  cache.close();
  await app.close();
});

test('renders a public call once, and the same fields in another order or with extra ones are a hit', async () => {
  const first = await post(
    'action=td_ajax_search&td_string=caf%C3%A9++x&limit=8&atts=%7B%22b%22%3A1%2C%22a%22%3A2%7D',
  );
  const second = await post(
    'limit=08&atts=%7B%22a%22%3A2,%22b%22:1%7D&nonce=123&td_string=caf%C3%A9+x&action=td_ajax_search',
    form,
    `${ajax}?td_theme_name=x&v=12`,
  );
  expect(second.text).toBe(first.text);
  expect(JSON.parse(first.text)).toEqual({ td_string: 'café x', limit: '8', atts: '{"a":2,"b":1}' });
  expect(rendered.map(({ action }) => action)).toEqual(['td_ajax_search']);
  expect([cache.stats().hits, second.headers['cache-control'], second.headers.etag]).toEqual([
    1,
    'no-store',
    undefined,
  ]);
  bus.publish([{ tag: 'list', urgency: 'change' }]);
  await post('action=td_ajax_search&td_string=caf%C3%A9++x&limit=8&atts=%7B%22b%22%3A1%2C%22a%22%3A2%7D');
  expect(rendered).toHaveLength(2);
});

test('other actions and logged-in users reach Fastify with their body', async () => {
  expect(JSON.parse((await post('action=tdb_save&x=1')).text)).toEqual({
    body: { action: 'tdb_save', x: '1' },
  });
  expect(JSON.parse((await post('')).text)).toEqual({ body: {} });
  const signedIn = await post('action=td_ajax_search&td_string=a', { ...form, cookie: 'session=signed' });
  expect(JSON.parse(signedIn.text)).toEqual({ body: { action: 'td_ajax_search', td_string: 'a' } });
  expect(rendered).toEqual([]);
});

test('reads a chunked body completely', async () => {
  const reply = await post(`action=tdb_save&x=${'y'.repeat(1500)}`, {
    ...form,
    'transfer-encoding': 'chunked',
  });
  expect(JSON.parse(reply.text)).toEqual({ body: { action: 'tdb_save', x: 'y'.repeat(1500) } });
});

test('refuses a body that is too large in JSON, with and without a declared length, but not a logged-in user’s', async () => {
  const body = `action=td_ajax_search&td_string=${'a'.repeat(3000)}`;
  for (const headers of [form, { ...form, 'transfer-encoding': 'chunked' }]) {
    const reply = await post(body, headers);
    expect([reply.status, JSON.parse(reply.text)]).toEqual([
      413,
      { error: { code: 'body_too_large', message: expect.stringContaining('2000 bytes') } },
    ]);
  }
  expect((await post(body, { ...form, cookie: 'session=signed' })).status).toBe(200);
  expect((await post('action=tdb_save')).status).toBe(200);
});

test('leaves all other requests alone', async () => {
  expect((await send(port, '/hello')).text).toBe('hello');
  expect((await send(port, '/hello', { headers: { range: 'bytes=0-1' } })).text).toBe('hello');
  const json = await post(
    JSON.stringify({ a: 'b'.repeat(3000) }),
    { 'content-type': 'application/json' },
    '/upload',
  );
  expect(JSON.parse(json.text)).toEqual({ length: 3008 });
});
