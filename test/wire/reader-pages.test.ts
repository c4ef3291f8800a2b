import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tag } from '../../src/modules/content/tags.ts';
import { saidBy } from '../../src/languages/catalogues.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { updatePost, deletePost, createPost } from '../../src/modules/posts/writer.ts';
import { assignTemplateGlobally } from '../../src/modules/templates/assign.ts';
import { createTemplate, deleteTemplate } from '../../src/modules/templates/writer.ts';
import { addRedirect } from '../../src/modules/redirects/store.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { ajax, rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onDrawnDatabase('a served site', (_get, place) => {
  let site: ServedSite;
  const get = (path: string, headers?: Record<string, string>) => rawRequest(site.url, path, { headers });
  const write = <Result>(work: Parameters<typeof site.database.write<Result>>[0]) =>
    site.database.write(work);
  const ids = { article: 0, secret: 0, draft: 0, page: 0, child: 0, science: 0, space: 0, author: 0 };

  beforeAll(async () => {
    site = await serveSite(place());
    await write(async (tx) => {
      ids.author = await makeUser(tx, { login: 'ada', displayName: 'Ada Quill' });
      ids.science = await makeTerm(tx, { name: 'Science', slug: 'science' });
      ids.space = await makeTerm(tx, { name: 'Space', slug: 'space', parentId: ids.science });
      ids.article = await makePost(tx, {
        title: 'A comet returns',
        slug: 'a-comet-returns',
        authorId: ids.author,
        termIds: [ids.space],
        content:
          '<!-- wp:paragraph --><p>Opening words of the comet.</p><!-- /wp:paragraph -->\n<!-- wp:image {"id":9} --><figure class="wp-block-image"><img ' +
          'src="/wp-content/uploads/2026/01/tail.jpg" alt="Its tail"/><figcaption>The tail at dawn</figcaption></figure><!-- /wp:image -->\n<!-- ' +
          'wp:gallery {"linkTo":"none"} --><figure class="wp-block-gallery has-nested-images columns-default"><!-- wp:image --><figure ' +
          'class="wp-block-image"><img src="/wp-content/uploads/2026/01/one.jpg" alt=""/><figcaption class="wp-element-caption">First of the ' +
          'gallery</figcaption></figure><!-- /wp:image --></figure><!-- /wp:gallery -->',
      });
      ids.secret = await makePost(tx, {
        title: 'Behind a word',
        slug: 'behind-a-word',
        password: 'open sesame',
        content: 'The hidden treasure map.',
        termIds: [ids.science],
      });
      ids.draft = await makePost(tx, {
        title: 'Unfinished thoughts',
        slug: 'unfinished-thoughts',
        status: 'draft',
        content: 'Nobody may read this.',
      });
      ids.page = await makePost(tx, { type: 'page', title: 'About us', slug: 'about' });
      ids.child = await makePost(tx, { type: 'page', title: 'The team', slug: 'team', parentId: ids.page });
      for (let n = 1; n <= 25; n++)
        await makePost(tx, {
          title: `Science note ${n}`,
          slug: `science-note-${n}`,
          authorId: ids.author,
          termIds: [ids.science],
        });
    });
  });
  afterAll(() => site.close());

  test('[ROUTE-01] [ART-04] an article is at its slug, and nothing is where nothing was published', async () => {
    const reply = await get('/a-comet-returns/');
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.body).toContain('<h1');
    expect(reply.body).toContain('A comet returns');
    expect(reply.body).toContain('Opening words of the comet.');
    const missing = await get('/no-such-name/');
    expect(missing.status).toBe(404);
    expect(missing.body).toContain('Page not found');
    for (const [path, link] of [
      ['/', '/science-note-25/'],
      ['/category/science/', '/science-note-25/'],
      ['/category/science/space/', '/a-comet-returns/'],
    ] as const) {
      const list = await get(path);
      expect([path, list.status, list.headers['set-cookie']]).toEqual([path, 200, undefined]);
      expect(list.body).toMatch(new RegExp(`<main[\\s\\S]*<a [^>]*href="${link}"[\\s\\S]*</main>`));
    }
  });

  test('[ART-02] an article holds images, galleries and captions', async () => {
    const { body } = await get('/a-comet-returns/');
    expect(body).toMatch(/<img[^>]*tail\.jpg/);
    expect(body).toMatch(/<figcaption[^>]*>The tail at dawn<\/figcaption>/);
    expect(body).toMatch(
      /wp-block-gallery[\s\S]*one\.jpg[\s\S]*<figcaption[^>]*>First of the gallery<\/figcaption>/,
    );
  });

  test('[ROUTE-02] the plain form leads to the same article, an unknown id to 404', async () => {
    const reply = await get(`/?p=${ids.article}&utm_source=x`);
    expect([reply.status, reply.headers.location]).toEqual([301, '/a-comet-returns/?utm_source=x']);
    expect((await get(String(reply.headers.location))).body).toContain('Opening words of the comet.');
    for (const none of [
      'p=987654321',
      'p=-5',
      'p=99999999999999999999999',
      'page_id=-5',
      'cat=99999999999999999999999',
      'author=-1',
      'm=99999999999999999999',
      'year=2026&monthnum=-3',
    ]) {
      expect([none, (await get(`/?${none}`)).status]).toEqual([none, 404]);
    }
    for (const front of ['p=x', 'p=', 'utm_source=-5'])
      expect([front, (await get(`/?${front}`)).status]).toEqual([front, 200]);
  });

  test('an invalid date address does not lead to a post with that id', async () => {
    expect((await get('/archives/13/')).status).toBe(301); // so there is one
    for (const path of [
      '/2026/13/',
      '/2026/13',
      '/9999/13/',
      '/0000/13/',
      '/2026/2/31/',
      '/2026/13/13/',
      '/2026/13/amp/',
      '/blog/2026/13/',
      '/?m=202613',
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
  });

  test('a redirect within the site preserves undeclared parameters up to 2 KB', async () => {
    await write(async (tx) => {
      await updatePost(tx, await makePost(tx, { title: 'Renamed', slug: 'before-it' }), { slug: 'after-it' });
      await addRedirect(tx, { source: '/moved-part/', target: '/about/?tab=2#team', status: 301 });
      await addRedirect(tx, { source: '/moved-out/', target: 'https://elsewhere.example/x', status: 301 });
    });
    const leads = async (path: string) => (await get(path)).headers.location;
    const carried = 'utm_source=a%20b&relatedposts_hit=1&list%5B%5D=2&list%5B%5D=3&bare';
    for (const from of ['/before-it/', '/after-it', '/After-It/', '/2026/03/after-it/', '/after-it/amp/']) {
      expect([from, await leads(`${from}?${carried}`)]).toEqual([from, `/after-it/?${carried}`]);
    }
    expect([
      await leads('/before-it/?cpage=2&utm_source=x&slide=2'),
      await leads('/moved-part/?utm_source=x&tab=9'),
      await leads('/moved-out/?utm_source=x'),
    ]).toEqual([
      '/after-it/?cpage=2&utm_source=x',
      '/about/?tab=2&utm_source=x#team',
      'https://elsewhere.example/x',
    ]);
    expect(await leads(`/before-it/?a=1&long=${'x'.repeat(2048)}&b=2`)).toBe('/after-it/?a=1&b=2');
    expect(await leads('/before-it/?a="<b>&c=/\\evil.example')).toBe(
      '/after-it/?a=%22%3Cb%3E&c=/\\evil.example',
    );
    expect(await Promise.all(['one', 'two'].map((who) => leads(`/before-it/?who=${who}`)))).toEqual([
      '/after-it/?who=one',
      '/after-it/?who=two',
    ]);
    const [bare, further] = await Promise.all([get('/before-it/'), get('/before-it/?who=one')]);
    for (const name of ['cache-control', 'x-content-type-options', 'referrer-policy', 'content-type']) {
      expect([name, further.headers[name]]).toEqual([name, bare.headers[name]]);
    }
  });

  test('[ROUTE-03] either structure can be the site’s: links take its form and open the same posts', async () => {
    expect((await get('/category/science/space/')).body).toContain('href="/a-comet-returns/"');
    await write((tx) => saveSettings(tx, { permalink_structure: 'plain' }));
    const category = await get(`/?cat=${ids.space}`);
    expect(category.status).toBe(200);
    expect(category.body).toContain(`href="/?p=${ids.article}"`);
    expect(category.body).not.toContain('href="/a-comet-returns/"');
    expect((await get(`/?p=${ids.article}`)).body).toContain('Opening words of the comet.');
    expect((await get(`/?cat=${ids.science}&paged=2`)).status).toBe(200);
    expect((await get('/a-comet-returns/')).headers.location).toBe(`/?p=${ids.article}`);
    for (const path of ['/?s=science&paged=2', `/?cat=${ids.science}&paged=2`]) {
      expect((await get(path)).body).toContain(
        `<link rel="canonical" href="${site.url}${path.replaceAll('&', '&amp;')}">`,
      );
    }
    await write((tx) => saveSettings(tx, { permalink_structure: 'rewritten' }));
    expect((await get(`/?cat=${ids.science}`)).headers.location).toBe('/category/science/');
  });

  test('non-canonical addresses redirect to the canonical one, keeping other parameters', async () => {
    for (const [requested, proper] of [
      ['/a-comet-returns', '/a-comet-returns/'],
      ['/team/', '/about/team/'],
      ['/category/space/', '/category/science/space/'],
      ['/page/1/', '/'],
      ['/a-comet-returns/7/', '/a-comet-returns/'],
      [`/?author=${ids.author}`, '/author/ada-quill/'],
      [`/?page_id=${ids.child}&td_block=tdi_x&td_page=2`, '/about/team/?td_block=tdi_x&td_page=2'],
    ] as const) {
      const reply = await get(requested);
      expect([requested, reply.status, reply.headers.location]).toEqual([requested, 301, proper]);
    }
  });

  test('lists page by real links, and end with 404', async () => {
    const first = await get('/category/science/');
    expect(first.body).toContain('href="/category/science/page/2/"');
    expect(first.body).toContain('Science note 25');
    const last = await get('/category/science/page/3/');
    expect(last.status).toBe(200);
    expect(last.body).toContain('<link rel="canonical" href="' + site.url + '/category/science/page/3/">');
    expect((await get('/category/science/page/4/')).status).toBe(404);
    for (const beyond of ['/page/999999999/', '/1999/', '/2031/01/', '/page/9999/?s=science']) {
      expect([beyond, (await get(beyond)).status]).toEqual([beyond, 404]);
    }
  });

  test('drafts are refused to visitors, previews too, and protected text is nowhere', async () => {
    for (const path of [
      `/?p=${ids.draft}`,
      `/?p=${ids.draft}&preview=true`,
      '/unfinished-thoughts/',
      `/?preview=true&p=${ids.draft}&preview_id=${ids.draft}&preview_nonce=1`,
    ]) {
      const reply = await get(path);
      // An invalid nonce is refused, as in WordPress.
      expect([path, reply.status]).toEqual([path, path.includes('preview_nonce') ? 403 : 404]);
      expect(reply.body).not.toContain('Nobody may read this');
      expect(reply.body).not.toContain('Unfinished thoughts');
    }
    const passwordForm = await get('/behind-a-word/');
    expect(passwordForm.status).toBe(200);
    expect(passwordForm.body).toContain('post_password');
    expect(passwordForm.body).not.toContain('treasure');
    expect((await get('/category/science/')).body).not.toContain('Behind a word');
    expect((await get('/?s=treasure')).body).not.toContain('Behind a word');
  });

  test('the password opens a protected post for its giver alone', async () => {
    const wrong = await rawRequest(site.url, '/wp-login.php?action=postpass', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', referer: `${site.url}/behind-a-word/` },
      body: 'post_password=wrong',
    });
    const right = await rawRequest(site.url, '/wp-login.php?action=postpass', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', referer: `${site.url}/behind-a-word/` },
      body: 'post_password=open+sesame',
    });
    expect([right.status, right.headers.location]).toEqual([303, '/behind-a-word/']);
    const cookie = (reply: typeof right) => String(reply.headers['set-cookie']).split(';')[0] ?? '';
    expect((await get('/behind-a-word/', { cookie: cookie(wrong) })).body).not.toContain('treasure');
    const opened = await get('/behind-a-word/', { cookie: cookie(right) });
    expect(opened.body).toContain('The hidden treasure map.');
    expect(opened.headers['cache-control']).toContain('no-store');
    expect((await get('/behind-a-word/')).body).not.toContain('treasure');
  });

  test('changes are visible at once: published, renamed, moved, unpublished, deleted', async () => {
    await get('/');
    const id = await write((tx) =>
      createPost(tx, {
        title: 'Breaking tonight',
        slug: 'breaking',
        status: 'publish',
        termIds: [ids.science],
        content: 'First version.',
      }),
    );
    expect((await get('/')).body).toContain('Breaking tonight');
    expect((await get('/breaking/')).body).toContain('First version.');
    await write((tx) => updatePost(tx, id, { slug: 'broken', content: 'Second version.' }));
    expect((await get('/breaking/')).headers.location).toBe('/broken/');
    expect((await get('/broken/')).body).toContain('Second version.');
    await write((tx) => updatePost(tx, id, { status: 'draft' }));
    expect((await get('/broken/')).status).toBe(404);
    expect((await get('/')).body).not.toContain('Breaking tonight');
    await write((tx) => updatePost(tx, id, { status: 'publish' }));
    expect((await get('/category/science/')).body).toContain('Breaking tonight');
    await write((tx) => deletePost(tx, id));
    for (const path of ['/', '/category/science/', '/a-comet-returns/'])
      expect((await get(path)).body).not.toContain('Breaking tonight');
  });

  test('editors’ redirects are followed, gone pages return 410', async () => {
    await write(async (tx) => {
      await addRedirect(tx, { source: '/old-home/', target: '/about/', status: 302 });
      await addRedirect(tx, { source: '/old.php?id=5', target: '/about/' });
      await addRedirect(tx, { source: '/old.php?id=5&view=team', target: '/about/team/' });
      await addRedirect(tx, { source: '/old.php?id=7', target: 'https://elsewhere.example/' });
      await addRedirect(tx, { source: '/old.php?id=8', target: '', status: 410 });
      await addRedirect(tx, { source: '/old.php?titel=grüße', target: '/about/team/' });
      await addRedirect(tx, { source: '/withdrawn/', target: '', status: 410 });
      await addRedirect(tx, { source: '/withdrawn/?id=5', target: '/about/' });
      await addRedirect(tx, { source: '/old-home/?id=5', target: '/about/team/' });
    });
    expect((await get('/old-home/')).headers.location).toBe('/about/');
    for (const requested of ['/old.php?id=5', '/old.php?id=5', '/old.php?titel=gr%C3%BC%C3%9Fe']) {
      expect([requested, (await get(requested)).status, (await get(requested)).headers.location]).toEqual([
        requested,
        301,
        requested.includes('id') ? '/about/' : '/about/team/',
      ]);
    }
    expect([
      (await get('/old.php?id=6')).status,
      (await get('/old.php')).status,
      (await get('/a-comet-returns/?id=5')).status,
    ]).toEqual([404, 404, 200]);
    expect((await get('/withdrawn/')).status).toBe(410);
    // Of two redirects of a path, the exact address wins.
    for (const [requested, target] of [
      ['/old-home/?id=5', '/about/team/'],
      ['/old-home/?id=6', '/about/?id=6'],
      ['/old-home/?utm_source=x&id=5', '/about/team/?utm_source=x'],
      ['/withdrawn/?id=5', '/about/'],
    ] as const) {
      expect([requested, (await get(requested)).headers.location]).toEqual([requested, target]);
    }
    const lead = async (path: string) => {
      const { status, headers } = await get(path);
      return [status, headers.location];
    };
    expect(await lead('/old.php?id=5&utm_source=x&fbclid=%C3%A9')).toEqual([
      301,
      '/about/?utm_source=x&fbclid=%C3%A9',
    ]);
    expect(await lead('/old.php?utm_source=x&id=5')).toEqual([301, '/about/?utm_source=x']);
    expect(await lead('/old.php?utm_source=x&view=team&id=5')).toEqual([301, '/about/team/?utm_source=x']);
    expect(await lead('/old.php?titel=gr%C3%BC%C3%9Fe&utm_source=x')).toEqual([
      301,
      '/about/team/?utm_source=x',
    ]);
    expect(await lead('/old.php?id=7&utm_source=x')).toEqual([301, 'https://elsewhere.example/']);
    expect(await lead('/old.php?id=8&utm_source=x')).toEqual([410, undefined]);
    for (const path of [
      '/old.php?id=6&utm_source=x',
      '/old.php?id=5x&utm_source=x',
      '/old.php?id=5&paged=2',
      '/old.php?utm_source=x',
      '/old.php.bak?id=5',
    ]) {
      expect(await lead(path)).toEqual([404, undefined]);
    }
    expect(await lead('/old.php?id=5&preview_id=3')).toEqual([301, '/about/?preview_id=3']); // an uncached page redirects in another way
    await write((tx) =>
      saveSettings(tx, {
        site_language: 'de',
        translation_gone_title: 'Entfernt',
        translation_gone_text: 'Diese Seite gibt es nicht mehr.',
        translation_comment_home: 'Zur Startseite',
        translation_error_failed: 'Das ging schief',
        translation_error_request: 'Unverständlich.',
      }),
    );
    const own = async (path: string, options: Parameters<typeof rawRequest>[2] = {}) =>
      (await rawRequest(site.url, path, options)).body;
    await expect
      .poll(() => own('/withdrawn/'))
      .toMatch(
        /<html lang="de">[\s\S]*<title>Entfernt<\/title>[\s\S]*<h1[^>]*>Entfernt<\/h1>\s*<p>Diese Seite gibt es nicht mehr\.<\/p><p><a href="\/">Zur Startseite<\/a>/,
      );
    // Errors before any template, and addresses that our code never sees.
    expect(await own('/wp-comments-post.php', { method: 'PUT' })).toMatch(
      /<html lang="de">[\s\S]*<h1[^>]*>Das ging schief<\/h1>/,
    );
    expect(await own('/%c3')).toMatch(/Das ging schief[\s\S]*<p>Unverständlich\.<\/p>/);
    await write((tx) =>
      saveSettings(tx, { translation_error_failed: null, translation_error_request: null }),
    );
    const { words } = saidBy('de');
    // The reply uses the settings that a page read last.
    await expect
      .poll(() => own('/withdrawn/').then(() => own('/%c3')))
      .toContain(`<p>${words.error_request}</p>`);
    expect(await own('/%c3')).toContain(words.error_failed);
    await write((tx) =>
      saveSettings(tx, {
        site_language: null,
        translation_gone_title: null,
        translation_gone_text: null,
        translation_comment_home: null,
        translation_error_failed: null,
        translation_error_request: null,
      }),
    );
  });

  test('[ROUTE-08] a missing or unknown action is 400 with the body 0', async () => {
    for (const fields of [
      { action: 'nope' },
      {},
      { action: '' },
      { action: '__proto__' },
      { action: 'td_ajax_search\0' },
    ]) {
      const reply = await ajax(site.url, fields as Record<string, string>);
      expect([reply.status, reply.body]).toEqual([400, '0']);
    }
    const bare = await rawRequest(site.url, '/wp-admin/admin-ajax.php', { method: 'POST' });
    expect([bare.status, bare.body]).toEqual([400, '0']);
    const without = await rawRequest(site.url, '/wp-admin/admin-ajax.php', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'action=td_ajax_dark_mode',
    });
    expect(without.status).toBe(200);
  });

  test('[AJAX-11] social login responds with the site’s id, or with the same shape without one', async () => {
    const requestCredentials = () => ajax(site.url, { action: 'td_ajax_fb_login_get_credentials' });
    const reply = await requestCredentials();
    expect([reply.status, reply.headers['content-type'], JSON.parse(reply.body)]).toEqual([
      200,
      'application/json; charset=utf-8',
      { error: 'Social login is not set up on this site.', app_id: '' },
    ]);
    await write((tx) =>
      saveSettings(tx, { social_login: true, social_login_app_id: '123456', social_login_app_secret: 'x' }),
    );
    await expect
      .poll(async () => JSON.parse((await requestCredentials()).body) as unknown)
      .toEqual({ error: '', app_id: '123456' });
    await write((tx) =>
      saveSettings(tx, { social_login: null, social_login_app_id: null, social_login_app_secret: null }),
    );
  });

  test('[ROUTE-07] every page hands the endpoint with both parameters to its scripts', async () => {
    for (const path of [
      '/',
      '/a-comet-returns/',
      '/category/science/',
      '/about/',
      '/?s=comet',
      '/nothing-here/',
    ]) {
      const config =
        /<script type="application\/json" id="broadsheet-page">(.*?)<\/script>/s.exec(
          (await get(path)).body,
        )?.[1] ?? '{}';
      const { ajaxUrl } = JSON.parse(config) as { ajaxUrl: string };
      expect(ajaxUrl).toMatch(/^\/wp-admin\/admin-ajax\.php\?td_theme_name=[^&]+&v=[^&]+$/);
    }
  });

  describe('public calls', () => {
    test('[AJAX-02] [AJAX-03] the footer is returned as content and classes, with and without its fields', async () => {
      for (const fields of [
        { postID: String(ids.article), td_res_context_registered_atts: '[]' },
        { postID: String(ids.draft) },
        {},
        { postID: '-5', td_res_context_registered_atts: '{{{' },
      ]) {
        const reply = await ajax(site.url, { action: 'tdb_get_footer', ...fields } as Record<string, string>);
        expect(reply.status).toBe(200);
        const { content, classes } = JSON.parse(reply.body) as { content: string; classes: string };
        expect(content).toContain('<nav');
        expect(content).toContain('class="site-title-name"');
        expect(content, 'the page has its heading').not.toContain('<h1');
        expect(classes).not.toBe('');
        expect(content).not.toContain('Unfinished');
      }
    });

    test('articles with the same footer share one stored answer', async () => {
      const text = randomBytes(15_000).toString('hex'); // too long and too random to compress well
      const template = await write(async (tx) => {
        const id = await createTemplate(tx, {
          type: 'footer',
          title: 'Long',
          content: `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`,
        });
        await assignTemplateGlobally(tx, 'footer', id);
        return id;
      });
      const posts = await site.database.read
        .selectFrom('post')
        .select('id')
        .where('slug', 'like', 'science-note-%')
        .execute();
      const first = await ajax(site.url, { action: 'tdb_get_footer', postID: String(ids.article) });
      expect(first.body).toContain(text);
      const { bytes } = site.app.cache.stats();
      for (const { id } of posts)
        expect((await ajax(site.url, { action: 'tdb_get_footer', postID: String(id) })).body).toBe(
          first.body,
        );
      expect((site.app.cache.stats().bytes - bytes) / posts.length).toBeLessThan(5000);
      await write((tx) => deleteTemplate(tx, template));
      expect(
        (await ajax(site.url, { action: 'tdb_get_footer', postID: String(ids.article) })).body,
      ).not.toContain(text);
    });

    test('[AJAX-14] [AJAX-15] search echoes its text, counts its results, and lists nothing hidden', async () => {
      const search = async (text: string, more: Record<string, string> = {}) =>
        JSON.parse((await ajax(site.url, { action: 'td_ajax_search', td_string: text, ...more })).body) as {
          td_search_query: string;
          td_total_in_list: number;
          td_data: string;
        };
      const found = await search('comet');
      expect([found.td_search_query, found.td_total_in_list]).toEqual(['comet', 1]);
      expect(found.td_data).toContain('href="/a-comet-returns/"');
      expect((await search('science ', { limit: '3' })).td_total_in_list).toBe(3);
      expect((await search('science ')).td_search_query).toBe('science ');
      for (const text of ['treasure', 'Unfinished', ''])
        expect((await search(text)).td_total_in_list).toBe(0);
      const hostile = await search('<script>alert(1)</script>');
      expect(hostile.td_data).not.toContain('<script>');
      expect(hostile.td_search_query).toBe('<script>alert(1)</script>');
      for (const text of [
        `${'a'.repeat(199)}😀`,
        '"',
        'a OR (',
        '* NEAR/2',
        '\0',
        'x'.repeat(20_000),
        '-',
        '😀',
      ]) {
        expect(
          (await ajax(site.url, { action: 'td_ajax_search', td_string: text, limit: '-1' })).status,
        ).toBe(200);
      }
    });

    test('[AJAX-12] [DARK-04] dark mode flips the server’s cookie', async () => {
      const first = await ajax(site.url, { action: 'td_ajax_dark_mode' });
      expect(String(first.headers['set-cookie'])).toContain('broadsheet_dark=1');
      const second = await ajax(site.url, { action: 'td_ajax_dark_mode' }, { cookie: 'broadsheet_dark=1' });
      expect(String(second.headers['set-cookie'])).toContain('broadsheet_dark=0');
    });
  });

  test('a client that sends `Expect: 100-continue` gets the continue', async () => {
    const { port } = new URL(site.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const body = 'action=td_ajax_search&td_string=comet';
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(
          `POST /wp-admin/admin-ajax.php HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ` +
            `${body.length}\r\nConnection: close\r\n\r\n`,
        ),
      );
      let text = '';
      socket.on('data', (chunk: Buffer) => {
        if (text === '') socket.write(body); // not before the server responded
        text += chunk.toString();
      });
      socket.on('end', () => resolve(text)).on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue[\s\S]*HTTP\/1\.1 200[\s\S]*td_search_query/);
  });

  test('[IMP-33] the health check answers, and replies carry request ids and security headers', async () => {
    const health = await get('/healthz');
    expect([health.status, (JSON.parse(health.body) as { status: string }).status]).toEqual([200, 'ok']);
    for (const path of ['/', '/healthz', '/wp-json/nothing', '/nothing-here/', '/assets/nothing.js']) {
      const { headers } = await get(path);
      expect([path, headers['x-content-type-options'], headers['x-frame-options']]).toEqual([
        path,
        'nosniff',
        'SAMEORIGIN',
      ]);
      expect([path, headers['content-security-policy']]).toEqual([
        path,
        expect.stringContaining('default-src'),
      ]);
    }
    expect((await get('/healthz')).headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });

  test(
    'an uncached article takes at most 7 queries (6 where the database answers at once), the front page (bands and all) at most 9; ' +
      'these figures only go down',
    async () => {
      const [third = 0, fourth = 0] = (
        await site.database.read
          .selectFrom('post')
          .select('id')
          .where('slug', 'in', ['science-note-3', 'science-note-4'])
          .orderBy('slug')
          .execute()
      ).map(({ id }) => id);
      // The writes that store a first render's data run in the background.
      const areStored = async () =>
        (
          await Promise.all(
            (['post_render', 'post_related'] as const).map((table) =>
              site.database.read
                .selectFrom(table)
                .select('post_id')
                .where('post_id', 'in', [third, fourth])
                .execute(),
            ),
          )
        ).every(({ length }) => length === 2);
      const cost = async (path: string, tag: Tag) => {
        await get(path);
        await expect.poll(areStored).toBe(true);
        await site.app.cache.idle(); // pages shown without them are re-rendered
        await write(async (tx) => tx.emit(tag, 'remove'));
        const before = site.database.queryCount();
        await get(path);
        return site.database.queryCount() - before;
      };
      await get('/science-note-4/');
      expect(await cost('/science-note-3/', `post:${third}`)).toBeLessThanOrEqual(7);
      expect(await cost('/', 'list:post')).toBeLessThanOrEqual(9);
    },
  );

  test('hostile addresses get an answer, never a 500', async () => {
    const paths = [
      '/%',
      '/%ff/',
      '/%00/',
      '/..%2f..%2fetc/passwd',
      '/wp-content/uploads/../../keys.json',
      '/wp-content/uploads/%2e%2e/%2e%2e/keys.json',
      '//evil.example/',
      '/a//b/',
      '/page/-1/',
      '/page/1e9/',
      '/2026/13/',
      '/0000/',
      '/2026/02/31/',
      '/?m=99999999',
      '/?cat=-1',
      '/?author=x',
      '/?tag=%00',
      '/?p[]=1',
      `/${'a'.repeat(5000)}/`,
      `/?s=${'b'.repeat(5000)}`,
      '/?td_block=x&td_page=-3',
      '/?s=%22%27%3Cscript%3E',
      '/constructor/',
      '/__proto__/',
      '/category/',
      '/category/../science/',
      '/author//',
      '/?attachment_id=999999999999999',
      '/wp-json/',
      '/wp-login.php',
      '/feed/',
    ];
    for (const path of paths) {
      const reply = await get(path);
      expect([path.slice(0, 80), reply.status < 500]).toEqual([path.slice(0, 80), true]);
      expect(reply.body).not.toContain('"secret"');
      expect(String(reply.headers.location ?? '')).not.toMatch(/^(https?:)?\/\/evil/);
    }
  });
});
