import { afterAll, beforeAll, expect, test } from 'vitest';
import { detailsMeta } from '../../src/modules/posts/model.ts';
import { createPost, updatePost } from '../../src/modules/posts/writer.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makeMedia, makePost, makeTerm } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

interface Item {
  readonly id: number;
  readonly url: string;
  readonly title: string;
  readonly url_meta: { readonly origin: number; readonly position: number };
}

onBothDatabases('related posts on the wire', (_get, place) => {
  let site: ServedSite;
  const ids = { eels: 0, weir: 0, lamp: 0, bridge: 0, draft: 0, locked: 0, alone: 0 };
  const titles = new Map<number, string>();
  const request = async (query = '', path = '/eels/') => {
    const reply = await rawRequest(site.url, `${path}?relatedposts=1${query}`, {
      headers: { 'x-requested-with': 'XMLHttpRequest' },
    });
    return {
      ...reply,
      json: JSON.parse(reply.body) as { readonly items: readonly Item[] } & Readonly<Record<string, unknown>>,
    };
  };
  const pageOf = async (path = '/eels/') =>
    (await rawRequest(site.url, path)).body.replaceAll('<!-- -->', '');
  /** A page waits briefly for a missing ranking, and is re-rendered once it exists: until then its lists may hold those posts. */
  const withRelated = () => expect.poll(() => pageOf()).toMatch(/<div id="jp-relatedposts"(?![^>]* hidden)/);
  const write = <Result>(work: Parameters<typeof site.database.write<Result>>[0]) =>
    site.database.write(work);

  beforeAll(async () => {
    site = await serveSite(place());
    await write(async (tx) => {
      const rivers = await makeTerm(tx, { name: 'Rivers' });
      const picture = await makeMedia(tx, {});
      const about = (text: string) => `<p>Everyone came to look.</p><p>${text}</p>`;
      const at = Date.UTC(2026, 0, 1, 12, 3);
      const make = async (title: string, slug: string, text: string, more = {}) => {
        const id = await makePost(tx, {
          title,
          slug,
          content: about(text),
          excerpt: `About ${title} &amp; more`,
          termIds: [rivers],
          ...more,
        });
        titles.set(id, title);
        return id;
      };
      ids.eels = await make('Eels come back', 'eels', 'Young eels past the sluice and up the weir.', {
        publishedAt: at,
      });
      ids.weir = await make('Counting at the weir', 'weir', 'A sluice keeper counts the eels.', {
        featuredMediaId: picture,
      });
      ids.lamp = await make('By lamp', 'lamp', 'Eels are counted at the weir by lamp.');
      ids.bridge = await make('Bridges', 'bridge', 'Stone, iron, rope.', { format: 'gallery' });
      ids.draft = await make('Zyxdraft eels', 'draft', 'Young eels, the sluice, the weir.', {
        status: 'draft',
      });
      ids.locked = await make('Zyxlocked eels', 'locked', 'Young eels, the sluice, the weir.', {
        password: 'x',
      });
      ids.alone = await createPost(tx, {
        title: 'Qwp',
        slug: 'alone',
        status: 'publish',
        publishedAt: 1,
        content: '<p>Vrkl.</p>',
      });
      // Its neighbours, and enough unrelated posts for the random list.
      for (const [n, publishedAt] of [at - 1000, at + 1000, 2, 3, 4, 5].entries()) {
        const word = 'bdfgjk'.charAt(n);
        await createPost(tx, {
          title: `X${word}q`,
          slug: `apart-${n}`,
          status: 'publish',
          publishedAt,
          content: `<p>Zl${word}.</p>`,
        });
      }
    });
  });
  afterAll(() => site.close());

  test('[REL-08] the reply is JSON with the five keys', async () => {
    const { status, headers, json } = await request();
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(json).toMatchObject({
      items: expect.any(Array),
      show_thumbnails: true,
      show_date: true,
      show_context: true,
      layout: 'grid',
    });
    expect(json.items).toHaveLength(3);
  });

  test('related posts appear in no list below them, nor on its further pages', async () => {
    await write((tx) => saveSettings(tx, { related_posts_size: 1 }));
    const related = (await request()).json.items.map(({ id }) => id);
    await withRelated();
    const section =
      /<section class="post-list[^"]*related-posts[\s\S]*?<\/section>/.exec(await pageOf())?.[0] ?? '';
    const { atts, ...state } = JSON.parse(
      (/data-state="([^"]*)"/.exec(section)?.[1] ?? '').replaceAll('&quot;', '"'),
    ) as {
      readonly atts: { readonly post_ids: string };
    };
    // The previous and next posts are not listed either.
    expect(atts.post_ids.split(',').slice(0, 2)).toEqual([ids.eels, ...related].map((id) => String(-id)));
    expect(atts.post_ids.split(',')).toHaveLength(4);
    expect(state).toMatchObject({ post_count: 2, found_posts: 2, max_num_pages: 1 });
    expect([...section.matchAll(/class="card-title"><a [^>]*>([^<]*)</g)].map(([, title]) => title)).toEqual(
      [ids.bridge, ids.lamp, ids.weir].filter((id) => !related.includes(id)).map((id) => titles.get(id)),
    );
    await write((tx) => saveSettings(tx, { related_posts_size: 2 }));
    // A single post would be alone in a row for three.
    expect(await pageOf()).not.toMatch(/class="post-list[^"]*related-posts/);
    await write((tx) => saveSettings(tx, { related_posts_size: 3 }));
  });

  test('[REL-10] [REL-12] [REL-14] [REL-15] [REL-16] [REL-18] every item has all that the widget shows', async () => {
    const { json } = await request();
    for (const item of json.items) {
      expect(item).toEqual({
        id: expect.any(Number),
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/[a-z]+\/$/),
        rel: '',
        title: titles.get(item.id),
        url_meta: { origin: ids.eels, position: expect.any(Number) },
        classes: [],
        format: item.id === ids.bridge ? 'gallery' : false,
        date: 'January 1, 2026',
        context: 'In “Rivers”',
        excerpt: `About ${item.title} &amp; more`,
        img:
          item.id === ids.weir
            ? {
                src: expect.stringMatching(/picture-.*\.(?:webp|jpg)$/),
                width: 1600,
                height: 900,
                srcset: expect.any(String),
                sizes: expect.any(String),
                alt_text: expect.stringMatching(/^Alt text of picture/),
              }
            : { src: '', width: 0, height: 0, alt_text: '' },
      });
      expect((await rawRequest(site.url, new URL(item.url).pathname)).status).toBe(200);
    }
  });

  test('[REL-34] never the post itself; positions run from 0, the origin is the post that is read', async () => {
    const { items } = (await request()).json;
    expect(items.map(({ url_meta: meta }) => meta)).toEqual(
      [0, 1, 2].map((position) => ({ origin: ids.eels, position })),
    );
    expect(items.map(({ id }) => id)).not.toContain(ids.eels);
    expect(
      items
        .slice(0, 2)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([ids.weir, ids.lamp].toSorted());
  });

  test('[REL-05] excluded ids are not among the items', async () => {
    const [first, second] = (await request()).json.items.map(({ id }) => id);
    expect((await request(`&relatedposts_exclude=${first}`)).json.items.map(({ id }) => id)).not.toContain(
      first,
    );
    const left = (await request(`&relatedposts_exclude=${first},${second}`)).json.items;
    expect(left.map(({ id, url_meta: meta }) => [id, meta.position])).toEqual([[expect.any(Number), 0]]);
  });

  test('[REL-01] [REL-02] one container, rendered with its posts; it names the ids that are excluded for this post', async () => {
    const html = await pageOf();
    expect(html.match(/id="jp-relatedposts"/g)).toHaveLength(1);
    expect(html).not.toContain('data-exclude');
    const { items } = (await request()).json;
    expect(
      [
        ...html.matchAll(
          /<div class="jp-relatedposts-post [^>]*data-post-id="(\d+)" data-post-format="(\w+)"/g,
        ),
      ].map(([, id]) => Number(id)),
    ).toEqual(items.map(({ id }) => id));
    expect(html).toContain(`data-origin="${ids.eels}" data-position="2"`);

    const [first] = items;
    await write((tx) =>
      updatePost(tx, ids.eels, { meta: detailsMeta({ relatedExclude: [first?.id ?? 0, 99] }) }),
    );
    await expect.poll(() => pageOf()).toContain(`data-exclude="${first?.id},99"`);
    expect(await pageOf()).not.toContain(`data-post-id="${first?.id}"`);
    // Hand-picked posts come first, unless excluded.
    const last = items.at(-1)?.id ?? 0;
    await write((tx) =>
      updatePost(tx, ids.eels, { meta: detailsMeta({ relatedFirst: [last, first?.id ?? 0, 999_999] }) }),
    );
    const shown = async () =>
      [...(await pageOf()).matchAll(/data-post-id="(\d+)"/g)].map(([, id]) => Number(id));
    await expect.poll(async () => (await shown())[0]).toBe(last);
    expect(await shown()).not.toContain(first?.id);
    expect((await request()).json.items[0]?.id).toBe(last);
    await write((tx) =>
      updatePost(tx, ids.eels, { meta: detailsMeta({ relatedFirst: [], relatedExclude: [] }) }),
    );
    await expect.poll(() => pageOf()).not.toContain('data-exclude');
  });

  test('[REL-09] [REL-29] the settings say how it looks; off means off', async () => {
    await expect
      .poll(() => pageOf())
      .toMatch(
        /class="jp-relatedposts-items jp-relatedposts-items-visual jp-relatedposts-grid"><div[\s\S]*<h4 class="jp-relatedposts-post-title" aria-level="3">/,
      );
    await write((tx) =>
      saveSettings(tx, {
        related_posts_layout: 'list',
        related_posts_heading: 'h3',
        related_posts_show_thumbnails: false,
        related_posts_show_date: false,
        related_posts_show_context: false,
        related_posts_size: 2,
        related_posts_headline: 'See <also>',
      }),
    );
    await expect
      .poll(() => pageOf())
      .toContain('class="jp-relatedposts-items jp-relatedposts-items-minimal jp-relatedposts-list"');
    const html = await pageOf();
    expect(html).toContain('<h3 class="jp-relatedposts-post-title">');
    expect(html).toContain('<em>See &lt;also&gt;</em>');
    expect((await request()).json).toMatchObject({
      layout: 'list',
      show_thumbnails: false,
      show_date: false,
      show_context: false,
      items: [{}, {}],
    });
    await write((tx) => saveSettings(tx, { related_posts: false }));
    await expect.poll(() => pageOf()).not.toContain('jp-relatedposts"');
    expect((await request()).json.items).toEqual([]);
    await write((tx) =>
      saveSettings(tx, {
        related_posts: true,
        related_posts_layout: 'grid',
        related_posts_heading: 'h4',
        related_posts_show_thumbnails: true,
        related_posts_show_date: true,
        related_posts_show_context: true,
        related_posts_size: 3,
        related_posts_headline: 'Related',
      }),
    );
    await expect.poll(() => pageOf()).toContain('jp-relatedposts-grid');
  });

  test('[REL-21] a post without related ones shows nothing', async () => {
    expect((await request('', '/alone/')).json.items).toEqual([]);
    expect(await pageOf('/alone/')).toMatch(/<div id="jp-relatedposts"[^>]*hidden=""[^>]*><\/div>/);
  });

  test('the reply is cached like a page, whatever other parameters, and dropped when a post is withdrawn', async () => {
    const first = await request();
    for (const query of [
      '&utm_source=x',
      '&relatedposts_hit=1&relatedposts_origin=5&relatedposts_position=0',
      '&broadsheetrpcustomize=1',
      '&relatedposts_exclude=',
    ]) {
      expect((await request(query)).headers['etag']).toBe(first.headers['etag']);
    }
    // A change that PostgreSQL announces late may still be read.
    await expect
      .poll(async () => {
        const before = site.database.queryCount();
        await request();
        return site.database.queryCount() - before;
      })
      .toBe(0);
    const [shown] = first.json.items;
    await write((tx) => updatePost(tx, shown?.id ?? 0, { status: 'draft' }));
    expect((await request()).json.items.map(({ id }) => id)).not.toContain(shown?.id);
    expect(await pageOf()).not.toContain(`data-post-id="${shown?.id}"`);
    await write((tx) => updatePost(tx, shown?.id ?? 0, { status: 'publish' }));
  });

  test('redirects keep the call; other pages have an empty list; hidden posts neither have nor appear in lists', async () => {
    expect((await rawRequest(site.url, `/?p=${ids.eels}&relatedposts=1`)).headers['location']).toBe(
      '/eels/?relatedposts=1',
    );
    expect((await request('', '/')).json.items).toEqual([]);
    expect((await request('', '/locked/')).json.items).toEqual([]);
    for (const path of ['/draft/', '/nothing/'])
      expect((await rawRequest(site.url, `${path}?relatedposts=1`)).status).toBe(404);
    expect(await pageOf('/locked/')).not.toContain('jp-relatedposts');
  });

  test('hostile input is ignored or refused, and shows nothing that is hidden', async () => {
    for (const exclude of [
      'abc',
      '999999999999',
      '-1',
      "' or 1=1",
      '1,2,3'.repeat(400),
      '%00',
      '%ff',
      '[]',
      '1e99',
      '9'.repeat(300),
      '{"$ne":1}',
    ]) {
      const { status, json, body } = await request(
        `&relatedposts_exclude=${encodeURIComponent(exclude).replaceAll('%25', '%')}`,
      );
      expect([exclude.slice(0, 20), status, Array.isArray(json.items)]).toEqual([
        exclude.slice(0, 20),
        200,
        true,
      ]);
      expect(body).not.toContain('Zyx');
    }
    for (const query of [
      'relatedposts=2',
      'relatedposts[]=1',
      'relatedposts=%00',
      'relatedposts=1&relatedposts_exclude[]=5',
      'relatedposts=1&relatedposts=0',
      'relatedposts=1&preview=true',
      'relatedposts=x&preview=true',
    ]) {
      const reply = await rawRequest(site.url, `/eels/?${query}`);
      expect([query, reply.status]).toEqual([query, 200]);
      expect(reply.body).not.toContain('Zyx');
    }
    const reply = await rawRequest(
      site.url,
      `/eels/?relatedposts=1&relatedposts_exclude=${'1,'.repeat(500_000)}`,
    );
    expect(reply.status).toBe(431);
    expect(
      (await rawRequest(site.url, '/eels/?relatedposts=1', { method: 'POST', body: 'x' })).status,
    ).toBeLessThan(500);
  });
});
