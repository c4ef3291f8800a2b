import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { assignTemplateGlobally, clearTemplateAssignment } from '../../src/modules/templates/assign.ts';
import { createTemplate } from '../../src/modules/templates/writer.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { ajax, rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

interface Reply {
  readonly td_search_query: string;
  readonly td_total_in_list: number;
  readonly td_data: string;
}

onDrawnDatabase('search', (_get, place) => {
  let site: ServedSite;
  let draft = 0;
  const page = (path: string) => rawRequest(site.url, path);
  const main = (body: string) => (/<main[\s\S]*<\/main>/.exec(body)?.[0] ?? '').replaceAll('<!-- -->', '');
  const text = (html: string) => html.replace(/<[^>]*>/g, '');
  /** Titles that the list of results shows. */
  const titles = (body: string) =>
    [
      ...(/<section class="archive-loop"[\s\S]*?<\/section>/.exec(main(body))?.[0] ?? '').matchAll(
        /class="card-title"><a [^>]*>(.*?)<\/a>/g,
      ),
    ].map(([, title = '']) => text(title));
  const call = async (fields: Record<string, string>) =>
    JSON.parse((await ajax(site.url, { action: 'td_ajax_search', ...fields })).body) as Reply;
  const live = async (fields: Record<string, string>) => {
    const { td_data: html, td_total_in_list: total } = await call(fields);
    const found = [...html.matchAll(/class="live-result-title">(.*?)<\/span>/g)].map(([, title = '']) =>
      text(title),
    );
    expect(found.length).toBe(total);
    return found;
  };
  const save = (values: Parameters<typeof saveSettings>[1]) =>
    site.database.write((tx) => saveSettings(tx, values));

  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write(async (tx) => {
      const authorId = await makeUser(tx, { login: 'ada', slug: 'ada', displayName: 'Ada Quill' });
      const comets = await makeTerm(tx, { name: 'Comets', slug: 'comets' });
      for (let n = 1; n <= 12; n++) {
        await makePost(tx, {
          title: `Comet ${n}`,
          authorId,
          termIds: [comets],
          ...(n === 12 && {
            content: `<p>${'So many other words. '.repeat(80)}Its tail was longer than any &amp; brighter.</p>`,
          }),
        });
      }
      await makePost(tx, { type: 'page', title: 'Our comet page' });
      await makePost(tx, { type: 'product', title: 'Comet mug', content: '<p>Holds tea.</p>' });
      await makePost(tx, { type: 'book', title: 'Comet book' });
      await makePost(tx, { type: 'wp_block', title: 'Comet block' });
      draft = await makePost(tx, { title: 'Comet draft', status: 'draft' });
      await makePost(tx, { title: 'Comet secret', password: 'x' });
      await makePost(tx, { title: 'Comet ahead', status: 'future', publishedAt: Date.UTC(2099, 0, 1) });
      await makePost(tx, {
        title: 'Markup &lt;img src=x onerror=alert(1)&gt; &amp; more',
        content: '<p>About &lt;script&gt;alert(2)&lt;/script&gt; zebras.</p>',
      });
    });
  });
  afterAll(() => site.close());

  test('[ROUTE-06] anonymous visitors are answered at the theme’s endpoint', async () => {
    const reply = await rawRequest(site.url, '/wp-admin/admin-ajax.php?td_theme_name=x&v=1', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'action=td_ajax_search&td_string=a',
    });
    expect([reply.status, reply.headers['content-type'], reply.headers['set-cookie']]).toEqual([
      200,
      'application/json; charset=utf-8',
      undefined,
    ]);
    expect(JSON.parse(reply.body)).toEqual({
      td_search_query: 'a',
      td_total_in_list: expect.any(Number),
      td_data: expect.any(String),
    });
  });

  describe('live results', () => {
    test('[SRCH-19] the header lists 4 of many, and leads to all', async () => {
      const { td_total_in_list: total, td_data: html } = await call({ td_string: 'comet' });
      expect([total, html.match(/class="live-result"/g)?.length]).toEqual([4, 4]);
      expect(html).toContain('<a class="live-results-all" href="/?s=comet">');
    });

    test('[SRCH-20] [AJAX-13] the builder’s module lists 5, with settings and without', async () => {
      expect((await live({ td_string: 'comet', module: 'tdb_module_search' })).length).toBe(5);
      expect((await live({ td_string: 'comet', module: 'tdb_module_search', atts: '{}' })).length).toBe(5);
      expect(
        (
          await live({
            td_string: 'comet',
            module: 'tdb_module_search',
            limit: '7',
            atts: '{"exclude_pages":"yes"}',
          })
        ).length,
      ).toBe(7);
    });

    test('[SRCH-21] [SRCH-26] limit sets the number, results_limit bounds it, and the smaller counts', async () => {
      const count = async (atts: object, more: Record<string, string> = {}) =>
        (await live({ td_string: 'comet', module: 'tdb_module_search', atts: JSON.stringify(atts), ...more }))
          .length;
      expect(await count({ limit: 3 })).toBe(3);
      expect(await count({ limit: '3' })).toBe(3);
      expect(await count({ limit: 3 }, { limit: '6' })).toBe(6);
      expect(await count({ results_limit: 2 })).toBe(2);
      expect(await count({ limit: 8, results_limit: 2 })).toBe(2);
      expect(await count({ limit: 3, results_limit: 10 })).toBe(3);
      await save({ search_block_limit: 6, header_search_limit: 2 });
      expect([await count({}), (await live({ td_string: 'comet' })).length]).toEqual([6, 2]);
      await save({ search_block_limit: null, header_search_limit: null });
    });

    test('[SRCH-22] [SRCH-23] [SRCH-24] pages and posts are left out, and types chosen', async () => {
      const found = (atts: object) => live({ td_string: 'comet', limit: '20', atts: JSON.stringify(atts) });
      const everything = await found({});
      expect(everything).toEqual(
        expect.arrayContaining(['Our comet page', 'Comet mug', 'Comet book', 'Comet 1']),
      );
      expect(everything.length).toBe(15);
      expect(await found({ exclude_pages: 'yes' })).toEqual(
        everything.filter((title) => title !== 'Our comet page'),
      );
      expect((await found({ exclude_posts: true })).toSorted()).toEqual([
        'Comet book',
        'Comet mug',
        'Our comet page',
      ]);
      expect(await found({ post_type: 'product' })).toEqual(['Comet mug']);
      expect((await found({ post_type: 'product, book' })).toSorted()).toEqual(['Comet book', 'Comet mug']);
      expect(await found({ post_type: 'post', exclude_posts: 1 })).toEqual([]);
      expect((await call({ td_string: 'comet', atts: '{"post_type":"product"}' })).td_data).toContain(
        'href="/?s=comet&amp;post_type=product"',
      );
    });

    test('[SRCH-22] [SRCH-23] [SRCH-24] the page of all results keeps its exclusions, as do its feed, pages and form', async () => {
      const allOf = async (atts: object) =>
        (
          /class="live-results-all" href="([^"]*)"/.exec(
            (await call({ td_string: 'comet', atts: JSON.stringify(atts) })).td_data,
          )?.[1] ?? ''
        ).replaceAll('&amp;', '&');
      for (const [atts, without, count] of [
        [{ exclude_posts: 1 }, /Comet \d/, 3],
        [{ exclude_pages: 1 }, /page/, 14],
        [{ post_type: 'product,book' }, /Comet \d|page/, 2],
      ] as const) {
        const address = await allOf(atts);
        const whole = await rawRequest(site.url, address);
        expect([whole.status, titles(whole.body).length]).toEqual([200, Math.min(10, count)]);
        expect(titles(whole.body).join()).not.toMatch(without);
        expect(whole.body).toContain(`${count} results`);
      }
      expect([await allOf({ exclude_posts: 1, exclude_pages: 1 }), await allOf({})]).toEqual([
        '/?s=comet&post_type=book%2Cproduct',
        '/?s=comet',
      ]);
      // Unsearchable names are ignored, and all names together equal no filter.
      for (const types of ['wp_block', 'nothing,', 'post,page,book,product', '']) {
        expect(titles((await rawRequest(site.url, `/?s=comet&post_type=${types}`)).body).length).toBe(10);
      }
      expect(
        (await rawRequest(site.url, '/?s=comet&post_type=page,book&feed=rss2')).body.match(/<item>/g)?.length,
      ).toBe(2);
      expect((await rawRequest(site.url, '/page/2/?s=comet&post_type=page,book')).status).toBe(404);
    });

    test('the site’s settings hold for every search', async () => {
      await save({ search_exclude_pages: true, search_post_type: ['post', 'page', 'product'] });
      expect(await live({ td_string: 'comet book' })).toEqual([]);
      expect(await live({ td_string: 'our comet page' })).toEqual([]);
      expect((await page('/?s=our+comet+page')).body).toContain('No results for');
      await save({ search_exclude_pages: null, search_post_type: null });
      expect(await live({ td_string: 'our comet page' })).toEqual(['Our comet page']);
    });

    test('matches are marked, markup stays text, and typos are corrected', async () => {
      expect(
        (await call({ td_string: 'com', limit: '1', atts: '{"post_type":"product"}' })).td_data,
      ).toContain('<mark class="search-hit">Comet</mark> mug');
      const { td_data: hostile } = await call({ td_string: 'markup' });
      expect(hostile).toContain('<mark class="search-hit">Markup</mark> &lt;img src=x');
      const near = await call({ td_string: 'cmoet mug' });
      expect([near.td_total_in_list, near.td_data.includes('Showing results for “Comet mug”')]).toEqual([
        1,
        true,
      ]);
      expect((await call({ td_string: 'xylophone' })).td_data).toBe(
        '<p class="live-results-none">No results for “xylophone”. Check the spelling, or try fewer or different words.</p>',
      );
    });

    test('live results use the site’s wording', async () => {
      await save({
        translation_search_nothing: 'Nichts zu „%s“.',
        translation_search_view_all: 'Alle Treffer',
        translation_search_waiting: 'Sucht…',
      });
      expect((await call({ td_string: 'xylophone %s' })).td_data).toBe(
        '<p class="live-results-none">Nichts zu „xylophone %s“.</p>',
      );
      expect((await call({ td_string: 'comet' })).td_data).toContain('>Alle Treffer</a>');
      expect((await page('/')).body).toMatch(
        /&quot;texts&quot;:\{&quot;search_waiting&quot;:&quot;Sucht…&quot;\}|"texts":\{"search_waiting":"Sucht…"\}/,
      );
      await save({
        translation_search_nothing: null,
        translation_search_view_all: null,
        translation_search_waiting: null,
      });
    });

    test('hostile fields yield an empty list or a clear refusal, and nothing unpublished', async () => {
      const values = [
        '-1',
        '0',
        '99999999999999999999',
        '1e9',
        'NaN',
        '[]',
        '{"limit":-5}',
        '{"limit":1e308,"results_limit":-1}',
        '{"post_type":["draft","any","wp_block","attachment","revision"]}',
        '{"post_type":{"a":1}}',
        '{"post_type":"nothing"}',
        `{"exclude_posts":[${draft}],"exclude_pages":{"x":1}}`,
        '{"status":"draft","post_status":"any","password":"x"}',
        '{"__proto__":{"limit":9}}',
        `${'['.repeat(5000)}`,
        `{"post_type":"${'x,'.repeat(8000)}"}`,
        'null',
        '"text"',
        '{',
        '\0',
        '\ud800',
      ];
      for (const field of ['atts', 'limit', 'module', 'td_string']) {
        for (const value of values) {
          const reply = await ajax(site.url, {
            action: 'td_ajax_search',
            td_string: 'comet',
            [field]: value,
          });
          const label = `${field}=${value.slice(0, 60)}`;
          expect([label, reply.status]).toEqual([label, 200]);
          expect([label, /Comet (?:draft|secret|ahead|block)/.test(text(reply.body))]).toEqual([
            label,
            false,
          ]);
          expect([label, (JSON.parse(reply.body) as Reply).td_total_in_list]).toEqual([
            label,
            expect.toSatisfy((count: number) => count >= 0 && count <= 20),
          ]);
        }
      }
      expect(
        (await ajax(site.url, { action: 'td_ajax_search', td_string: 'x'.repeat(1024 * 1024) })).status,
      ).toBe(413);
      const array = await rawRequest(site.url, '/wp-admin/admin-ajax.php', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'action=td_ajax_search&td_string[]=comet&td_string=comet&td_string=mug',
      });
      expect([array.status, (JSON.parse(array.body) as Reply).td_search_query]).toEqual([200, 'mug']);
    });
  });

  describe('the results page', () => {
    test('[SRCH-27] lists matches, echoes the query as text, and says when nothing matches', async () => {
      const found = await page('/?s=tail');
      expect([found.status, titles(found.body)]).toEqual([200, ['Comet 12']]);
      expect(found.body).toMatch(/<body class="[^"]*\bkind-search[ "]/);
      expect(text(main(found.body))).toContain('Results for tail');
      const hostile = await page(`/?s=${encodeURIComponent('"><script>alert(1)</script>')}`);
      expect([hostile.status, hostile.body.includes('<script>alert')]).toEqual([200, false]);
      expect(hostile.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      const none = await page('/?s=xylophone');
      expect([none.status, titles(none.body)]).toEqual([200, []]);
      expect(text(main(none.body))).toContain('No results for “xylophone”');
      expect(main(none.body)).toContain('<a href="/category/comets/">Comets</a>');
      // The suggested lists have other titles than those of the sidebar.
      const lists = [...main(none.body).matchAll(/<h2 class="section-title[^>]*>([^<]*)/g)].map(
        ([, title]) => title,
      );
      expect([lists.includes('More articles'), new Set(lists).size]).toEqual([true, lists.length]);
      const empty = await page('/?s=');
      expect([empty.status, text(main(empty.body)).includes('Enter one or more words')]).toEqual([200, true]);
    });

    test('[IMP-25] titles and texts of published posts, pages and products are searched, escaped, and paged', async () => {
      const first = await page('/?s=comet');
      const second = await page('/page/2/?s=comet');
      const all = [...titles(first.body), ...titles(second.body)];
      expect([titles(first.body).length, all.length, new Set(all).size]).toEqual([10, 15, 15]);
      expect(all).toEqual(expect.arrayContaining(['Our comet page', 'Comet mug', 'Comet book', 'Comet 12']));
      expect(all.filter((title) => /draft|secret|ahead|block/.test(title))).toEqual([]);
      expect(first.body).toMatch(/<a [^>]*rel="next" href="\/page\/2\/\?s=comet">/);
      expect(text(main(first.body))).toContain('15 results');
      expect((await page('/page/3/?s=comet')).status).toBe(404);
      expect((await page('/page/3/?s=comet')).body).toMatch(/<body class="[^"]*\bkind-404[ "]/);
      expect(titles((await page('/?s=holds+tea')).body)).toEqual(['Comet mug']);
      const markup = main((await page('/?s=zebras+alert')).body);
      expect(markup).toContain(
        'Markup &lt;img src=x onerror=<mark class="search-hit">alert</mark>(1)&gt; &amp; more',
      );
      expect(markup).toContain('&lt;script&gt;<mark class="search-hit">alert</mark>(2)');
      expect(markup).not.toMatch(/<script>alert|<img src=x/);
    });

    test('products have a search of their own', async () => {
      const { status, body } = await page('/?s=comet&post_type=product');
      expect([status, titles(body)]).toEqual([200, ['Comet mug']]);
      expect(body).toMatch(/<body class="[^"]*\bkind-woo_search_archive[ "]/);
      expect((await page('/page/2/?s=comet&post_type=product')).status).toBe(404);
    });

    test('each kind can be viewed separately, if more than one matches', async () => {
      const filters = (body: string) =>
        [
          ...(/<nav class="search-results-filters"[\s\S]*?<\/nav>/
            .exec(body)?.[0]
            .matchAll(/<a href="([^"]*)"( aria-current="page")?>(.*?)<\/a>/g) ?? []),
        ].map(
          ([, url = '', current, name = '']) =>
            `${current ? '*' : ''}${text(name)} ${url.replaceAll('&amp;', '&')}`,
        );
      const all = [
        'Everything 15 /?s=comet',
        'Articles 12 /?s=comet&post_type=post',
        'Pages 1 /?s=comet&post_type=page',
        'Book 1 /?s=comet&post_type=book',
        'Products 1 /?s=comet&post_type=product',
      ];
      expect(filters((await page('/?s=comet')).body)).toEqual(
        all.map((name, index) => (index === 0 ? `*${name}` : name)),
      );
      const pages = await page('/?s=comet&post_type=page');
      expect(filters(pages.body)).toEqual(all.map((name, index) => (index === 2 ? `*${name}` : name)));
      expect(titles(pages.body)).toEqual(['Our comet page']);
      expect(filters((await page('/?s=comet&post_type=product')).body)).toEqual(
        all.map((name, index) => (index === 4 ? `*${name}` : name)),
      );
      expect(titles((await page('/page/2/?s=comet&post_type=post')).body).length).toBe(2);
      expect(filters((await page('/?s=tail')).body)).toEqual([]);
      for (const type of ['wp_block', 'attachment', 'nothing', '../x', 'any']) {
        expect((await page(`/?s=comet&post_type=${encodeURIComponent(type)}`)).body).toContain('15 results');
      }
    });

    test('matches are marked in titles and in the matching passage', async () => {
      const { body } = await page('/?s=comet+tail');
      const list = /<section class="archive-loop"[\s\S]*?<\/section>/.exec(main(body))?.[0] ?? '';
      expect(list).toContain('<mark class="search-hit">Comet</mark> 12</a>');
      expect(list).toMatch(
        /<p class="card-excerpt">….* Its <mark class="search-hit">tail<\/mark> was longer than any &amp; brighter\.<\/p>/,
      );
    });

    test('typos are tolerated: the nearest titles, and suggestions', async () => {
      const { status, body } = await page('/?s=cmoet+mug');
      expect([status, titles(body)]).toEqual([200, ['Comet mug']]);
      expect(main(body)).toMatch(/Did you mean <a href="\/\?s=Comet%20mug">Comet mug<\/a>\?/);
    });

    test('writers, sections and tags of that name are named', async () => {
      expect(main((await page('/?s=quill')).body)).toContain('Author <a href="/author/ada/">Ada Quill</a>');
      expect(main((await page('/?s=comets')).body)).toContain(
        'Section <a href="/category/comets/">Comets</a>',
      );
      expect(main((await page('/?s=tail')).body)).not.toContain('search-results-archives');
    });

    test('search engines index none of it, readers can subscribe to it as a feed', async () => {
      for (const path of ['/?s=comet', '/page/2/?s=comet', '/?s=comet&post_type=product', '/?s=xylophone']) {
        const { body } = await page(path);
        expect([path, body]).toEqual([
          path,
          expect.stringContaining('<meta name="robots" content="noindex, follow">'),
        ]);
      }
      const [, feed = ''] =
        /<link rel="alternate" type="application\/rss\+xml" title="[^"]*comet[^"]*" href="([^"]*)"/.exec(
          (await page('/?s=comet')).body,
        ) ?? [];
      const { status, body } = await page(
        new URL(feed.replaceAll('&amp;', '&')).pathname + new URL(feed.replaceAll('&amp;', '&')).search,
      );
      expect([status, body.includes('<title>Comet 12</title>')]).toEqual([200, true]);
    });

    test('search templates of both kinds render it', async () => {
      const kinds = [
        ['search', '/?s=comet'],
        ['woo_search_archive', '/?s=comet&post_type=product'],
      ] as const;
      for (const [kind, path] of kinds) {
        await site.database.write(async (tx) =>
          assignTemplateGlobally(
            tx,
            kind,
            await createTemplate(tx, {
              type: kind,
              title: kind,
              content: `<!-- wp:paragraph --><p>By ${kind}.</p><!-- /wp:paragraph --><!-- wp:broadsheet/search {"limit":3} /-->`,
            }),
          ),
        );
        const { body } = await page(path);
        expect(body).toContain(`By ${kind}.`);
        expect(body).toContain('data-island="search"');
        await site.database.write((tx) => clearTemplateAssignment(tx, kind, 0));
      }
    });

    test('a change is seen at once', async () => {
      await page('/?s=quokka');
      expect(await live({ td_string: 'quokka' })).toEqual([]);
      await site.database.write((tx) => updatePost(tx, draft, { title: 'Quokka', status: 'publish' }));
      expect(titles((await page('/?s=quokka')).body)).toEqual(['Quokka']);
      await site.database.write((tx) => updatePost(tx, draft, { title: 'Comet draft', status: 'draft' }));
      expect(titles((await page('/?s=quokka')).body)).toEqual([]);
      expect(await live({ td_string: 'quokka' })).toEqual([]);
    });
  });

  test('[IMP-23] a flood of searches is refused beyond a bounded queue, while stored answers and pages go on', async () => {
    const known = await ajax(site.url, { action: 'td_ajax_search', td_string: 'comet' });
    const flood = Array.from({ length: 400 }, (_, index) =>
      ajax(site.url, { action: 'td_ajax_search', td_string: `flood ${index}` }),
    );
    const [again, front] = await Promise.all([
      ajax(site.url, { action: 'td_ajax_search', td_string: 'comet' }),
      page('/comet-3/'),
    ]);
    expect([again.body === known.body, front.status]).toEqual([true, 200]);
    const replies = await Promise.all(flood);
    const statuses = new Set(replies.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    for (const { status, headers } of replies)
      if (status === 503) expect(headers['retry-after']).toMatch(/^\d+$/);
    expect((await ajax(site.url, { action: 'td_ajax_search', td_string: 'after the flood' })).status).toBe(
      200,
    );
  });
});
