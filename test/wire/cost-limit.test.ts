import { afterAll, beforeAll, expect, test } from 'vitest';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { ajax, rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onDrawnDatabase('the budget of an address', (_get, place) => {
  let site: ServedSite;
  beforeAll(async () => {
    // A hundredth of the usual share and a stopped clock: some dozens of responses exceed it on any machine.
    site = await serveSite(
      place(),
      { trustProxy: ['127.0.0.1'], addressCpuPercent: 0.2 },
      { now: () => 1_800_000_000_000 },
    );
    await site.database.write(async (tx) => {
      for (let n = 0; n < 12; n++)
        await makePost(tx, {
          title: `Post ${n}`,
          slug: `post-${n}`,
          content: `<p>${'words '.repeat(500)}</p>`.repeat(10),
        });
    });
  });
  afterAll(() => site.close());

  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
  /** Requests until it is refused. */
  const untilRefused = async (path: (n: number) => string, ip: string) => {
    for (let n = 0; n < 2000; n++) {
      const reply = await rawRequest(site.url, path(n), from(ip));
      if (reply.status === 429) return reply;
      expect([200, 404, 503]).toContain(reply.status); // 503: the search's thread has not started yet
    }
    throw new Error('Two thousand answers were given.');
  };

  test.each([
    ['REST', '203.0.113.1', () => '/wp-json/wp/v2/posts?per_page=100&_embed'],
    ['pages never requested before', '203.0.113.2', (n: number) => `/no-such-page-${n}/`],
    ['searches', '203.0.113.3', (n: number) => `/wp-json/wp/v2/search?search=words${n}`],
    ['texts for one reader', '203.0.113.4', (n: number) => `/post-1/?preview=${n}`],
  ])('%s end in 429 with Retry-After', async (_what, ip, path) => {
    const reply = await untilRefused(path, ip);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect(reply.headers['cache-control']).toBe('no-store');
    // Cached pages are still sent, and other readers served. A page is cached once its background data is known.
    const cachedStatus = async () => {
      await rawRequest(site.url, '/post-2/');
      return (await rawRequest(site.url, '/post-2/', from(ip))).status;
    };
    await expect.poll(cachedStatus).toBe(200);
    expect((await rawRequest(site.url, path(5000), from(`198.51.100.${ip.at(-1)}`))).status).not.toBe(429);
    expect((await rawRequest(site.url, '/healthz', from(ip))).status).toBe(200);
  });

  test('editors have their own share at any address; readers with an account don’t', async () => {
    const [atWork, atHome] = await Promise.all(
      ['author', 'subscriber'].map(async (role) =>
        site.signIn(await site.database.write((tx) => makeUser(tx, { roles: [role] }))),
      ),
    );
    await untilRefused((n) => `/nothing-${n}/`, '203.0.113.8');
    const request = async (cookie: string, path: string) =>
      (await rawRequest(site.url, path, { headers: { 'x-forwarded-for': '203.0.113.8', cookie } })).status;
    expect([
      await request(atWork?.cookie ?? '', '/post-3/'),
      await request('', '/nothing-newer/'),
      await request(atHome?.cookie ?? '', '/nothing-new/'),
    ]).toEqual([200, 429, 429]);
  });

  test('calls, too; machines get JSON', async () => {
    await untilRefused((n) => `/wp-json/wp/v2/posts?per_page=100&_embed&n=${n}`, '203.0.113.9');
    const call = await ajax(
      site.url,
      { action: 'td_ajax_block', block_type: 'td_block_1', td_atts: '{}' },
      { 'x-forwarded-for': '203.0.113.9' },
    );
    expect([call.status, JSON.parse(call.body)]).toEqual([
      429,
      expect.objectContaining({ code: 'too_many_requests' }),
    ]);
    const rest = await rawRequest(site.url, '/wp-json/wp/v2/posts', from('203.0.113.9'));
    expect([rest.status, rest.headers['retry-after'] !== undefined, JSON.parse(rest.body)]).toEqual([
      429,
      true,
      expect.objectContaining({ code: 'too_many_requests', data: { status: 429 } }),
    ]);
  });

  const boundary = 'zyxzyxzyxzyxzyxzyxzyxzyxzyxzyx';
  test.each([
    [
      `multipart/form-data; boundary=${boundary}`,
      '203.0.113.10',
      `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n%C3%A9\r\n`,
      '\u00ff',
    ],
    ['application/x-www-form-urlencoded', '203.0.113.11', 'a=%C3%A9&', '%FF'],
  ])('so do forms that can’t be read: %s', async (type, ip, part, last) => {
    const body = Buffer.from(
      `${part.repeat(Math.floor(900_000 / part.length))}${last}\r\n--${boundary}--\r\n`,
      'latin1',
    );
    const statuses: number[] = [];
    for (let n = 0; n < 100 && statuses.at(-1) !== 429; n++) {
      const headers = { 'x-forwarded-for': ip, 'content-type': type };
      statuses.push(
        (await rawRequest(site.url, '/wp-login.php?action=postpass', { method: 'POST', body, headers }))
          .status,
      );
    }
    expect([...new Set(statuses)]).toEqual([400, 429]);
  });

  test('passwords of articles can’t be tried without end, also from the own network', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 25; n++) {
      const body = `post_password=guess${n}`;
      statuses.push(
        (
          await rawRequest(site.url, '/wp-login.php?action=postpass', {
            method: 'POST',
            body,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          })
        ).status,
      );
    }
    expect(statuses).toEqual([...Array<number>(20).fill(303), ...Array<number>(5).fill(429)]);
  });
});
