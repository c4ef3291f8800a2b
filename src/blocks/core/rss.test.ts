import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { showMarkup } from '../../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeUser } from '../../../test/harness/factories.ts';
import { homePage } from '../../../test/harness/load-context.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import { inside, outside } from '../../../test/harness/two-networks.ts';
import { feedAgeMs, feedKey, forgottenMs, maxFeeds } from '../../modules/feeds/model.ts';
import { feedQueue } from '../../modules/feeds/jobs.ts';
import { startQueues } from '../../kernel/jobs/job-queue.ts';
import type { RunningQueues } from '../../kernel/jobs/job-queue.ts';
import { listJobs } from '../../kernel/jobs/store.ts';
import { feedJob } from '../../modules/feeds/store.ts';
import { findActor } from '../../modules/users/roles.ts';
import { createFetchOutside } from '../../lib/fetch-outside.ts';
import { freePort } from '../../lib/network.ts';
import { renderDocument } from '../../site/pages/render-document.ts';
import { renderBlockHtml } from '../../site/pages/render-post-html.ts';

const item = (title: string, more = '') =>
  `<item><title>${title}</title><link>https://news.example/${title.toLowerCase()}/</link>${more}</item>`;
/** Output for a feed without items. */
const none =
  '<div class="components-placeholder"><div class="notice notice-error">This feed has nothing to show at the moment.</div></div>';
const rss = (...items: string[]) =>
  `<rss version="2.0"><channel><title>News</title>${items.join('')}</channel></rss>`;

