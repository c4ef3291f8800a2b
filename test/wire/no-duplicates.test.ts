import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pinToFront } from '../../src/modules/front/store.ts';
import { deletePost, updatePost } from '../../src/modules/posts/writer.ts';
import { assignTemplateGlobally, clearTemplateAssignment } from '../../src/modules/templates/assign.ts';
import { createTemplate } from '../../src/modules/templates/writer.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { ajax, rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const articles = 30;
const hour = 3_600_000;

/** Ids of the articles in the main part of a page, in order; `?` for other posts. */
const numbers = (html: string): string =>
  [
    ...(/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? html).matchAll(
      /<a [^>]*href="[^"]*\/([a-z]+-?\d*)\/"[^>]*>([^<]+)<\/a>/g,
    ),
  ]
    .filter(([, , text]) => /^(?:Tale|Secret) /.test(text ?? ''))
    .map(([, , text]) => /\d+/.exec(text ?? '')?.[0] ?? '?')
    .join(' ');
const list = (settings: object) =>
  `<!-- wp:broadsheet/post-list ${JSON.stringify({ style: 'compact', td_column_number: 1, ...settings })} /-->`;
const once = (settings: object = {}) => list({ limit: 3, once: true, ...settings });
const columns = (...inner: readonly string[]) =>
  `<!-- wp:broadsheet/row -->${inner
    .map((one) => `<!-- wp:broadsheet/column {"desktop":6} -->${one}<!-- /wp:broadsheet/column -->`)
    .join('')}<!-- /wp:broadsheet/row -->`;
const query = (
  settings: object,
) => `<!-- wp:query ${JSON.stringify({ query: { perPage: 2, postType: 'post', inherit: false, ...settings } })} -->
<div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-title {"isLink":true} /--><!-- /wp:post-template --></div>
<!-- /wp:query -->`;

