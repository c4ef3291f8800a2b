import nodeIcal from 'node-ical';
import type { VEvent } from 'node-ical';
import { parseFeed } from 'podcast-partytime';
import getPodcastFromFeed from 'podparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldOfKind } from '../../src/modules/fields/index.ts';
import { indexBatch } from '../../src/modules/fields/jobs.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makeMedia, makePost } from '../harness/factories.ts';
import { readFeed } from '../harness/read-feed.ts';
import { defineReadyType } from '../harness/ready-types.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const dayMs = 86_400_000;
/** The local noon of a day from now. */
const noon = (days: number) => `${new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)}T12:00:00`;

onBothDatabases('feeds of the ready types', (_get, place) => {
  let site: ServedSite;
  const get = (path: string) => rawRequest(site.url, path);
  const write = <Result>(work: Parameters<typeof site.database.write<Result>>[0]) =>
    site.database.write(work);
  const make = (type: string, slug: string, meta: Readonly<Record<string, unknown>>, more: object = {}) =>
    write((tx) =>
      makePost(tx, {
        type,
        slug,
        title: slug,
        content: `<p>About ${slug}.</p>`,
        meta: Object.fromEntries(
          Object.entries(meta).map(([key, value]) => [
            key,
            [typeof value === 'object' ? JSON.stringify(value) : String(value)],
          ]),
        ),
        ...more,
      }),
    );
  const eventsOf = (body: string) =>
    Object.values(nodeIcal.sync.parseICS(body)).filter((one): one is VEvent => one?.type === 'VEVENT');

  beforeAll(async () => void (site = await serveSite(place())));
  afterAll(() => site.close());

  test('[IMP-20] a site without the types has no such feeds', async () => {
    for (const path of ['/events/feed/ics/', '/podcast/feed/podcast/', '/feed/podcast/', '/?feed=ics'])
      expect([path, (await get(path)).status]).toEqual([path, path === '/?feed=ics' ? 200 : 404]);
  });

  test('[IMP-20] calendars have UTC times across clock changes, whole days, states and places', async () => {
    await defineReadyType(site.database, 'event');
    const noEvents = await get('/events/feed/ics/');
    expect([noEvents.status, eventsOf(noEvents.body)]).toEqual([200, []]);
    const zone = { time_zone: 'Europe/Berlin' };
    await make('event', 'summer', {
      ...zone,
      starts_at: '2099-07-01T18:00:00',
      ends_at: '2099-07-01T20:00:00',
      place: { lat: 0, lng: 13.4, label: 'Café; Mitte, 1' },
      address: 'Street 1\nBerlin',
      event_url: { url: 'https://tickets.example/', title: '', target: '' },
    });
    await make('event', 'winter', { ...zone, starts_at: '2099-12-01T18:00:00', event_status: 'postponed' });
    await make('event', 'days', {
      starts_at: '2099-08-01T00:00:00',
      ends_at: '2099-08-02T00:00:00',
      all_day: 1,
      event_status: 'cancelled',
    });
    await make('event', 'last-week', { starts_at: noon(-7) });
    await make('event', 'long-ago', { starts_at: '2001-01-01T12:00:00' });
    await make('event', 'locked', { starts_at: noon(7) }, { password: 'x' });
    await make('event', 'hidden', { starts_at: noon(7) }, { status: 'private' });
    await write((tx) => indexBatch(tx, 'event', 0));
    await expect.poll(() => fieldOfKind('event', 'starts_at', 'date_time')?.isReady).toBe(true);
    const { status, headers, body } = await get('/events/feed/ics/');
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(headers['content-disposition']).toBe('attachment; filename="events.ics"');
    expect(Math.max(...body.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const events = eventsOf(body);
    expect(events.map(({ summary }) => summary)).toEqual(['summer', 'days', 'winter', 'last-week']);
    const [summer, days, winter] = events;
    expect(summer?.start.toISOString()).toBe('2099-07-01T16:00:00.000Z');
    expect(summer?.end?.toISOString()).toBe('2099-07-01T18:00:00.000Z');
    expect(winter?.start.toISOString()).toBe('2099-12-01T17:00:00.000Z');
    expect([summer?.status, winter?.status, days?.status]).toEqual(['CONFIRMED', 'TENTATIVE', 'CANCELLED']);
    expect(summer?.location).toBe('Café; Mitte, 1\nStreet 1\nBerlin');
    expect(body).toContain('GEO:0;13.4');
    expect(body).toContain('DTSTART;VALUE=DATE:20990801\r\nDTEND;VALUE=DATE:20990803');
    const one = await get('/events/summer/feed/ics/');
    expect([one.status, eventsOf(one.body)[0]?.uid]).toEqual([200, summer?.uid]);
    expect(one.headers['content-disposition']).toBe('attachment; filename="summer.ics"');
    expect((await get('/events/summer/feed/ics')).headers.location).toBe('/events/summer/feed/ics/');
    for (const path of ['/events/locked/feed/ics/', '/events/hidden/feed/ics/', '/events/none/feed/ics/'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect((await get('/events/')).body).toContain('type="text/calendar"');
    expect((await get('/events/summer/')).body).toContain(`${site.url}/events/summer/feed/ics/`);
    expect((await get('/')).body).not.toContain('text/calendar');
  });

  test('[IMP-20] hostile values of events break no calendar', async () => {
    const start = { starts_at: '2098-03-01T12:00:00' };
    await make(
      'event',
      'crlf',
      { ...start, place_name: 'A\r\nBEGIN:VEVENT\r\nSUMMARY:Forged' },
      { title: 'X\r\nEND:VCALENDAR' },
    );
    await make('event', 'controls', start, { title: 'Bell \u0007 \ud800 ]]> \u0085' });
    await make('event', 'zone', { ...start, time_zone: '../../etc/passwd' });
    await make('event', 'far', { starts_at: '9999-12-31T23:59:59', time_zone: 'America/New_York' });
    await make('event', 'backwards', { ...start, ends_at: '2097-01-01T12:00:00' });
    await make('event', 'huge', { ...start, address: 'ä'.repeat(19_000) }, { title: 'é'.repeat(5000) });
    await make('event', 'script', { ...start, event_url: '{"url":"javascript:alert(1)"}' });
    await make('event', 'no-date', { starts_at: 'tomorrow' });
    await make('event', 'no-place', { ...start, place: '{"lat":"1e9","lng":[]}' });
    await make('event', 'unknown-status', { ...start, event_status: 'CONFIRMED\r\nX:1' });
    await make('event', 'harmless', { ...start, place_name: 'Hall' });
    const { status, body } = await get('/events/feed/ics/');
    expect(status).toBe(200);
    const events = eventsOf(body);
    const slugs = events.map(({ url }) => /events\/([^/]+)/.exec(String(url))?.[1]);
    expect(slugs).toEqual(
      expect.arrayContaining(['crlf', 'zone', 'huge', 'harmless', 'backwards', 'script']),
    );
    expect(slugs).not.toContain('far');
    expect(slugs).not.toContain('no-date');
    expect(body.match(/^BEGIN:VEVENT/gm)).toHaveLength(events.length);
    expect(body.match(/^END:VCALENDAR/gm)).toHaveLength(1);
    expect(body).not.toMatch(/javascript:|^X:1/m);
    expect(body).not.toContain('\u0007');
    expect(body.length).toBeLessThan(60_000);
    for (const path of [
      '/events/feed/ics/?paged=99999999999999',
      '/events/%ff/feed/ics/',
      '//feed/ics/',
      '/events/feed/ics/feed/ics/',
    ])
      expect([path, (await get(path)).status < 500]).toEqual([path, true]);
    expect((await get('/events/far/feed/ics/')).status).toBe(404);
  });

  test('[IMP-20] podcast parsers read the feed of episodes with chapters and transcripts', async () => {
    await defineReadyType(site.database, 'episode');
    // Before the first episode it is an empty feed, as in WordPress.
    const empty = await get('/podcast/feed/podcast/');
    expect([empty.status, empty.headers['content-type']]).toEqual([200, expect.stringContaining('rss+xml')]);
    expect((await readFeed(empty.body, `${site.url}/podcast/feed/podcast/`)).items).toEqual([]);
    expect(getPodcastFromFeed(empty.body).episodes).toEqual([]);
    expect((await get('/feed/podcast/')).headers.location).toBe('/podcast/feed/podcast/');
    expect((await get('/podcast/feed/podcast/?paged=2')).status).toBe(404);
    const file = (name: string, mimeType: string, bytes: number) =>
      write((tx) => makeMedia(tx, { mimeType, file: { file: `2026/01/${name}`, bytes, sizes: {} } }));
    const audio = await file('one.mp3', 'audio/mpeg', 4321);
    const captions = await file('one.vtt', 'text/vtt', 10);
    const drawing = await file('cover.svg', 'image/svg+xml', 10);
    const sheet = await file('notes.pdf', 'application/pdf', 10);
    await write((tx) =>
      saveSettings(tx, {
        podcast_title: 'The Show & more',
        podcast_author: 'Ada',
        podcast_owner_email: 'show@example.org',
        podcast_type: 'serial',
        podcast_locked: true,
        podcast_cover: drawing,
      }),
    );
    await make(
      'episode',
      'first',
      {
        audio,
        audio_length_seconds: 125.4,
        season: 2,
        episode_number: 7,
        episode_kind: 'bonus',
        explicit: 1,
        chapters: [
          {
            start: '0:01:05',
            title: 'Second',
            link: { url: 'https://example.org/x', title: '', target: '' },
          },
          { start: '0', title: 'Intro', link: null },
          { start: 'never', title: 'No time', link: null },
          { start: '5', title: 'Script', link: { url: 'javascript:alert(1)' } },
        ],
        transcript: '<p onclick="x()">Hello</p><script>alert(1)</script>',
        transcript_file: captions,
      },
      { featuredMediaId: drawing },
    );
    await make(
      'episode',
      'hostile',
      { audio, season: -1, episode_number: 1.5 },
      { title: 'A ]]> \u0007 & <b>bold</b> end' },
    );
    await make('episode', 'no-audio', { audio: sheet });
    await make('episode', 'gone-audio', { audio: 999_999 });
    await make('episode', 'locked-episode', { audio }, { password: 'x' });
    const { status, body, headers } = await get('/podcast/feed/podcast/');
    expect([status, headers['content-type']]).toEqual([200, 'application/rss+xml; charset=UTF-8']);
    expect((await readFeed(body, `${site.url}/podcast/feed/podcast/`)).items).toHaveLength(2);
    const party = parseFeed(body);
    const first = party?.items.find(({ link }) => link?.includes('/first/'));
    expect(party).toMatchObject({ title: 'The Show & more', itunesType: 'serial' });
    expect(party?.locked).toBe(true);
    expect(party?.guid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(first?.enclosure).toMatchObject({
      url: `${site.url}/wp-content/uploads/2026/01/one.mp3`,
      length: 4321,
      type: 'audio/mpeg',
    });
    expect(first?.podcastChapters).toMatchObject({ url: `${site.url}/podcast/first/feed/chapters/` });
    expect(first?.podcastTranscripts?.map(({ type }) => type)).toEqual(['text/html', 'text/vtt']);
    expect(first?.podcastSeason).toMatchObject({ number: 2 });
    expect(first?.podcastEpisode).toMatchObject({ number: 7 });
    const { meta, episodes } = getPodcastFromFeed(body);
    expect([meta.title, episodes.length, meta.owner.email]).toEqual([
      'The Show & more',
      2,
      'show@example.org',
    ]);
    expect(body).toContain('<itunes:duration>125</itunes:duration>');
    expect(body).not.toContain('.svg');
    const chapters = await get('/podcast/first/feed/chapters/');
    expect(chapters.headers['content-type']).toBe('application/json+chapters');
    expect(JSON.parse(chapters.body)).toMatchObject({
      chapters: [
        { startTime: 0, title: 'Intro' },
        { startTime: 5, title: 'Script' },
        { startTime: 65, title: 'Second', url: 'https://example.org/x' },
      ],
    });
    expect(chapters.body).not.toContain('javascript');
    const transcript = await get('/podcast/first/feed/transcript/');
    expect([transcript.status, /<p>Hello<\/p>/.test(transcript.body)]).toEqual([200, true]);
    expect(transcript.body).not.toMatch(/script>|onclick/);
    for (const path of ['/podcast/hostile/feed/chapters/', '/podcast/locked-episode/feed/transcript/'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  test('[IMP-20] PowerPress’ address leads to the feed, which imported episodes join', async () => {
    expect((await get('/feed/podcast/')).headers.location).toBe('/podcast/feed/podcast/');
    expect((await get('/podcast.xml')).headers.location).toBe('/podcast/feed/podcast/');
    await make('post', 'imported', { enclosure: 'https://media.example/a.mp3\n1000\naudio/mpeg\n' });
    expect((await get('/feed/podcast/')).headers.location).toBe('/podcast.xml');
    const { items } = await readFeed((await get('/podcast.xml')).body, `${site.url}/podcast.xml`);
    expect(items).toHaveLength(3);
  });

  test('[IMP-20] hostile values of episodes break no podcast feed', async () => {
    const media = (file: Parameters<typeof makeMedia>[1]) => write((tx) => makeMedia(tx, file));
    const mp3 = (name: string) =>
      media({ mimeType: 'audio/mpeg', file: { file: name, bytes: 9, sizes: {} } });
    const audio = await mp3('2026/01/fine.mp3');
    const huge = 'ä'.repeat(900_000);
    await make(
      'episode',
      'huge',
      { audio, transcript: `<p>${huge}</p>` },
      { title: 'é'.repeat(5000), content: huge },
    );
    await make(
      'episode',
      'closed',
      { audio },
      { title: 'A ]]></title></item></channel> B', excerpt: ']]><x/>' },
    );
    await make('episode', 'huge-numbers', {
      audio,
      season: 1e300,
      episode_number: 2 ** 40,
      audio_length_seconds: -5,
    });
    await make('episode', 'kinds', { audio, episode_kind: '"><script>', explicit: 'maybe' });
    await make('episode', 'many', {
      audio,
      chapters: Array.from({ length: 5000 }, (_one, at) => ({
        start: String(at),
        title: `C ${at}`,
        link: null,
      })),
    });
    await make('episode', 'times', {
      audio,
      chapters: ['99999999999:00', '-1', '1e9', '0:0:0:0', '٣', '5'].map((start) => ({
        start,
        title: start,
      })),
    });
    await make('episode', 'not-audio', {
      audio: await media({ mimeType: 'text/html', file: { file: '2026/01/x.html', sizes: {} } }),
    });
    await make('episode', 'path', { audio: await mp3('2026/01/"><x>.mp3') });
    await make('episode', 'list', { audio: [audio, audio], transcript_file: { id: audio } });
    await make('episode', 'scripts', {
      audio,
      transcript: '<iframe src="javascript:alert(1)"></iframe><img src=x onerror=alert(1)>Said',
      transcript_file: await media({ mimeType: 'image/svg+xml', file: { file: '2026/01/x.svg', sizes: {} } }),
    });
    for (const enclosure of [
      'javascript:alert(1)\n1\naudio/mpeg',
      'https://media.example/"><x>.mp3\n1e9\naudio/mpeg"><x>',
      'file:///etc/passwd\n1\naudio/mpeg',
    ])
      await make('post', `enclosure-${enclosure.length}`, { enclosure });
    await make('episode', 'harmless', { audio, season: 1 });

    for (const path of ['/podcast/feed/podcast/', '/podcast.xml']) {
      const { status, body } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      const { items } = await readFeed(body, site.url + path);
      expect(items.length).toBeGreaterThan(8);
      expect(parseFeed(body)?.items.map(({ link }) => link)).toContain(`${site.url}/podcast/harmless/`);
      expect(body).not.toMatch(/<x>|<script|javascript:|file:\/\/|\.html"|\.svg"|1e\+?300|NaN|Infinity/);
      expect(body.match(/<\/channel>/g)).toHaveLength(1);
      expect(body.length).toBeLessThan(2_500_000);
      const times = body.match(/<itunes:(?:season|episode|duration)>[^<]*/g) ?? [];
      for (const one of times) expect(one).toMatch(/>[1-9]\d{0,9}$/);
    }
    const chapters = JSON.parse((await get('/podcast/times/feed/chapters/')).body) as { chapters: object[] };
    expect(chapters.chapters).toMatchObject([{ startTime: 5 }]);
    const transcript = await get('/podcast/scripts/feed/transcript/');
    expect(transcript.body).toContain('Said');
    expect(transcript.body).not.toMatch(/onerror|javascript:|<iframe/);
    for (const path of [
      '/podcast/feed/podcast/?paged=-1',
      '/podcast/feed/podcast/?paged=99999999999999999999',
      '/podcast/%ff/feed/chapters/',
      '/podcast/huge/feed/transcript/',
      '/podcast/many/feed/chapters/',
      '/podcast-%00.xml',
      '/podcast-download/12/..%2f..%2fetc%2fpasswd.mp3',
    ])
      expect([path, (await get(path)).status < 500]).toEqual([path, true]);
  });
});
