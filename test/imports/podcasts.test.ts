import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { importWxr } from '../../src/import/import-wxr.ts';
import type { ImportReport } from '../../src/import/report.ts';
import { totals } from '../../src/import/report.ts';
import { inPieces, termXml, wxr } from '../fixtures/wxr.ts';
import type { FixtureItem } from '../fixtures/wxr.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makeMedia } from '../harness/factories.ts';
import { readFeed } from '../harness/read-feed.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const source = readFileSync(
  new URL('../../../shared/cases/imports/podcast-powerpress.xml', import.meta.url),
  'utf8',
);
const media = 'https://media.example';
const php = (values: Readonly<Record<string, string>>) =>
  `a:${Object.keys(values).length}:{${Object.entries(values)
    .flat()
    .map((text) => `s:${Buffer.byteLength(text)}:"${text}";`)
    .join('')}}`;
const enclosure = (file: string, extra: Readonly<Record<string, string>> = {}, type = 'audio/mpeg') =>
  `${media}/${file}\n1000\n${type}\n${php(extra)}`;
/** Addresses of the players on a page. */
const players = (html: string) =>
  [...html.matchAll(/<(?:audio|video) [^>]*?src="([^"]*)"/g)].map(([, src]) => src);

onBothDatabases('podcasts of an export', (get, place) => {
  let site: ServedSite;
  const request = (path: string, headers?: Record<string, string>) => rawRequest(site.url, path, { headers });
  const bring = async (text: string): Promise<ImportReport> => importWxr(get(), inPieces(text));
  const feed = async (path: string) => {
    const { status, body } = await request(path);
    expect([path, status]).toEqual([path, 200]);
    return { body, ...(await readFeed(body, site.url + path)) };
  };
  beforeAll(async () => void (site = await serveSite(place())));
  afterAll(() => site.close());

  test('a site without episodes has no podcast feed', async () => {
    for (const path of [
      '/feed/podcast/',
      '/feed/podcast',
      '/podcast.xml',
      '/?feed=podcast',
      '/feed/podcast/news/',
      '/feed/extra/',
      '/podcast-extra.xml',
    ]) {
      expect([path, (await request(path)).status]).toEqual([path, 404]);
    }
  });

  describe('PowerPress', () => {
    test('the case: a player on the page, a feed at /feed/podcast/, and no word of the enclosure in the report', async () => {
      const report = await bring(source);
      expect(report.unknown.metaKeys).toEqual([]);
      expect(players((await request('/episode-one/')).body)).toEqual([`${media}.org/ep1.mp3`]);
      for (const path of ['/feed/podcast/', '/feed/podcast', '/?feed=podcast']) {
        const { status, headers } = await request(path);
        expect([path, status, headers.location]).toEqual([path, 301, '/podcast.xml']);
      }
      expect((await request('/feed/podcast/?utm_source=app')).headers.location).toBe(
        '/podcast.xml?utm_source=app',
      );
      expect((await request('/feed/podcast/?paged=2')).headers.location).toBe('/podcast.xml?paged=2');
      const { body, items } = await feed('/podcast.xml');
      expect(
        items.map(({ title, guid, enclosures }) => [
          title,
          guid,
          enclosures.map(({ url, length, type }) => [url, length, type]),
        ]),
      ).toEqual([
        [
          'Episode one',
          'https://old.example.org/?p=101',
          [['https://media.example.org/ep1.mp3', '12345678', 'audio/mpeg']],
        ],
      ]);
      expect(body).toContain('<itunes:duration>1880</itunes:duration>');
      expect((await feed('/feed/')).items[0]?.enclosures).toMatchObject([
        { url: 'https://media.example.org/ep1.mp3', length: '12345678' },
      ]);
      expect((await request('/feed/atom/')).body).toContain(
        '<link rel="enclosure" href="https://media.example.org/ep1.mp3" length="12345678" type="audio/mpeg"/>',
      );
    });

    test('the feed meets Apple Podcasts’ requirements', async () => {
      const { body } = await feed('/podcast.xml');
      const [channel = '', item = ''] = body.split('<item>');
      for (const tag of [
        'title',
        'description',
        'language',
        'link',
        'itunes:author',
        'itunes:explicit',
        'itunes:summary',
        'itunes:owner',
      ]) {
        expect([tag, new RegExp(`<${tag}>.`).test(channel)]).toEqual([tag, true]);
      }
      expect(channel).toContain('<itunes:category text="News"/>');
      expect(channel).toMatch(/<itunes:image href="http[^"]+\/icon-512\.png"\/>/);
      for (const tag of [
        'title',
        'pubDate',
        'guid isPermaLink="false"',
        'description',
        'itunes:duration',
        'itunes:explicit',
        'itunes:summary',
      ]) {
        expect([tag, item.includes(`<${tag}>`)]).toEqual([tag, true]);
      }
      expect(item.match(/<enclosure /g)).toHaveLength(1);
    });

    test('a second import changes nothing', async () => {
      const { imported, updated } = totals(await bring(source));
      expect([imported, updated]).toEqual([0, 0]);
    });

    test('HEAD and conditional requests are answered as for other feeds', async () => {
      const { headers } = await request('/podcast.xml');
      const head = await rawRequest(site.url, '/podcast.xml', { method: 'HEAD' });
      expect([head.status, head.body, head.headers['content-type']]).toEqual([
        200,
        '',
        'application/rss+xml; charset=UTF-8',
      ]);
      expect((await request('/podcast.xml', { 'if-none-match': String(headers.etag) })).status).toBe(304);
      expect(
        (await request('/podcast.xml', { 'if-modified-since': String(headers['last-modified']) })).status,
      ).toBe(304);
      expect((await request('/podcast.xml?paged=2')).status).toBe(404);
      expect((await request('/podcast.xml?s=x')).headers.location).toBe('/podcast.xml');
    });

    test('episodes of all shapes have one player each, or no player if the text plays the file or the author hid it', async () => {
      const own = await get().write((tx) =>
        makeMedia(tx, { mimeType: 'audio/mpeg', title: 'Own', file: { file: '2024/03/own.mp3', bytes: 77 } }),
      );
      expect(own).toBeGreaterThan(0);
      await bring(
        wxr([
          { id: 210, slug: 'film', meta: { enclosure: enclosure('film.mp4', {}, 'video/mp4') } },
          {
            id: 211,
            slug: 'plays-itself',
            content: `Before\n\n[audio src="${media}/self.mp3"]`,
            meta: { enclosure: enclosure('self.mp3') },
          },
          {
            id: 212,
            slug: 'plays-block',
            meta: { enclosure: `https://stats.example/p/${media.slice(8)}/block.mp3\n1\naudio/mpeg` },
            content: `<!-- wp:audio --><figure class="wp-block-audio"><audio controls src="${media}/block.mp3"></audio></figure><!-- /wp:audio -->`,
          },
          {
            id: 213,
            slug: 'links',
            content: `<a href="${media}/linked.mp3">Listen</a>`,
            meta: { enclosure: enclosure('linked.mp3') },
          },
          { id: 214, slug: 'hidden', meta: { enclosure: enclosure('hidden.mp3', { no_player: '1' }) } },
          { id: 215, slug: 'paper', meta: { enclosure: enclosure('paper.pdf', {}, 'application/pdf') } },
          {
            id: 216,
            slug: 'own',
            meta: { enclosure: 'https://old.example/wp-content/uploads/2024/03/own.mp3\n9\naudio/mpeg' },
          },
          {
            id: 217,
            slug: 'parts',
            content: 'One<!--nextpage-->Two',
            meta: { enclosure: enclosure('parts.mp3') },
          },
          { id: 218, slug: 'channel', meta: { '_extra:enclosure': enclosure('extra.mp3') } },
        ]),
      );
      const shown = async (path: string) => players((await request(path)).body);
      expect(await shown('/film/')).toEqual([`${media}/film.mp4`]);
      expect(await shown('/plays-itself/')).toEqual([`${media}/self.mp3`]);
      expect(await shown('/plays-block/')).toEqual([`${media}/block.mp3`]);
      expect(await shown('/links/')).toEqual([`${media}/linked.mp3`]);
      for (const path of ['/hidden/', '/paper/', '/parts/2/', '/channel/'])
        expect([path, await shown(path)]).toEqual([path, []]);
      expect(await shown('/own/')).toEqual([`${site.url}/wp-content/uploads/2024/03/own.mp3`]);
      expect(await shown('/parts/')).toEqual([`${media}/parts.mp3`]);
      const { content } = JSON.parse((await request('/wp-json/wp/v2/posts?slug=film')).body)[0] as {
        content: { rendered: string };
      };
      expect(players(content.rendered)).toEqual([`${media}/film.mp4`]);
      const stored = await get()
        .read.selectFrom('post')
        .select('content')
        .where('slug', '=', 'film')
        .executeTakeFirstOrThrow();
      expect(stored.content).toBe('Content 210');
      await expect.poll(async () => (await request('/podcast.xml')).body).toContain('Title 216');
      const { items } = await feed('/podcast.xml');
      expect(items.map(({ title }) => title)).not.toContain('Title 215');
      expect(items.map(({ title }) => title)).not.toContain('Title 218');
      expect(items.find(({ title }) => title === 'Title 216')?.enclosures).toMatchObject([
        { url: `${site.url}/wp-content/uploads/2024/03/own.mp3`, length: '77', type: 'audio/mpeg' },
      ]);
    });

    test('a channel has its own feed', async () => {
      expect((await request('/feed/extra/')).headers.location).toBe('/podcast-extra.xml');
      const { items } = await feed('/podcast-extra.xml');
      expect(items.map(({ title, enclosures }) => [title, enclosures[0]?.url])).toEqual([
        ['Title 218', `${media}/extra.mp3`],
      ]);
    });

    test('a withdrawn or password-protected episode leaves the feed at once', async () => {
      const titles = async () => (await feed('/podcast.xml')).items.map(({ title }) => title);
      expect(await titles()).toContain('Title 210');
      await get().write((tx) => updatePost(tx, 210, { password: 'word' }));
      await get().write((tx) => updatePost(tx, 211, { status: 'draft' }));
      // Written through another connection than the server's, which learns of it a moment later.
      await expect
        .poll(async () => (await titles()).filter((title) => title === 'Title 210' || title === 'Title 211'))
        .toEqual([]);
      expect(players((await request('/film/')).body)).toEqual([]);
    });
  });

  describe('Seriously Simple Podcasting', () => {
    const url = 'https://ssp.example';
    const episode = (id: number, fields: Partial<FixtureItem> = {}): FixtureItem => ({
      id,
      type: 'podcast',
      slug: `talk-${id}`,
      title: `Talk ${id}`,
      link: `${url}/podcast/talk-${id}/`,
      guid: `${url}/?post_type=podcast&#038;p=${id}`,
      ...fields,
      meta: {
        audio_file: `${media}/talk-${id}.m4a`,
        duration: '01:01:01',
        filesize: '4.2 MB',
        filesize_raw: '4200000',
        date_recorded: '01-02-2023',
        episode_type: 'audio',
        explicit: 'on',
        itunes_episode_number: '3',
        itunes_season_number: '2',
        itunes_episode_type: 'bonus',
        ...fields.meta,
      },
    });
    const exported = () =>
      wxr(
        [
          episode(301, { terms: ['series/night-show=Night show'] }),
          episode(302, {
            terms: ['series/day-show=Day show'],
            meta: { audio_file: `${media}/film.mp4`, episode_type: 'video' },
          }),
          episode(303, { status: 'draft' }),
          episode(304, { password: 'word' }),
          episode(305, { status: 'private' }),
          {
            id: 306,
            slug: 'article-with-audio',
            title: 'Article with audio',
            meta: { audio_file: '/wp-content/uploads/a.mp3' },
          },
        ],
        {
          url,
          parts: [
            termXml({
              taxonomy: 'series',
              slug: 'night-show',
              name: 'Night show',
              description: 'After dark',
            }),
          ],
        },
      );

    test('episodes are published with a player', async () => {
      const report = await bring(exported());
      expect(report.unknown.metaKeys.map(({ name }) => name).toSorted()).toEqual([
        'date_recorded',
        'filesize',
      ]);
      const page = await request('/podcast/talk-301/');
      expect([page.status, players(page.body)]).toEqual([200, [`${media}/talk-301.m4a`]]);
      expect(players((await request('/podcast/talk-302/')).body)).toEqual([`${media}/film.mp4`]);
      expect(players((await request('/article-with-audio/')).body)).toEqual([
        `${site.url}/wp-content/uploads/a.mp3`,
      ]);
    });

    test('player shortcodes are replaced by the player, and those of the list show the episodes', async () => {
      const own = 'https://places.example';
      const post = (id: number, slug: string, content: string, file?: string): FixtureItem => ({
        id,
        slug,
        title: `Place ${id}`,
        link: `${own}/${slug}/`,
        content,
        meta: file === undefined ? {} : { enclosure: enclosure(file) },
      });
      const report = await bring(
        wxr(
          [
            post(
              331,
              'power',
              'Words before.\n\n[powerpress]\n\nAnd after. [powerpress channel="x"]',
              'p.mp3',
            ),
            post(332, 'simple', 'Here is it: [ss_player]', 's.mp3'),
            post(333, 'all-talks', 'All talks.\n\n[ss_podcast title="Talks" limit="5"]'),
            post(334, 'given', '[powerpress url="https://media.example/given.mp3"]'),
          ],
          { url: own },
        ),
      );
      expect(report.unknown.shortcodes.map(({ name }) => name)).toEqual([]);
      for (const [path, file] of [
        ['/power/', 'p.mp3'],
        ['/simple/', 's.mp3'],
        ['/given/', 'given.mp3'],
      ]) {
        const { body } = await request(path ?? '');
        expect([path, players(body)]).toEqual([path, [`${media}/${file}`]]);
        expect(body).not.toMatch(/\[(?:powerpress|ss_)/);
      }
      const list = (await request('/all-talks/')).body;
      expect(list).toContain('>Talk 301</a>');
      expect(list).not.toMatch(/\[ss_|Talk 30[345]/);
      expect((await request('/?s=before')).body).not.toContain('[powerpress');
      await expect.poll(async () => (await request('/podcast.xml')).body).toContain('Place 331');
      const { body } = await request('/podcast.xml');
      expect(body).toContain('And after.');
      expect(body).not.toContain('[powerpress');
      expect((await request('/feed/')).body).not.toContain('[powerpress');
    });

    test('the feed lists public episodes with their details, and each series has its own feed', async () => {
      await expect.poll(async () => (await request('/podcast.xml')).body).toContain('Talk 301');
      const { body, items } = await feed('/podcast.xml');
      const titles = items.map(({ title }) => title);
      expect(titles).toEqual(expect.arrayContaining(['Talk 301', 'Talk 302', 'Article with audio']));
      for (const id of [303, 304, 305]) expect(body).not.toContain(`Talk ${id}`);
      const talk = body.split('<item>').find((item) => item.includes('<title>Talk 301'));
      for (const part of [
        `<enclosure url="${media}/talk-301.m4a" length="4200000" type="audio/mp4"/>`,
        '<itunes:duration>3661</itunes:duration>',
        '<itunes:season>2</itunes:season>',
        '<itunes:episode>3</itunes:episode>',
        '<itunes:episodeType>bonus</itunes:episodeType>',
        '<itunes:explicit>true</itunes:explicit>',
      ])
        expect(talk).toContain(part);
      for (const path of ['/feed/podcast/night-show/', '/feed/podcast/night-show', '/feed/night-show/']) {
        expect([path, (await request(path)).headers.location]).toEqual([path, '/podcast-night-show.xml']);
      }
      const series = await feed('/podcast-night-show.xml');
      expect([series.meta.title, series.meta.description, series.items.map(({ title }) => title)]).toEqual([
        'Night show – Old Gazette',
        'After dark',
        ['Talk 301'],
      ]);
      expect((await request('/feed/podcast/no-such/')).status).toBe(404);
    });

    test('file addresses from its old feeds redirect to the files, except for hidden episodes', async () => {
      for (const path of [
        '/podcast-download/301/talk-301.m4a',
        '/podcast-player/9/talk-301.m4a',
        '/podcast-player/9/talk-301.m4a?ref=feed',
      ]) {
        const { status, headers } = await request(path);
        expect([path, status, headers.location]).toEqual([path, 302, `${media}/talk-301.m4a`]);
      }
      for (const id of [303, 304, 305, 999])
        expect((await request(`/podcast-download/${id}/talk-${id}.m4a`)).status).toBe(404);
    });

    test('a second import changes nothing', async () => {
      const { imported, updated } = totals(await bring(exported()));
      expect([imported, updated]).toEqual([0, 0]);
    });
  });

  test('hostile meta neither runs, breaks a feed, nor hides a harmless episode', async () => {
    const huge = 'x'.repeat(1_000_000);
    const hostile: Record<string, Record<string, string>> = {
      script: { enclosure: 'javascript:alert(1)//x.mp3\n1\naudio/mpeg' },
      quotes: { enclosure: `${media}/a"onplay="alert(1).mp3\n1\naudio/mpeg` },
      tags: {
        enclosure: `${media}/t.mp3\n1"/><script>\naudio/mpeg"/><script>alert(1)</script>\n${php({ duration: ']]><x/>', subtitle: ']]></item><x>&' })}`,
      },
      controls: {
        enclosure: `${media}/c.mp3\n1\naudio/mpeg\n${php({ subtitle: 'bell \u0007 & <b>', summary: '\ufffe]]>' })}`,
      },
      object: { enclosure: `${media}/o.mp3\n1\naudio/mpeg\nO:8:"Evil\\Gun":1:{s:8:"duration";s:4:"1:00";}` },
      length: { enclosure: `${media}/l.mp3\n${'9'.repeat(400)}\naudio/mpeg` },
      unknown: { enclosure: `${media}/u.bin\n1\nx/y` },
      megabyte: { enclosure: `${media}/m.mp3\n1\naudio/mpeg\n${huge}`, audio_file: huge },
      bracket: { enclosure: `${media}/[gallery ids="1"]/b.mp3\n1\naudio/mpeg` },
      data: { audio_file: 'data:text/html,<script>alert(1)</script>' },
      channel: { '_&lt;x&gt;:enclosure': `${media}/x.mp3\n1\naudio/mpeg` },
    };
    const report = await bring(
      wxr(
        [
          ...Object.entries(hostile).map(([slug, meta], index) => ({
            id: 400 + index,
            slug: `h-${slug}`,
            title: `H ${slug}`,
            meta,
          })),
          {
            id: 450,
            slug: 'harmless',
            title: 'Harmless',
            meta: { enclosure: enclosure('harmless.mp3', { duration: '90' }) },
          },
        ],
        { url: 'https://evil.example' },
      ),
    );
    expect([report.files[0]?.end?.complete, report.counts['item post']?.imported]).toEqual([
      true,
      Object.keys(hostile).length + 1,
    ]);
    await expect.poll(async () => (await request('/podcast.xml')).body).toContain('Harmless'); // an import marks pages that list its posts as stale
    const { items, body } = await feed('/podcast.xml');
    const found = new Map(
      items.map(({ title, enclosures }) => [
        title,
        enclosures.map(({ url, length, type }) => `${url} ${length} ${type}`).join(),
      ]),
    );
    expect(found.get('Harmless')).toBe(`${media}/harmless.mp3 1000 audio/mpeg`);
    expect(found.get('H tags')).toBe(`${media}/t.mp3 0 audio/mpeg`);
    expect(found.get('H length')).toBe(`${media}/l.mp3 0 audio/mpeg`);
    expect([...found.keys()]).toEqual(
      expect.arrayContaining(['H quotes', 'H controls', 'H object', 'H megabyte', 'H bracket']),
    );
    for (const slug of ['script', 'unknown', 'data', 'channel'])
      expect([slug, found.has(`H ${slug}`)]).toEqual([slug, false]);
    expect(body).not.toMatch(/<script|<x[/>]|javascript:/);
    for (const slug of Object.keys(hostile)) {
      const page = await request(`/h-${slug}/`);
      expect([slug, page.status, /javascript:alert|onplay="|<x>|<script>alert/.test(page.body)]).toEqual([
        slug,
        200,
        false,
      ]);
    }
    expect(players((await request('/h-bracket/')).body)[0]).toContain('%5Bgallery');
    expect((await request('/feed/')).status).toBe(200);
    for (const path of [
      '/podcast-%ff.xml',
      '/podcast-%00.xml',
      '/podcast-a%2Fb.xml',
      `/podcast-${'a'.repeat(5000)}.xml`,
      '/feed/%ff/',
      '/feed/podcast/%00/',
    ]) {
      const { status } = await request(path);
      expect([path.slice(0, 40), status >= 400 && status < 500]).toEqual([path.slice(0, 40), true]);
    }
  });
});