onBothDatabases('lists with "No duplicates"', (_get, place) => {
  let site: ServedSite;
  /** Ids of articles by their numbers; 30 is the newest. */
  let ids: number[] = [];
  let section = 0;
  let secrets: { private: number; protected: number; draft: number; trashed: number };
  let page = 0;
  let pattern = 0;
  const write: ServedSite['database']['write'] = (change) => site.database.write(change);
  const get = async (path: string) => {
    const { status, body } = await rawRequest(site.url, path);
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  const draw = async (content: string) => {
    await write((tx) => updatePost(tx, page, { content }));
    return get('/lists/');
  };
  const shown = async (content: string) => numbers(await draw(content));
  const picked = (...some: readonly number[]) => list({ post_ids: some.map((n) => ids[n]).join(',') });

  beforeAll(async () => {
    site = await serveSite(place());
    await write(async (tx) => {
      const authorId = await makeUser(tx);
      section = await makeTerm(tx, { name: 'Harbour', slug: 'harbour' });
      ids = [0];
      for (let n = 1; n <= articles; n++) {
        const termIds = n % 2 === 0 ? [section] : [];
        ids.push(
          await makePost(tx, {
            slug: `tale-${n}`,
            title: `Tale ${n}`,
            publishedAt: n * hour,
            authorId,
            termIds,
            content: '',
          }),
        );
      }
      const secret = (title: string) => ({
        slug: title.toLowerCase(),
        title: `Secret ${title}`,
        publishedAt: 100 * hour,
        authorId,
        content: 'Hidden words.',
      });
      secrets = {
        private: await makePost(tx, { ...secret('Private'), status: 'private' }),
        protected: await makePost(tx, { ...secret('Protected'), password: 'sesame' }),
        draft: await makePost(tx, { ...secret('Draft'), status: 'draft' }),
        trashed: await makePost(tx, { ...secret('Trashed'), status: 'trash' }),
      };
      page = await makePost(tx, { type: 'page', slug: 'lists', title: 'Lists', content: '' });
      pattern = await makePost(tx, { type: 'wp_block', slug: 'picks', content: '' });
      await updatePost(tx, pattern, { content: list({ post_ids: String(ids[29]) }) });
    });
  });
  afterAll(() => site.close());

  describe('leave out the posts of', () => {
    test.each<readonly [string, () => string, string]>([
      ['a list without the option', () => list({ limit: 2 }) + once(), '30 29 28 27 26'],
      ['posts that an editor picked', () => picked(29, 3, 27) + once(), '29 3 27 30 28 26'],
      [
        'posts picked for a list in random order',
        () => list({ post_ids: `${ids[30]}`, sort: 'random_posts' }) + once(),
        '30 29 28 27',
      ],
      [
        'a list of another category',
        () => list({ limit: 2, category_id: String(section) }) + once(),
        '30 28 29 27 26',
      ],
      [
        'a list in an order of its own',
        () => list({ limit: 2, sort: 'oldest_posts' }) + once({ sort: 'oldest_posts' }),
        '1 2 3 4 5',
      ],
      [
        'lists in nested columns',
        () => columns(columns(list({ limit: 1 }), picked(28)), picked(27)) + once(),
        '30 28 27 29 26 25',
      ],
      ['the column on its left', () => columns(list({ limit: 2 }), once()), '30 29 28 27 26'],
      ['a slider', () => `<!-- wp:broadsheet/slide {"limit":2} /-->${once()}`, '30 29 28 27 26'],
      [
        'a list that pages can be turned of',
        () => list({ limit: 2, ajax_pagination: 'next_prev' }) + once(),
        '30 29 28 27 26',
      ],
      ['a list of WordPress', () => `<!-- wp:latest-posts {"postsToShow":2} /-->${once()}`, '30 29 28 27 26'],
      ['a query loop', () => query({}) + once(), '30 29 28 27 26'],
      ['a synced pattern', () => `<!-- wp:block {"ref":${pattern}} /-->${once()}`, '29 30 28 27'],
      [
        'a list of Newspack',
        () =>
          `<!-- wp:newspack-blocks/homepage-articles {"postsToShow":2} /--><!-- wp:newspack-blocks/homepage-articles {"postsToShow":2} /-->`,
        '30 29 28 27',
      ],
      [
        'a list of Jetpack',
        () =>
          `<!-- wp:jetpack/blog-stats /-->[display-posts posts_per_page="2"]<!-- wp:newspack-blocks/homepage-articles {"postsToShow":2} /-->`,
        '30 29 28 27',
      ],
      [
        'each list above, but not those below',
        () =>
          once({ limit: 1 }) +
          list({ limit: 2 }) +
          once({ limit: 1 }) +
          list({ limit: 1 }) +
          once({ limit: 2 }),
        '30 30 29 28 30 27 26',
      ],
    ])('%s', async (_, content, expected) => {
      expect(await shown(content())).toBe(expected);
    });

    test('a block above that was cached for another page', async () => {
      const above = list({ limit: 4, custom_title: 'Cached' });
      expect(await shown(above)).toBe('30 29 28 27');
      expect(await shown(`<p>Again</p>${above}${once()}`)).toBe('30 29 28 27 26 25 24');
      await write((tx) => updatePost(tx, ids[28] ?? 0, { status: 'draft' }));
      const now = async () => numbers(await get('/lists/'));
      await expect.poll(now).toBe('30 29 27 26 25 24 23');
      await write((tx) => updatePost(tx, ids[28] ?? 0, { status: 'publish' }));
      await expect.poll(now).toBe('30 29 28 27 26 25 24');
    });

    test('more posts than lists look beyond', async () => {
      const many = Array.from({ length: 65 }, (_, n) => ({
        slug: `more-${n}`,
        title: `Tale ${100 + n}`,
        publishedAt: (100 + n) * hour,
        content: '',
      }));
      // One at a time: a transaction has ten seconds, also on a busy machine.
      const made: number[] = [];
      try {
        for (const post of many) made.push(await write((tx) => makePost(tx, post)));
        const all = await shown(list({ limit: 50 }) + list({ limit: 15, offset: 50 }) + once());
        expect(all.split(' ').slice(65)).toEqual(['30', '29', '28']);
      } finally {
        for (const id of made) await write((tx) => deletePost(tx, id));
      }
    });
  });

  test('a page without the option stays unchanged', async () => {
    expect(await shown(list({ limit: 2 }) + picked(30, 29) + list({ limit: 3 }))).toBe(
      '30 29 30 29 30 29 28',
    );
  });

  test('a list at random, which browsers draw again, takes nothing from the lists below', async () => {
    const drawn = await shown(list({ limit: 5, sort: 'random_posts' }) + once());
    expect(drawn.split(' ').slice(5)).toEqual(['30', '29', '28']);
  });

  test('pages from a call exclude the same posts as the first one', async () => {
    const html = await draw(picked(30, 5, 26) + once({ limit: 4, ajax_pagination: 'next_prev' }));
    expect(numbers(html)).toBe('30 5 26 29 28 27 25');
    const [, id, text = ''] =
      [...html.matchAll(/id="(tdi_[\w-]+)"[^>]*? data-state="([^"]*)"/g)].at(-1) ??
      expect.fail('No list turns.');
    const state = JSON.parse(text.replaceAll('&quot;', '"')) as Record<string, unknown>;
    const atts = JSON.stringify(state.atts);
    const turn = async (n: number) =>
      numbers(
        (
          JSON.parse(
            (
              await ajax(site.url, {
                action: 'td_ajax_block',
                td_atts: atts,
                block_type: String(state.block_type),
                td_current_page: String(n),
                td_block_id: 'x',
                td_magic_token: String(state.td_magic_token),
              })
            ).body,
          ) as { td_data: string }
        ).td_data,
      );
    expect([await turn(2), await turn(3), await turn(2)]).toEqual([
      '24 23 22 21',
      '20 19 18 17',
      '24 23 22 21',
    ]);
    expect(numbers(await get(`/lists/?td_block=${id}&td_page=2`))).toBe('30 5 26 24 23 22 21');
  });

  test('the call for another page leaves out as many as it can send', async () => {
    const html = await draw(
      Array.from({ length: 6 }, (_, n) => list({ limit: 5, offset: n * 5 })).join('') +
        once({ ajax_pagination: 'load_more', post_ids: '-5'.concat(',-6'.repeat(400)) }),
    );
    expect(numbers(html).split(' ')).toHaveLength(30);
    const many = Array.from({ length: 300 }, (_, n) => -(1_000_000 + n));
    expect(
      numbers(
        await draw(
          list({ limit: 2 }) +
            once({ ajax_pagination: 'load_more', post_ids: many.join(',').slice(0, 1990) }),
        ),
      ),
    ).toMatch(/^30 29 /);
  });

  describe('on fronts and archives', () => {
    const withTemplate = async (
      type: 'home' | 'category' | 'header',
      content: string,
      look: () => Promise<void>,
    ) => {
      await write(async (tx) =>
        assignTemplateGlobally(tx, type, await createTemplate(tx, { type, title: 'Lists', content })),
      );
      try {
        await look();
      } finally {
        await write((tx) => clearTemplateAssignment(tx, type, 0));
      }
    };
    /** All pages of a listing, following `rel="next"`, without the posts above the list. */
    const walk = async (path: string, above: number) => {
      const all: string[][] = [];
      let next: string | undefined = path;
      while (next !== undefined && all.length < 20) {
        const html: string = await get(next);
        all.push(numbers(html).split(' ').slice(above));
        next = /<link rel="next" href="[^"]*?(\/(?:category\/[a-z]+\/)?page\/\d+\/)"/.exec(html)?.[1];
      }
      return all;
    };
    const loop = '<!-- wp:broadsheet/archive-loop {"style":"compact","once":true,"limit":10} /-->';

    test('the lead of a front, with pinned posts, and the list at its end', async () => {
      await write((tx) => pinToFront(tx, ids[3] ?? 0));
      const html = () => get('/');
      await withTemplate(
        'home',
        `<!-- wp:broadsheet/front-lead /-->${list({ limit: 8 })}${once()}`,
        async () => {
          const all = numbers(await html()).split(' ');
          expect(all.slice(-3)).toEqual(['22', '21', '20']);
          expect(all).toContain('3');
        },
      );
    });

    test('a header with lists takes nothing from the page', async () => {
      await withTemplate('header', list({ limit: 3, custom_title: 'In the header' }) + once(), async () => {
        const html = await draw(once());
        expect(html).toContain('In the header');
        expect(numbers(html)).toBe('30 29 28');
      });
    });

    test('every article of a category is shown once below posts of others, on pages that all exist', async () => {
      await withTemplate('category', picked(29, 27, 25, 30, 2) + loop, async () => {
        const pages = await walk('/category/harbour/', 5);
        expect(pages.flat()).toEqual(Array.from({ length: 13 }, (_, n) => String(28 - 2 * n)));
        expect(pages.map(({ length }) => length)).toEqual([8, 5]);
      });
    });
  });

  describe('hostile documents', () => {
    const hidden = () => Object.values(secrets);

    test('keep posts that visitors may not see to themselves', async () => {
      const html = await draw(
        list({ post_ids: hidden().join(',') }) +
          list({ post_ids: [...hidden(), ids[30]].join(',') }) +
          once({ post_ids: [...hidden(), ids[29]].join(',') }) +
          once({ ajax_pagination: 'next_prev' }),
      );
      expect(numbers(html)).toBe('30 29 28 27 26');
      expect(html).not.toMatch(/Secret|Hidden words/);
      // The settings of the call name only posts that the page shows.
      const atts = /post_ids[^,]*?((?:-\d+,?)+)/.exec(html)?.[1] ?? '';
      for (const id of hidden()) expect(atts.split(',')).not.toContain(String(-id));
    });

    test.each<readonly [string, () => string, RegExp]>([
      ['ids that are not there', () => list({ post_ids: '99999999,-1,0,1e9,NaN' }) + once(), /^30 29 28$/],
      ['200 lists', () => list({ limit: 1 }) + once({ limit: 1 }).repeat(200), /^30 29 28 .* 2 1$/],
      [
        '200 lists without the option, and one with it',
        () => list({ limit: 2 }).repeat(200) + once(),
        /^(?:30 29 )+28 27 26$/,
      ],
      [
        'a list nested in 200 columns',
        () =>
          '<!-- wp:broadsheet/row --><!-- wp:broadsheet/column -->'.repeat(100) +
          list({ limit: 2 }) +
          '<!-- /wp:broadsheet/column --><!-- /wp:broadsheet/row -->'.repeat(100) +
          once(),
        /28 27 26$/,
      ],
      [
        'settings of other kinds',
        () =>
          `<!-- wp:broadsheet/post-list {"post_ids":{"a":1},"once":"yes","limit":"x"} /-->${list({ once: null })}${once()}`,
        /\d/,
      ],
      [
        'a query loop whose posts hold lists',
        () =>
          query({}).replace(
            '<!-- wp:post-title {"isLink":true} /-->',
            `<!-- wp:post-title {"isLink":true} /-->${once({ limit: 1 })}`,
          ) + once(),
        /^30/,
      ],
      [
        'lists that leave out all there is',
        () => list({ limit: 30 }) + once() + once({ ajax_pagination: 'numbered' }),
        /^30 (?:\d+ )*1$/,
      ],
    ])('%s', async (_, content, expected) => {
      expect(await shown(content())).toMatch(expected);
    });

    test('patterns that hold themselves and each other, and the page in itself', async () => {
      const other = await write((tx) =>
        makePost(tx, {
          type: 'wp_block',
          content: `<!-- wp:block {"ref":${pattern}} /-->${once({ limit: 1 })}`,
        }),
      );
      await write((tx) =>
        updatePost(tx, pattern, {
          content: `<!-- wp:block {"ref":${pattern}} /--><!-- wp:block {"ref":${other}} /-->${list({ limit: 1 })}`,
        }),
      );
      expect(await shown(`<!-- wp:block {"ref":${pattern}} /--><!-- wp:post-content /-->${once()}`)).toBe(
        '30 30 29 28 27',
      );
      await write((tx) => updatePost(tx, pattern, { content: list({ post_ids: String(ids[29]) }) }));
    });
  });
});
