import { QueryClient } from '@tanstack/react-query';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { awayCode, unreadableCode } from './rest-error.ts';

type Answer = Response | Error;
let answers: Answer[] = [];
let requested: string[] = [];
let sent = '';
let modules: {
  readonly rest: typeof import('./rest.ts').rest;
  readonly connection: typeof import('./connection.ts').connection;
  readonly siteNow: typeof import('./boot.ts').siteNow;
  readonly boot: typeof import('./boot.ts').boot;
};

/** The page's boot data. */
const bootData = {
  site: { now: Date.UTC(2026, 2, 1, 15), timezone: 'America/New_York', offset: -5 * 3_600_000 },
  user: { capabilities: [] },
  types: [],
  roles: [],
  nonce: 'old',
};

beforeAll(async () => {
  const fetch = async (path: string, { method = 'GET', body, keepalive = false }: RequestInit = {}) => {
    requested.push(`${method} ${path}${keepalive ? ' lasting' : ''}`);
    sent = typeof body === 'string' ? body : '';
    const answer = answers.shift() ?? new Response('there');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  vi.stubGlobal('window', { fetch, setTimeout: (act: () => void) => queueMicrotask(act) });
  vi.stubGlobal('document', { querySelector: () => ({ textContent: JSON.stringify(bootData) }) });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T22:00:00Z') });
  const [{ rest }, { connection }, { siteNow, boot }] = await Promise.all([
    import('./rest.ts'),
    import('./connection.ts'),
    import('./boot.ts'),
  ]);
  modules = { rest, connection, siteNow, boot };
  vi.useRealTimers();
});
afterEach(() => {
  answers = [];
  requested = [];
});
afterAll(() => vi.unstubAllGlobals());

test('[IMP-02] a file that is refused before it comes to the server is named, with the reason', async () => {
  const { uploadFile } = await import('../editor/media-upload.ts');
  const file = new File(['x'], 'moon.jpg');
  answers = [
    new Response('<html>413 Request Entity Too Large</html>', { status: 413 }),
    json({ message: 'No such kind of file.' }, 400),
  ];
  await expect(uploadFile(file, 0)).rejects.toThrow(
    /^moon\.jpg: The data exceeds the size limit of the proxy server/,
  );
  await expect(uploadFile(file, 0)).rejects.toThrow(/^moon\.jpg: No such kind of file\.$/);
});

test('[IMP-02] what is to be sent to its end is, though the page goes; what is read is not', async () => {
  answers = [json({}), json({})];
  await modules.rest<unknown, { window: string }>('/last', {
    method: 'POST',
    body: { window: 'one' },
    keepalive: true,
  });
  await modules.rest('/read');
  expect(requested).toEqual(['POST /wp-json/last lasting', 'GET /wp-json/read']);
});

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
/** A response whose connection breaks off. */
const broken = () =>
  new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) }));
const page = (status: number) => new Response('<h1>Request Entity Too Large</h1>', { status });
const nobody = () => new TypeError('Failed to fetch');
const save = () =>
  modules.rest<unknown, { readonly title: string }>('/wp/v2/posts/7', {
    method: 'POST',
    body: { title: 'x' },
  });

test('[IMP-02] a proxy’s page, and an answer that breaks off, are refusals that say so', async () => {
  answers = [page(413)];
  await expect(save()).rejects.toMatchObject({
    name: 'RestError',
    status: 413,
    code: unreadableCode,
    message: expect.stringContaining('exceeds the size limit') as string,
  });
  answers = [page(500)];
  await expect(save()).rejects.toMatchObject({ name: 'RestError', status: 500, code: unreadableCode });
  answers = [page(200)];
  await expect(modules.rest('/wp/v2/posts')).rejects.toMatchObject({ code: unreadableCode });
  const standings: string[] = [];
  const stop = modules.connection.subscribe(() => standings.push(modules.connection.standing()));
  answers = [broken(), new Response('there')];
  await expect(save()).rejects.toMatchObject({ name: 'RestError', status: 0, code: awayCode });
  await expect.poll(() => standings).toEqual(['away', 'there']);
  answers = [broken(), new Response('there'), json([1])];
  expect((await modules.rest('/wp/v2/posts')).body).toEqual([1]); // reads are retried
  expect(standings).toEqual(['away', 'there', 'away', 'there']);
  stop();
});

