import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { asItStands } from '../../src/kernel/command.ts';
import { arrangeFront } from '../../src/modules/front/commands.ts';
import type { Breaking, Pin } from '../../src/modules/front/model.ts';
import { writeFront } from '../../src/modules/front/store.ts';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { assignTemplate } from '../../src/modules/templates/assign-template.ts';
import { createTemplate } from '../../src/modules/templates/writer.ts';
import { operator } from '../../src/modules/users/role.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { clearFront, pinOf } from '../harness/front.ts';
import { rankRelated, rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

interface Area {
  readonly area: string;
  readonly title: string;
  readonly link: string;
  readonly places: number;
  readonly posts: readonly {
    readonly id: number;
    readonly title: string;
    readonly is_pinned: boolean;
    readonly is_shown: boolean;
  }[];
}

const categories = 7;
const perCategory = 12;

onDrawnDatabase('the front page desk and readers', (_get, place) => {
  let site: ServedSite;
  let desk: { readonly cookie: string; readonly nonce: string };
  /** Ids of posts by category, the oldest first. */
  const posts: number[][] = [];
  const sections: number[] = [];
  let picture = 0;
  const get = async (path = '/') => (await rawRequest(site.url, path)).body;
  const send = async (method: string, path: string, sent?: unknown) => {
    const { status, body } = await rawRequest(site.url, `/wp-json/broadsheet/v1/front${path}`, {
      method,
      headers: { cookie: desk.cookie, 'x-wp-nonce': desk.nonce, 'content-type': 'application/json' },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
    expect(status, body).toBe(200);
    return JSON.parse(body) as { readonly areas: readonly Area[]; readonly html: string };
  };
  const arrange = (pins: readonly Pin[], breaking: Breaking | null = null) =>
    site.database.write((tx) => arrangeFront(tx, operator(), { pins: [...pins], breaking }, asItStands));
  const postOf = (category: number, n: number) => posts[category]?.[n] ?? 0;
  const bandOf = (category: number) => `category:${sections[category] ?? 0}` as const;
  const titles = (html: string, block: RegExp) => {
    const part = block.exec(html)?.[0] ?? '';
    return [...part.matchAll(/<h[23] class="card-title"><a href="\/([^"]+)\/"/g)].map(([, slug]) => slug);
  };
  const lead = (html: string) =>
    titles(html, /<(\w+) class="front[ "][\s\S]*?(?=class="(?:big-grid|list |post-list))/);
  const queriesOf = async (path: string) => {
    const before = site.database.queryCount();
    await get(path);
    return site.database.queryCount() - before;
  };

  beforeAll(async () => {
    site = await serveSite(place());
    const editor = await site.database.write(async (tx) => {
      picture = await makeMedia(tx, { file: { file: '2026/01/other.jpg', alt: 'Another picture' } });
      const featuredMediaId = await makeMedia(tx);
      for (let category = 0; category < categories; category++)
        sections.push(await makeTerm(tx, { name: `Section ${category}`, slug: `section-${category}` }));
      for (let n = 0; n < perCategory; n++)
        for (let category = 0; category < categories; category++) {
          if (n >= perCategory - category) continue; // the first categories are the largest
          const slug = `story-${category}-${n}`;
          (posts[category] ??= []).push(
            await makePost(tx, {
              title: `Story ${category} ${n}`,
              slug,
              featuredMediaId,
              termIds: [sections[category] ?? 0],
            }),
          );
        }
      return makeUser(tx, { roles: ['editor'] });
    });
    desk = await site.signIn(editor);
  });
  beforeEach(() => site.database.write((tx) => clearFront(tx)));
  afterAll(() => site.close());

  test('[IMP-11] the desk shows the areas of the front as readers see them', async () => {
    const { areas } = await send('GET', '');
    const html = await get();
    expect(areas[0]).toMatchObject({ area: 'lead', places: 7 });
    expect(areas[0]?.posts).toHaveLength(7);
    expect(areas.map(({ area }) => area)).toEqual(['lead', ...[0, 1, 2, 3, 4, 5].map(bandOf)]);
    expect(areas[1]).toMatchObject({ title: 'Section 0', link: '/category/section-0/', places: 5 });
    for (const { posts: shown } of areas)
      for (const { id, title, is_pinned: pinned, is_shown: isShown } of shown) {
        expect([pinned, isShown, id > 0]).toEqual([false, true, true]);
        expect(html).toContain(`>${title}</a>`);
      }
  });

  test('[IMP-11] a band opens with its pins, once on the page, also with a story of another category', async () => {
    const far = postOf(6, 0);
    for (const category of [0, 1, 2, 5]) {
      const own = postOf(category, 0);
      await arrange([
        pinOf(far, { area: bandOf(category) }),
        pinOf(own, { area: bandOf(category) }),
        pinOf(postOf(3, 2)),
      ]);
      const { areas } = await send('GET', '');
      const band = areas.find(({ area }) => area === bandOf(category));
      expect(band?.posts.slice(0, 2)).toMatchObject([
        { id: far, is_pinned: true, is_shown: true },
        { id: own, is_pinned: true, is_shown: true },
      ]);
      expect(areas[0]?.posts[0]).toMatchObject({ id: postOf(3, 2), is_pinned: true });
      const html = await get();
      for (const slug of ['story-6-0', `story-${category}-0`, 'story-3-2'])
        expect(html.match(new RegExp(`card-title"><a href="/${slug}/"`, 'g'))).toHaveLength(1);
      expect(await get('/page/2/')).not.toContain('card-title"><a href="/story-6-0/"');
      // Other pages list the category as before.
      expect(await get(`/category/section-${category}/`)).not.toContain('card-title"><a href="/story-6-0/"');
    }
  });

  test('[IMP-11] the newest story, pinned to a band, is not in the lead, and one of a band that the page lacks stays listed', async () => {
    const newest = postOf(0, perCategory - 1);
    await arrange([pinOf(newest, { area: bandOf(4) })]);
    const { areas } = await send('GET', '');
    expect(areas[0]?.posts.map(({ id }) => id)).not.toContain(newest);
    expect(areas.find(({ area }) => area === bandOf(4))?.posts[0]).toMatchObject({ id: newest });
    const empty = await site.database.write((tx) => makeTerm(tx, { name: 'Empty' }));
    await arrange([pinOf(newest, { area: `category:${empty}` })]);
    const absent = (await send('GET', '')).areas.at(-1);
    expect(absent).toMatchObject({ area: `category:${empty}`, title: 'Empty', places: 0 });
    expect(absent?.posts).toMatchObject([{ id: newest, is_pinned: true, is_shown: false }]);
    expect(await get()).toContain(`href="/story-0-${perCategory - 1}/"`);
  });

  test('[IMP-11] headline and picture are those of the front only, and leak into no other page', async () => {
    const id = postOf(2, 1);
    const headline = 'Short <b>& "bold"</b>';
    const shown = 'Short &lt;b&gt;&amp; “bold”&lt;/b&gt;';
    await arrange([pinOf(id, { headline, mediaId: picture })]);
    const paths = ['/story-2-1/', '/category/section-2/', '/category/section-2/page/2/', '/story-2-2/'];
    // In both orders: whichever page is rendered first must not fill the other one's caches.
    for (const first of ['/', ...paths]) {
      await site.database.write(async (tx) => tx.emit('*', 'remove'));
      await get(first);
      const front = await get('/');
      expect(front.replaceAll('&quot;', '"')).toContain(shown.replaceAll('&quot;', '"'));
      expect(front).toContain('2026/01/other.jpg');
      for (const path of paths) {
        const page = await get(path);
        expect(page).not.toContain('Short');
        expect(page).not.toContain('other.jpg');
      }
    }
    const rest = await rawRequest(site.url, `/wp-json/wp/v2/posts/${id}`);
    expect(rest.body).not.toContain('Short');
    expect((await rawRequest(site.url, '/feed/')).body).not.toContain('Short');
    const { areas } = await send('GET', '');
    expect(areas[0]?.posts[0]).toMatchObject({ id, title: 'Story 2 1' });
    await arrange([]);
    expect(await get()).not.toContain('Short');
  });

  test('[IMP-11] a list that the front and an article share has headlines, pictures and pins on the front only', async () => {
    const content = `<!-- wp:broadsheet/post-list {"category_id":"${sections[2]}","limit":3} /-->`;
    await site.database.write(async (tx) => {
      for (const kind of ['home', 'single'] as const)
        await assignTemplate(
          tx,
          operator(),
          { kind, templateId: await createTemplate(tx, { type: kind, title: 'Ours', content }) },
          asItStands,
        );
    });
    const [newest, other] = [postOf(2, perCategory - 3), postOf(6, 0)];
    await arrange([
      pinOf(newest, { area: bandOf(2), headline: 'Short', mediaId: picture }),
      pinOf(other, { area: bandOf(2) }),
    ]);
    const article = '/story-1-1/';
    for (const order of [
      ['/', article],
      [article, '/'],
    ] as const) {
      await site.database.write(async (tx) => tx.emit('*', 'remove'));
      for (const path of order) {
        const page = await get(path);
        const found = ['>Short<', '2026/01/other.jpg', 'href="/story-6-0/"'].filter((part) =>
          page.includes(part),
        );
        expect([path, found.length]).toEqual([path, path === '/' ? 3 : 0]);
        expect(page.includes(`>Story 2 ${perCategory - 3}</a>`)).toBe(path !== '/');
      }
    }
    await site.database.write(async (tx) => {
      for (const kind of ['home', 'single'] as const)
        await assignTemplate(tx, operator(), { kind, templateId: 0 }, asItStands);
    });
  });

  test('[IMP-11] a front edit re-renders the front and its further pages only, and costs readers nothing when it is undone', async () => {
    const others = ['/story-1-1/', '/category/section-1/', '/?s=story'];
    await rankRelated(site, 'story-1-1');
    /** Queries of the front when a post was published. */
    const afterPublishing = async () => {
      await get();
      await site.database.write(async (tx) => tx.emit('list:post', 'change'));
      return queriesOf('/');
    };
    const plain = await get();
    const cost = await afterPublishing();
    for (const path of ['/', '/page/2/', ...others]) await get(path);
    await arrange([pinOf(postOf(1, 0), { headline: 'Now' })], { text: 'Just in', url: '', endsAt: 0 });
    for (const path of others) expect([path, await queriesOf(path)]).toEqual([path, 0]);
    for (const path of ['/', '/page/2/']) {
      expect(await queriesOf(path)).toBeGreaterThan(0);
      expect(await queriesOf(path)).toBe(0);
    }
    await arrange([]);
    expect(await get()).toBe(plain);
    expect(await afterPublishing()).toBe(cost);
    expect(cost).toBeLessThanOrEqual(9);
  });

  test('[IMP-11] the breaking line is on the front only, with scripts off, in built-in and own templates, until it ends', async () => {
    const plain = await get();
    expect(plain).not.toContain('breaking-line');
    const endsAt = Date.now() + 60_000;
    await arrange([], { text: 'Fire <script>alert(1)</script> & "smoke"', url: '/live/?a=1&b="', endsAt });
    const html = await get();
    const [line = ''] = /<p class="breaking-line">.*?<\/p>/.exec(html) ?? [];
    expect(line).toContain(
      '<a href="/live/?a=1&amp;b=&quot;">Fire &lt;script&gt;alert(1)&lt;/script&gt; &amp; ',
    );
    expect(html).toMatch(/<main id="content"[^>]*>\s*<p class="breaking-line">/);
    for (const path of ['/page/2/', '/story-1-1/', '/category/section-1/', '/?s=story'])
      expect(await get(path)).not.toContain('breaking-line');
    const template = await site.database.write(async (tx) => {
      const id = await createTemplate(tx, {
        type: 'home',
        title: 'Ours',
        content: '<!-- wp:paragraph --><p>Ours</p><!-- /wp:paragraph -->',
      });
      await assignTemplate(tx, operator(), { kind: 'home', templateId: id }, asItStands);
      return id;
    });
    expect(template).toBeGreaterThan(0);
    const own = await get();
    expect(own).toMatch(/>Ours<\/p>/);
    expect(own).toContain(line);
    // Without a link, and as the page of a site with a static front page.
    await site.database.write(async (tx) => {
      const page = await makePost(tx, { type: 'page', title: 'Welcome', slug: 'welcome' });
      await saveSettings(tx, { show_on_front: 'page', page_on_front: page });
    });
    await arrange([], { text: 'Only text', url: '', endsAt: 0 });
    expect(await get()).toContain('<p class="breaking-line">Only text</p>');
    await site.database.write(async (tx) => {
      await saveSettings(tx, { show_on_front: null, page_on_front: null });
      await assignTemplate(tx, operator(), { kind: 'home', templateId: 0 }, asItStands);
    });
    await arrange([]);
    expect(await get()).toBe(plain);
  });

  test('[IMP-11] pins and the breaking line end by themselves', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const endsAt = Date.now() + 60_000;
    await arrange(
      [
        pinOf(postOf(1, 0), { endsAt, headline: 'For now' }),
        pinOf(postOf(2, 0), { area: bandOf(0), endsAt }),
      ],
      { text: 'For now, too', url: '', endsAt },
    );
    const before = await get();
    expect(before).toContain('>For now<');
    expect(before).toContain('For now, too');
    vi.setSystemTime(endsAt - 1);
    expect(await get()).toContain('For now');
    vi.setSystemTime(endsAt);
    // A page that has expired may be sent once more, while it is rendered again.
    await expect.poll(() => get()).not.toContain('For now');
    const { areas } = await send('GET', '');
    expect(areas.flatMap(({ posts: shown }) => shown.filter((post) => post.is_pinned))).toEqual([]);
  });

  test('[IMP-11] a scheduled story takes its pinned place when it is published', async () => {
    const id = await site.database.write((tx) =>
      makePost(tx, {
        title: 'Planned',
        slug: 'planned',
        status: 'future',
        publishedAt: Date.now() + 3_600_000,
      }),
    );
    await arrange([pinOf(id, { headline: 'Soon' })]);
    expect(await get()).not.toContain('Soon');
    await site.database.write((tx) =>
      updatePost(tx, id, { status: 'publish', publishedAt: Date.now() - 1000 }),
    );
    expect(lead(await get())[0]).toBe('planned');
    await site.database.write((tx) => updatePost(tx, id, { status: 'trash' }));
    expect(await get()).not.toContain('Soon');
  });

  test('[IMP-11] the preview shows an unsaved front, runs no scripts and changes nothing', async () => {
    const before = await get();
    const { html } = await send('POST', '/preview', {
      pins: [
        { post_id: postOf(5, 0), headline: 'Tried <b>out</b>', picture },
        { post_id: postOf(6, 1), area: bandOf(1) },
      ],
      breaking: { text: 'Tried, too' },
      device: 'phone',
      dark: true,
    });
    expect(html).toContain('Tried &lt;b&gt;out&lt;/b&gt;');
    expect(html).toContain('other.jpg');
    expect(html).toContain('<p class="breaking-line">Tried, too</p>');
    expect(html).toMatch(/story-6-1/);
    expect(html).not.toMatch(/<script|\son\w+=/);
    expect(await get()).toBe(before);
    expect(await queriesOf('/')).toBe(0);
  });

  test('[IMP-11] an own template without lead and with a list of a category takes pins, too', async () => {
    await site.database.write(async (tx) => {
      const id = await createTemplate(tx, {
        type: 'home',
        title: 'Ours',
        content: `<!-- wp:broadsheet/post-list {"category_id":"${sections[3]}","limit":3} /-->`,
      });
      await assignTemplate(tx, operator(), { kind: 'home', templateId: id }, asItStands);
    });
    await arrange([pinOf(postOf(0, 0), { area: bandOf(3), headline: 'On top' })]);
    const { areas } = await send('GET', '');
    expect(areas.map(({ area, places }) => [area, places])).toEqual([[bandOf(3), 3]]);
    expect(areas[0]?.posts.map(({ id }) => id)).toEqual([postOf(0, 0), postOf(3, 8), postOf(3, 7)]);
    expect(await get()).toContain('>On top<');
    await site.database.write((tx) =>
      assignTemplate(tx, operator(), { kind: 'home', templateId: 0 }, asItStands),
    );
    await site.database.write((tx) => writeFront(tx, { pins: [], breaking: null }));
  });

  test('[IMP-11] lists with pages or a filter show pinned stories once, at their date, on the page and in their calls', async () => {
    const list = (settings: object) =>
      `<!-- wp:broadsheet/post-list ${JSON.stringify({ limit: 3, once: true, ...settings })} /-->`;
    const category_id = String(sections[3] ?? 0);
    // The newest story of the category, its second one, and an old one of another category.
    const [first, second, other] = [postOf(3, 8), postOf(3, 7), postOf(0, 0)];
    const slugOf = (category: number, n: number) => `story-${category}-${n}`;
    const own = ['3-8', '3-7', '3-6', '3-5', '3-4', '3-3'].map((name) => `story-${name}`);
    const shownBy = async (content: string) => {
      await site.database.write(async (tx) => {
        const templateId = await createTemplate(tx, { type: 'home', title: 'Paged', content });
        await assignTemplate(tx, operator(), { kind: 'home', templateId }, asItStands);
      });
      return get();
    };
    const all = (html: string) => titles(html, /<main[\s\S]*<\/main>/);
    onTestFinished(() =>
      site.database.write((tx) =>
        assignTemplate(tx, operator(), { kind: 'home', templateId: 0 }, asItStands),
      ),
    );
    for (const settings of [
      { ajax_pagination: 'next_prev' },
      { td_ajax_filter_type: 'td_category_ids_filter' },
    ]) {
      await arrange([pinOf(second, { area: bandOf(3), headline: 'Pinned here' })]);
      const html = await shownBy(list({ category_id, ...settings }));
      expect(all(html)).toEqual(own.slice(0, 3));
      expect(html).toContain('>Pinned here<');
    }
    // A story pinned to the lead or to another band is shown there only.
    await arrange([pinOf(first, { area: bandOf(0) }), pinOf(second), pinOf(other, { area: bandOf(3) })]);
    const html = await shownBy(
      list({ category_id, ajax_pagination: 'next_prev' }) + list({ category_id: String(sections[0] ?? 0) }),
    );
    expect(all(html)).toEqual([...own.slice(1, 4), slugOf(3, 8), slugOf(0, 11), slugOf(0, 10)]);
    // A call for the next page continues, without a gap and without what the page shows.
    await arrange([pinOf(postOf(3, 4), { area: bandOf(3) })]);
    const page = await shownBy(list({ category_id, ajax_pagination: 'next_prev' }));
    expect(all(page)).toEqual(own.slice(0, 3));
    const [, id = ''] =
      /id="(tdi_[\w-]+)"[^>]*? data-state="/.exec(page) ?? expect.fail('No list has pages.');
    expect(all(await get(`/?td_block=${id}&td_page=2`))).toEqual(own.slice(3, 6));
  });
});
