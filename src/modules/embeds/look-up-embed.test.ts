import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inside, listenOnBoth, outside } from '../../../test/harness/two-networks.ts';
import { createFetchOutside } from '../../lib/fetch-outside.ts';
import { askedHosts, endpointFor, isProviderLine } from '../../lib/oembed-providers.ts';
import { lookUpEmbed } from './look-up-embed.ts';

const hits: string[] = [];
const answers = new Map<string, RequestListener>();
let port = 0;
let close = () => {};

beforeAll(async () => {
  ({ port, close } = await listenOnBoth(
    (request, response) => {
      hits.push(request.url ?? '');
      const answer = answers.get((request.url ?? '').replace(/\?.*/, ''));
      if (answer) answer(request, response);
      else response.writeHead(404).end();
    },
    '{"type":"video","title":"A secret"}',
    hits,
  ));
});
afterAll(() => close());
beforeEach(() => {
  hits.length = 0;
  answers.clear();
});

const fetchTest = createFetchOutside({
  resolve: async (host) => [host.startsWith('inside') ? inside : outside],
  mayReach: (address, at) => address === outside && at === port,
});
const film = 'https://films.example/watch/12?a=1&b=2';
const allowed = () => [`films.example http://films.example:${port}/oembed`];
const lookUp = (url = film, providers: readonly string[] = allowed()) =>
  lookUpEmbed({ url, providers, maxWidth: 600, ask: fetchTest });
const respondWith = (path: string, body: unknown) =>
  void answers.set(path, (_request, response) => {
    response
      .setHeader('content-type', 'application/json')
      .end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
const code = async (reply: Promise<unknown>) =>
  reply.then(
    (value) => value,
    (error: { status?: number; code?: string }) => [error.status, error.code],
  );
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

test('asks an allowed site, and uses its text as plain text', async () => {
  respondWith('/still.png', pixel);
  respondWith('/oembed', {
    version: '1.0',
    type: 'video',
    title: 'A <b>film</b> &amp; more<script>alert(1)</script>',
    author_name: 'Ann',
    author_url: 'javascript:alert(1)',
    provider_name: '<img src=x onerror=alert(1)>Films',
    html: '<iframe src="https://evil.example/"></iframe><script>alert(1)</script>',
    width: '1280',
    height: 720,
    thumbnail_url: '/still.png',
  });
  const answer = await lookUp();
  expect(answer).toEqual({
    type: 'video',
    title: 'A film & more',
    author: 'Ann',
    provider: 'Films',
    width: 1280,
    height: 720,
    picture: { url: `data:image/png;base64,${pixel.toString('base64')}`, width: 1, height: 1 },
  });
  expect(hits).toEqual([`/oembed?url=${encodeURIComponent(film)}&format=json&maxwidth=600`, '/still.png']);
});

test('asks no provider when embeds are off or the provider is not allowed', async () => {
  expect(await code(lookUp(film, []))).toEqual([404, 'oembed_off']);
  for (const url of [
    'https://other.example/',
    'https://notfilms.example/',
    'https://films.example.evil.example/',
    'https://films.example@evil.example/',
    'ftp://films.example/x',
    'javascript://films.example/%0aalert(1)',
    'films.example/watch',
    '',
    'https://ann:secret@films.example/',
    'http://127.0.0.2/',
    'http://[::1]/',
  ])
    expect([url, await code(lookUp(url))]).toEqual([url, [404, 'oembed_not_allowed']]);
  expect(hits).toEqual([]);
});

test('discards replies that lead into the local network, are too large, or are no oEmbed', async () => {
  const inner = `http://inside.example:${port}/secret`;
  answers.set('/oembed', (_request, response) => response.writeHead(302, { location: inner }).end());
  expect(await code(lookUp())).toEqual([404, 'oembed_invalid_url']);
  expect(await code(lookUp(film, [`films.example http://inside.example:${port}/oembed`]))).toEqual([
    404,
    'oembed_invalid_url',
  ]);
  expect(await code(lookUp(film, [`films.example http://${inside}:${port}/oembed`]))).toEqual([
    404,
    'oembed_invalid_url',
  ]);
  for (const body of [
    '',
    'no',
    '[]',
    'null',
    '{"type":"evil"}',
    `{"type":"video","title":"${'x'.repeat(300_000)}"}`,
  ]) {
    respondWith('/oembed', body);
    expect([body.slice(0, 20), await code(lookUp())]).toEqual([
      body.slice(0, 20),
      [404, 'oembed_invalid_url'],
    ]);
  }
  respondWith('/oembed', {
    type: 'rich',
    title: { toString: 1 },
    width: -1,
    height: 1e9,
    thumbnail_url: inner,
    author_name: ['x'],
    provider_name: 'y'.repeat(999),
  });
  expect(await lookUp()).toEqual({
    type: 'rich',
    title: '',
    author: '',
    provider: 'y'.repeat(300),
    width: undefined,
    height: undefined,
    picture: undefined,
  });
  expect(hits.filter((hit) => hit.startsWith('inside'))).toEqual([]);
});

test('pictures are raster images of limited size', async () => {
  const huge = Buffer.from(pixel);
  huge.writeUInt32BE(30_000, 16);
  huge.writeUInt32BE(30_000, 20);
  for (const picture of [
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '<html>',
    huge,
    Buffer.concat([pixel, Buffer.alloc(400_000)]),
  ]) {
    respondWith('/still', picture);
    respondWith('/oembed', { type: 'photo', title: 'One', url: '/still' });
    expect((await lookUp()).picture).toBeUndefined();
  }
});

test('names sites by a known host or with the requested URL, and treats aliases of a host as one site', () => {
  expect(
    [
      'youtube.com',
      'films.example https://films.example/oembed',
      'unknown.example',
      'youtube.com javascript:alert(1)',
      'https://youtube.com',
      'a b c',
      '',
    ].map(isProviderLine),
  ).toEqual([true, true, false, false, false, false, false]);
  const at = (url: string, lines: readonly string[]) => endpointFor(new URL(url), lines);
  expect(
    ['https://youtu.be/x', 'https://m.youtube.com/watch?v=x', 'https://vimeo.com/1'].map((url) =>
      at(url, ['youtube.com']),
    ),
  ).toEqual(['https://www.youtube.com/oembed', 'https://www.youtube.com/oembed', undefined]);
  expect(
    askedHosts(['youtube.com', 'films.example https://films.example/oembed?key=secret', 'unknown.example']),
  ).toEqual(['youtube.com', 'youtube-nocookie.com', 'youtu.be', 'films.example']);
  expect(at('https://a.films.example/', ['films.example https://films.example/oembed'])).toBe(
    'https://films.example/oembed',
  );
});
