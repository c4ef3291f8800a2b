import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fieldOfKind } from '../../src/modules/fields/index.ts';
import { indexBatch } from '../../src/modules/fields/jobs.ts';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { updateTemplate } from '../../src/modules/templates/writer.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const dayMs = 86_400_000;
const inDays = (days: number, time = '12:00') =>
  `${new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)}T${time}:00`;

onBothDatabases('archives of ready types', (_get, place) => {
  let site: ServedSite;
  let boss = 0;
  const body = async (path: string) => {
    const reply = await rawRequest(site.url, path);
    return { ...reply, main: /<main[\s\S]*<\/main>/.exec(reply.body)?.[0] ?? '' };
  };
  const slugsOn = async (path: string) => {
    const { main } = await body(path);
    return [...main.matchAll(/class="card-title"[^>]*><a href="[^"]*\/([^/"]+)\/"/g)].map(([, slug]) => slug);
  };
  const make = (slug: string, meta: Readonly<Record<string, string>>, more: object = {}) =>
    site.database.write((tx) =>
      makePost(tx, {
        type: 'event',
        slug,
        title: slug,
        authorId: boss,
        meta: Object.fromEntries(Object.entries(meta).map(([key, value]) => [key, [value]])),
        ...more,
      }),
    );

  beforeAll(async () => {
    site = await serveSite(place());
    boss = await site.database.write((tx) => makeUser(tx, { roles: ['administrator'] }));
    const { cookie, nonce } = await site.signIn(boss);
    const made = await rawRequest(site.url, '/wp-json/broadsheet/v1/content-types/ready', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, 'x-wp-nonce': nonce },
      body: JSON.stringify({ name: 'event' }),
    });
    expect(made.status).toBe(201);
    await site.database.write((tx) => saveSettings(tx, { posts_per_page: 2, timezone_string: 'UTC' }));
    await make('no-date', {});
    await make('past', { starts_at: inDays(-10) });
    await make('later', {
      starts_at: inDays(20, '19:30'),
      ends_at: inDays(20, '21:00'),
      time_zone: 'Asia/Tokyo',
      place_name: 'Hall <7>',
    });
    await make('soon', { starts_at: `${inDays(2, '00:00')}`, all_day: '1', time_zone: 'Mars/Base' });
    // Rendered before its field has an index: dropped once it has.
    expect(await slugsOn('/events/')).toHaveLength(2);
    await make('running', { starts_at: inDays(-400), ends_at: inDays(5), all_day: '1' });
    await make('just-over', { starts_at: inDays(-3), ends_at: inDays(-1, '00:00') });
    await make('hidden', { starts_at: inDays(1) }, { status: 'draft' });
    await site.database.write((tx) => indexBatch(tx, 'event', 0));
    await vi.waitFor(() => expect(fieldOfKind('event', 'ends_at', 'date_time')?.isReady).toBe(true));
  });
  afterAll(() => site.close());

  test('[IMP-20] the archive of events lists by their begin: running, next, past, without a date', async () => {
    expect(await slugsOn('/events/')).toEqual(['running', 'soon']);
    expect(await slugsOn('/events/page/2/')).toEqual(['later', 'just-over']);
    expect(await slugsOn('/events/page/3/')).toEqual(['past', 'no-date']);
    expect((await body('/events/page/4/')).status).toBe(404);
    const feed = await rawRequest(site.url, '/events/feed/');
    const inFeed = [...feed.body.matchAll(/<link>[^<]*\/events\/([^/<]+)\/<\/link>/g)].map(
      ([, slug]) => slug,
    );
    expect(inFeed.slice(0, 2)).toEqual(['just-over', 'running']);
  });

  test('[IMP-20] cards show dates in the zone of the event and the place, not author and publishing date', async () => {
    const { main: second } = await body('/events/page/2/');
    const day = inDays(20).slice(0, 10);
    expect(second).toContain(`dateTime="${day}T19:30:00+09:00"`);
    expect(second.replaceAll(/<[^>]+>/g, '')).toMatch(/, 7:30 pm – 9:00 pm GMT\+9/);
    expect(second).toContain('Hall &lt;7&gt;');
    expect(second).not.toContain('rel="author"');
    const { main: first } = await body('/events/');
    expect(first).not.toContain('12:00 am');
    expect(first).toContain(`<time dateTime="${inDays(2).slice(0, 10)}">`);
    expect((await body('/events/soon/')).main).not.toContain('12:00 am');
    expect((await body('/events/later/')).main).toContain('7:30 pm GMT+9');
  });

  test('[IMP-20] the calendar has an event until its end', async () => {
    const { body: calendar } = await rawRequest(site.url, '/events/feed/ics/');
    const names = [...calendar.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, name]) => name);
    // A day longer than on the page: it may still be yesterday elsewhere.
    expect(names).toEqual(['running', 'just-over', 'soon', 'later', 'past']);
  });

  test('[IMP-20] pages link to their calendar, which answers, with any permalinks', async () => {
    const linkOn = async (path: string) => {
      const { main } = await body(path);
      const [, href = ''] = /class="feed-link"><a [^>]*href="([^"]*)"/.exec(main) ?? [];
      return href.replaceAll('&amp;', '&').replace(site.url, '');
    };
    const later = await site.database.read
      .selectFrom('post')
      .select('id')
      .where('slug', '=', 'later')
      .executeTakeFirstOrThrow();
    const answers = async (path: string) => (await rawRequest(site.url, path)).headers['content-type'];
    for (const [structure, item, list] of [
      ['rewritten', '/events/later/feed/ics/', '/events/feed/ics/'],
      ['plain', `/?p=${later.id}&feed=ics`, '/events/?feed=ics'],
    ] as const) {
      await site.database.write((tx) => saveSettings(tx, { permalink_structure: structure }));
      const page = structure === 'plain' ? `/?p=${later.id}` : '/events/later/';
      expect([await linkOn(page), await linkOn('/events/')]).toEqual([item, list]);
      for (const path of [item, list]) expect(await answers(path)).toContain('text/calendar');
    }
    await site.database.write((tx) => saveSettings(tx, { permalink_structure: 'rewritten' }));
    expect((await body('/events/later/')).main).toContain('Add to calendar');
    expect((await body('/events/')).main).toContain('Subscribe to calendar');
    await make('locked', { starts_at: inDays(3) }, { password: 'x' });
    expect((await body('/events/locked/')).main).not.toContain('feed-link');
  });

  test('[IMP-20] another date moves an event to another page of the archive', async () => {
    expect(await slugsOn('/events/page/3/')).toContain('past');
    const { id } = await site.database.read
      .selectFrom('post')
      .select('id')
      .where('slug', '=', 'past')
      .executeTakeFirstOrThrow();
    const moveTo = (starts: string) =>
      site.database.write((tx) => updatePost(tx, id, { meta: { starts_at: [starts] } }));
    await moveTo(inDays(1));
    await expect.poll(() => slugsOn('/events/')).toEqual(['running', 'past']);
    await moveTo(inDays(-10));
    await expect.poll(() => slugsOn('/events/')).toEqual(['running', 'soon']);
  });

  test('[IMP-20] other orders by field, and clumsy settings of the block, list all items', async () => {
    const { id } = await site.database.read
      .selectFrom('template')
      .select('id')
      .where('title', '=', 'Events')
      .executeTakeFirstOrThrow();
    const listed = async (attributes: object) => {
      const content = `<!-- wp:broadsheet/archive-loop ${JSON.stringify({ limit: 10, ...attributes })} /-->`;
      await site.database.write((tx) => updateTemplate(tx, id, { content }));
      return (await slugsOn('/events/')).join(' ');
    };
    const up = 'running past just-over soon later no-date';
    const byDate = 'just-over running soon later past no-date';
    expect(await listed({ order_field: 'starts_at' })).toBe(up);
    expect(await listed({ order_field: 'starts_at', order_direction: 'down' })).toBe(
      'later soon just-over past running no-date',
    );
    for (const order_field of [
      '',
      'place_name',
      'none',
      '__proto__',
      'constructor',
      '"]; drop',
      'x'.repeat(999),
    ])
      expect([order_field, await listed({ order_field })]).toEqual([order_field, byDate]);
    expect(await listed({ order_field: 'starts_at', order_direction: 'sideways' })).toBe(up);
    for (const card_fields of [',,,', '__proto__,none', 'x,'.repeat(400), '<b>,starts_at'])
      expect([card_fields, await listed({ card_fields })]).toEqual([card_fields, byDate]);
  });
});