test('[IMP-11] a server that goes as a nonce is renewed is waited for; who is refused with a fresh nonce is refused, and does not ask for ever', async () => {
  const refused = () => json({ code: 'rest_cookie_invalid_nonce', message: 'Cookie check failed' }, 403);
  answers = [
    refused(),
    nobody(),
    new Response('there'),
    page(503),
    new Response('there'),
    new Response('fresh'),
    json({ id: 7 }),
  ];
  expect((await save()).body).toEqual({ id: 7 });
  requested = [];
  answers = [refused(), new Response('fresh'), refused()];
  await expect(save()).rejects.toMatchObject({ status: 403, code: 'rest_cookie_invalid_nonce' });
  expect(requested.filter((one) => one.startsWith('POST'))).toHaveLength(2);
});

test('makeTerm returns the existing term when another user created it after the search', async () => {
  const { makeTerm } = await import('./make-term.ts');
  answers = [
    json(
      {
        code: 'term_exists',
        message: 'A term with the name provided already exists.',
        data: { status: 400, term_id: 9 },
      },
      400,
    ),
  ];
  expect(await makeTerm('tags', { name: 'EU' })).toBe(9);
  answers = [json({ code: 'rest_cannot_create', message: 'Not for you.', data: { status: 403 } }, 403)];
  await expect(makeTerm('tags', { name: 'EU' })).rejects.toMatchObject({ status: 403 });
});

test('terms whose name equals the query come before terms that only contain it', async () => {
  vi.stubGlobal(
    'DOMParser',
    class {
      readonly parseFromString = (textContent: string) => ({ body: { textContent } });
    },
  );
  const { foundTerms } = await import('./choices.ts');
  const [short, long] = [
    { id: 1, name: 'EU' },
    { id: 2, name: 'Museum' },
  ];
  answers = [json([short]), json([long, short])];
  expect((await new QueryClient().fetchQuery(foundTerms('tags', 'eu'))).map(({ name }) => name)).toEqual([
    'EU',
    'Museum',
  ]);
  expect(requested.map((one) => new URLSearchParams(one.split('?')[1]).get('name'))).toEqual(['eu', null]);
});

test('[IMP-11] a pending login prompt survives an outage, and requests that wait for it resume', async () => {
  const { connection } = modules;
  const standing = () => [connection.standing(), connection.isAway()];
  let waits = connection.signIn();
  let back = connection.away();
  expect(standing()).toEqual(['signed-out', true]);
  await back;
  expect(standing()).toEqual(['signed-out', false]);
  connection.signedIn();
  await waits;
  expect(standing()).toEqual(['there', false]);
  back = connection.away();
  expect(standing()).toEqual(['away', true]);
  waits = connection.signIn();
  await back;
  expect(standing()).toEqual(['signed-out', false]);
  connection.signedIn();
  await waits;
});

test('siteNow advances from the time at which the page loaded, in the site time zone', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T22:30:00Z') }); // half an hour after the page opened
  expect(new Date(modules.siteNow()).toISOString()).toBe('2026-03-01T10:30:00.000Z');
  vi.setSystemTime(Date.parse('2026-03-08T22:30:00Z')); // a tab left open across the change to daylight saving time
  expect(new Date(modules.siteNow()).toISOString()).toBe('2026-03-08T11:30:00.000Z');
  Object.assign(modules.boot.site, { timezone: 'Atlantis/Capital' }); // unknown to the browser
  expect(new Date(modules.siteNow()).toISOString()).toBe('2026-03-08T10:30:00.000Z');
  vi.useRealTimers();
});

test('half a character is sent as it is shown, since the server takes none', async () => {
  answers = [json({})];
  await modules.rest<unknown, { readonly title: string }>('/wp/v2/posts/7', {
    method: 'POST',
    body: { title: 'a\ud83d 😀' },
  });
  expect(sent).toBe('{"title":"a\ufffd 😀"}');
  // Requests of WordPress packages are cleaned as well.
  const { shareRest } = await import('../editor/api-fetch.ts');
  let handle: Parameters<Parameters<typeof shareRest>[0]['setFetchHandler']>[0] | undefined;
  shareRest({ setFetchHandler: (handler) => (handle = handler) });
  answers = [json({})];
  await handle?.({ path: '/wp/v2/blocks', method: 'POST', data: { title: 'b\ud83d' } });
  expect(sent).toBe('{"title":"b\ufffd"}');
});