onBothDatabases('core/rss', (get) => {
  let server: Server;
  let port = 0;
  let site: PageSite;
  let jobs: RunningQueues | undefined;
  let answer = { status: 200, body: '' };
  let now = 0;
  let contributor = 0;
  const hits: string[] = [];
  const logged: string[] = [];
  const log = { info: () => {}, warn: (_details: object, message: string) => void logged.push(message) };
  beforeAll(async () => {
    contributor = await get().write((tx) => makeUser(tx, { login: 'contributor', roles: ['contributor'] }));
    server = createServer((request, response) => {
      hits.push(request.url ?? '');
      response
        .writeHead(
          answer.status,
          answer.status === 302
            ? { location: `http://${inside}:${port}/secret` }
            : { 'content-type': 'application/rss+xml' },
        )
        .end(answer.body);
    });
    await new Promise<void>((listening) => void server.listen(0, outside, listening));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    site = pageSite(get());
    now = Date.now();
    answer = { status: 200, body: rss(item('One'), item('Two')) };
  });
  afterEach(async () => {
    await jobs?.close();
    jobs = undefined;
    await site.content.feeds.close();
    await get().write(async (tx) => {
      await tx.db.deleteFrom('feed').execute();
      await tx.db.deleteFrom('job').execute();
      tx.emit('*');
    });
    hits.length = 0;
    logged.length = 0;
  });
  const begin = () => {
    const fetch = createFetchOutside({
      resolve: async (host) => [host.startsWith('inside') ? inside : outside],
      mayReach: (address, at) => address === outside && at > 1023,
    });
    jobs = startQueues([feedQueue({ database: get(), log, fetch })], { bus: get().bus, log });
  };
  const address = (path = '/feed/', host = 'news.example') => `http://${host}:${port}${path}`;
  const block = (attributes: object = {}, url = address()) =>
    `<!-- wp:rss ${JSON.stringify({ feedURL: url, ...attributes })} /-->`;
  const show = async (markup = block()) => {
    const render = await site.begin(homePage, now);
    const html = (await renderDocument(site.documents.template(markup, 'template:rss'), 'rss', render)) ?? '';
    await site.content.feeds.close();
    return { html, expiresAt: render.expiresAt, tags: [...render.tags.keys()] };
  };
  const text = async (markup?: string) =>
    (await show(markup)).html
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  const stored = () => get().read.selectFrom('feed').select(['fault', 'fetched_at']).executeTakeFirst();
  /** The block's text in a contributor's editor. */
  const asEditor = async (url = address()) => {
    const actor = await findActor(get().read, contributor);
    return (await renderBlockHtml(site, 'core/rss', { feedURL: url }, { actor }))
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  };
  const jobCount = async () => (await listJobs(get().read, {})).length;

  test('no page waits for another server: a job fetches the feed, and its tag updates the page', async () => {
    const first = await show();
    expect([first.html, first.tags, first.expiresAt, hits]).toEqual([
      none,
      [`feed:${feedKey(address())}`],
      now + 60_000,
      [],
    ]);
    expect(await jobCount()).toBe(1);
    begin();
    await expect.poll(() => text()).toBe('One Two');
    expect(hits).toEqual(['/feed/']);
    expect((await show()).html).toBe(
      '<ul class="wp-block-rss"><li class="wp-block-rss__item"><div class="wp-block-rss__item-title"><a ' +
        'href="https://news.example/one/">One</a></div></li>' +
        '<li class="wp-block-rss__item"><div class="wp-block-rss__item-title"><a href="https://news.example/two/">Two</a></div></li></ul>',
    );
    const { fetched_at: fetchedAt } = await get()
      .read.selectFrom('feed')
      .select('fetched_at')
      .executeTakeFirstOrThrow();
    expect((await show()).expiresAt).toBe(fetchedAt + feedAgeMs);
  });

  test('applies the chosen settings', async () => {
    answer.body = rss(
      item(
        'One',
        '<pubDate>Fri, 20 Nov 2026 17:56:00 +0000</pubDate><author>a@mail.example (Ann)</author><description>some &lt;b&gt;words&lt;/b&gt; ' +
          'more than shown</description>',
      ),
      item(''),
    );
    await show();
    begin();
    await expect.poll(() => text()).toContain('One');
    const { html } = await show(
      block({
        itemsToShow: 1,
        blockLayout: 'grid',
        columns: 3,
        displayDate: true,
        displayAuthor: true,
        displayExcerpt: true,
        excerptLength: 2,
        openInNewTab: true,
        rel: 'opener nofollow',
      }),
    );
    expect(html).toBe(
      '<ul class="wp-block-rss is-grid columns-3 has-dates has-authors has-excerpts"><li class="wp-block-rss__item"><div ' +
        'class="wp-block-rss__item-title">' +
        '<a href="https://news.example/one/" target="_blank" rel="nofollow">One</a></div>' +
        '<time dateTime="2026-11-20T17:56:00+00:00" class="wp-block-rss__item-publish-date">November 20, 2026</time>' +
        '<span class="wp-block-rss__item-author">by Ann</span><div class="wp-block-rss__item-excerpt">some words […]</div></li></ul>',
    );
    expect(await text(block({ itemsToShow: 9 }))).toBe('One (no title)');
  });

  test('shows a stale copy while the feed is fetched again, and keeps it until the fetch succeeds', async () => {
    await show();
    begin();
    await expect.poll(() => text()).toBe('One Two');
    answer = { status: 500, body: 'broken' };
    now = Date.now() + feedAgeMs;
    expect(await text()).toBe('One Two');
    await expect.poll(() => hits.length).toBe(2);
    await expect.poll(stored).toMatchObject({ fault: 'The feed answers with status 500.' });
    expect([await jobCount(), await text(), await asEditor()]).toEqual([
      0,
      'One Two',
      'One Two The feed answers with status 500.',
    ]);
    expect(hits).toHaveLength(2);
    answer = { status: 200, body: rss(item('Three')) };
    now += feedAgeMs;
    await text();
    await expect.poll(() => text()).toBe('Three');
    expect([hits.length, (await stored())?.fault, await asEditor()]).toEqual([3, '', 'Three']);
  });

  test('never calls the local network, whatever a feed or a redirect names', async () => {
    answer = { status: 302, body: '' };
    begin();
    const hostile = [
      `http://${inside}:${port}/`,
      address('/', 'inside.example'),
      address(),
      'file:///etc/passwd',
      'javascript:alert(1)',
      `http://me:x@${outside}/`,
      'gopher://x/',
      '//x',
      'x',
      '',
      'http://127.0.0.1:22/',
      'http://[::1]/',
    ];
    for (const url of hostile) expect(['', none]).toContain((await show(block({}, url))).html);
    await expect.poll(jobCount).toBe(0);
    const refused = await get().read.selectFrom('feed').select(['fault', 'fetched_at']).execute();
    expect(refused).toHaveLength(5);
    for (const { fault, fetched_at: fetchedAt } of refused)
      expect([fault, fetchedAt > 0]).toEqual([expect.stringContaining('The request was blocked'), true]);
    expect(hits.every((path) => path === '/feed/' || path === '/')).toBe(true);
    for (const url of ['https://example.test', 'https://example.test/']) {
      expect([await text(block({}, url)), (await show(block({}, url))).tags]).toEqual(['', []]);
    }
  });

  test('fetches at most a hundred of a thousand feeds in a text, and displaces none that is read', async () => {
    const markup = Array.from({ length: 300 }, (_, n) => block({}, address(`/${n}`))).join('');
    const feedCount = async () => (await get().read.selectFrom('feed').select('url').execute()).length;
    // The next reader's request enqueues a job that a busy database refused.
    await expect.poll(() => show(markup).then(feedCount)).toBe(maxFeeds);
    const before = get().queryCount();
    await show(markup);
    expect(get().queryCount() - before).toBeLessThan(maxFeeds);
    expect([await jobCount(), await feedCount()]).toEqual([maxFeeds, maxFeeds]);
    now += forgottenMs / 2;
    await show(block({}, address('/late')));
    expect(
      (await get().read.selectFrom('feed').select('url').where('url', '=', address('/late')).execute())
        .length,
    ).toBe(0);
    now += forgottenMs;
    await show(block({}, address('/late')));
    expect(await feedCount()).toBe(maxFeeds);
    expect(
      (await get().read.selectFrom('feed').select('url').where('url', '=', address('/late')).execute())
        .length,
    ).toBe(1);
  });

  test('many concurrent pages enqueue one job, and an HTML page instead of a feed keeps the stored items', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => showMarkup(pageSite(get()), block({ itemsToShow: n + 1 }))),
    );
    await expect.poll(jobCount).toBe(1);
    answer.body = '<!doctype html><title>Down</title>';
    begin();
    await expect.poll(stored).toMatchObject({ fault: 'The address does not answer with a feed.' });
    expect([await jobCount(), (await show()).html]).toEqual([0, none]);
    expect(await asEditor()).toBe(
      'This feed has nothing to show at the moment. The address does not answer with a feed.',
    );
  });

  test.each([
    [404, 'gone', 'The feed answers with status 404.'],
    [503, 'busy', 'The feed answers with status 503.'],
    [200, '{"items": []}', 'The address does not answer with a feed.'],
    [200, '', 'The address does not answer with a feed.'],
  ])('a reply of %i %j is stored as the feed’s state, not as a failed job', async (status, body, fault) => {
    answer = { status, body };
    await show();
    begin();
    await expect.poll(stored).toMatchObject({ fault });
    const { fetched_at: fetchedAt = 0 } = (await stored()) ?? {};
    expect(await jobCount()).toBe(0);
    expect(await show()).toMatchObject({ html: none, expiresAt: fetchedAt + feedAgeMs });
    expect([await jobCount(), hits.length]).toEqual([0, 1]);
    expect(logged).toEqual(['A feed can’t be read; pages show its last copy']);
  });

  test('retries an unreachable server, and after the last attempt stores that as the feed’s state', async () => {
    const url = `http://news.example:${await freePort(outside)}/feed/`;
    await show(block({}, url));
    begin();
    await expect
      .poll(stored)
      .toMatchObject({ fault: expect.stringContaining('ECONNREFUSED'), fetched_at: 0 });
    await expect
      .poll(() => listJobs(get().read, { failed: true }))
      .toMatchObject([{ attempts: 1, isClaimed: false }]);
    expect(await asEditor(url)).toContain('ECONNREFUSED');
    expect((await show(block({}, url))).html).toBe(none);
    await jobs?.close();
    await get().write((tx) =>
      tx.db
        .updateTable('job')
        .set({ attempts: feedJob.tries.most - 1, due_at: 1 })
        .execute(),
    );
    begin();
    await expect.poll(jobCount).toBe(0);
    expect(await stored()).toMatchObject({
      fault: expect.stringContaining('ECONNREFUSED'),
      fetched_at: expect.any(Number),
    });
    expect((await stored())?.fetched_at).toBeGreaterThan(0);
    await show(block({}, url));
    expect(await jobCount()).toBe(0);
  });
});
