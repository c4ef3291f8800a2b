import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { createRole, updateRole } from '../../src/modules/users/role-writer.ts';
import { createSession, endSession, sessionId } from '../../src/modules/users/session.ts';
import type { Session } from '../../src/modules/users/session.ts';
import { createSessions } from '../../src/modules/users/sessions.ts';
import { updateUser } from '../../src/modules/users/writer.ts';
import type { Tx } from '../../src/kernel/db/open-database.ts';
import { createSigner, loadSecret } from '../../src/lib/keys.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeMedia, makePost, makeUser } from '../harness/factories.ts';
import { ajax, rankRelated, rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const adCode =
  '<script src="https://ads.example/tag.js"></script><div id="ad-place-1">advert of the network</div>';

onDrawnDatabase('pages of logged-in users', (_get, place) => {
  let site: ServedSite;
  const cookies = new Map<string, string>();
  const nonces = new Map<string, string>();
  const ids = new Map<string, number>();
  const id = (name: string) => ids.get(name) ?? 0;
  const get = (path: string, who?: string) =>
    rawRequest(site.url, path, { headers: who === undefined ? {} : { cookie: cookies.get(who) ?? '' } });
  const statuses = async (path: string, people: readonly string[]) =>
    Promise.all(people.map(async (who) => (await get(path, who)).status));

  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write(async (tx) => {
      for (const role of ['administrator', 'editor', 'author', 'contributor', 'subscriber'])
        ids.set(role, await makeUser(tx, { roles: [role] }));
      ids.set('story', await makePost(tx, { title: 'A story', slug: 'a-story' }));
      const draft = await makePost(tx, {
        title: 'Unpublished scoop',
        slug: 'scoop',
        status: 'draft',
        authorId: id('author'),
      });
      ids.set('draft', draft);
      ids.set(
        'private',
        await makePost(tx, {
          title: 'For the house',
          slug: 'for-the-house',
          status: 'private',
          authorId: id('editor'),
        }),
      );
      ids.set(
        'trash',
        await makePost(tx, {
          title: 'Thrown away',
          slug: 'thrown-away',
          status: 'trash',
          authorId: id('author'),
        }),
      );
      ids.set('picture', await makeMedia(tx, { slug: 'picture-of-scoop', parentId: draft }));
      ids.set('shown', await makeMedia(tx, { slug: 'picture-of-story', parentId: id('story') }));
      await saveSettings(tx, { ad_header: adCode, ad_script_url: 'https://ads.example/network.js' });
    });
    ids.set('leaver', await site.database.write((tx) => makeUser(tx, { roles: ['editor'] })));
    for (const role of ['administrator', 'editor', 'author', 'contributor', 'subscriber']) {
      const { cookie, nonce } = await site.signIn(id(role));
      cookies.set(role, cookie);
      nonces.set(role, nonce);
    }
  });
  afterAll(() => site.close());

  test('an oddly spelled address opens the same page for editors as for visitors', async () => {
    for (const query of [
      'p={story}%20',
      'p=%09{story}',
      'p=abc',
      'p=',
      'year=',
      'year=x',
      'cat=abc',
      'author=x',
      'tag_id=',
      'paged=abc',
      'paged=%202',
      's=%20%20nothing%20',
      's=nothing&cat=x',
      'p=-5',
      'paged=9999999999999999999',
      `author=${id('author')}x`,
      'utm_source=a',
      'p={story}&utm_source=a',
    ]) {
      const path = `/?${query.replace('{story}', String(id('story')))}`;
      const [open, theirs] = await Promise.all([get(path), get(path, 'editor')]);
      const outcomeOf = ({ status, headers }: typeof open) => [path, status, headers.location];
      expect(outcomeOf(theirs)).toEqual(outcomeOf(open));
    }
  });

  test('users without editing rights get cached pages, byte for byte, and they cost no render', async () => {
    await get('/', 'subscriber');
    for (const path of ['/a-story/', '/', '/?s=nothing-of-this']) {
      // Again if it was re-rendered in between, as articles are after their related posts are ranked.
      await expect
        .poll(async () => {
          const cachedPage = await get(path);
          const { renders, hits } = site.app.cache.stats();
          const theirs = await get(path, 'subscriber');
          const { stats } = site.app.cache;
          return [
            theirs.body === cachedPage.body,
            theirs.headers.etag === cachedPage.headers.etag,
            theirs.headers['cache-control'],
            theirs.headers['set-cookie'],
            stats().renders - renders,
            stats().hits - hits,
          ];
        })
        .toEqual([true, true, 'public, max-age=0, must-revalidate', undefined, 0, 1]);
    }
    expect((await get('/a-story/', 'subscriber')).body).toContain('https://ads.example/network.js');
  });

  test('editors get private pages without ad code, which are never shared', async () => {
    await rankRelated(site, 'a-story'); // ranked later, they would make the server re-render the page
    const before = await get('/a-story/');
    for (const who of ['administrator', 'editor', 'author', 'contributor']) {
      const { body, headers } = await get('/a-story/', who);
      expect([
        who,
        body.includes('ads.example'),
        body.includes('advert of the network'),
        String(headers['content-security-policy']).includes('ads.example'),
      ]).toEqual([who, false, false, false]);
      expect([headers['cache-control'], headers.vary]).toEqual(['private, no-store', 'Cookie']);
      expect(body).toContain('A story');
    }
    const after = await get('/a-story/');
    expect([after.body === before.body, after.headers.etag, after.headers['cache-control']]).toEqual([
      true,
      before.headers.etag,
      'public, max-age=0, must-revalidate',
    ]);
    expect(after.body).toContain('advert of the network');
  });

  test('[ROLE-01] a visitor reads, searches, shares, comments, and sees ads, prompts and widgets, without a cookie', async () => {
    const page = await get('/a-story/');
    expect([page.status, page.headers['set-cookie'], page.body.includes('advert of the network')]).toEqual([
      200,
      undefined,
      true,
    ]);
    for (const part of [
      'id="respond"',
      'action="/wp-comments-post.php"',
      'href="https://www.facebook.com/sharer',
      'role="search"',
      'broadsheet-page',
    ]) {
      expect([part, page.body.includes(part)]).toEqual([part, true]);
    }
    const found = await get('/?s=story');
    expect([found.status, found.headers['set-cookie'], found.body.includes('/a-story/')]).toEqual([
      200,
      undefined,
      true,
    ]);
    const live = await ajax(site.url, { action: 'td_ajax_search', td_string: 'story' });
    expect([live.status, live.body.includes('a-story')]).toEqual([200, true]);
    const sent = await rawRequest(site.url, '/wp-comments-post.php', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        comment_post_ID: String(id('story')),
        author: 'A reader',
        email: 'reader@mail.example',
        comment: 'Well told.',
      }).toString(),
    });
    expect([sent.status, sent.headers.location]).toEqual([302, expect.stringMatching(/#comment-\d+$/)]);
    await site.database.write((tx) =>
      tx.db.deleteFrom('comment').where('post_id', '=', id('story')).execute(),
    );
  });

  test('[ROLE-06] requests of an editor’s tools are refused to visitors, subscribers, contributors and authors', async () => {
    const calls = [
      [
        'POST',
        '/wp-json/td-cloud-library/new_template',
        { postId: '1', templateType: 'single', templateName: 'Mine', duplicateTemplate: '1' },
      ],
      ['POST', '/wp-json/wp/v2/menus', { name: 'Mine' }],
      ['POST', '/wp-json/wp/v2/settings', { title: 'Mine' }],
    ] as const;
    for (const who of [undefined, 'subscriber', 'contributor', 'author']) {
      for (const [method, path, sent] of calls) {
        const headers = {
          'content-type': 'application/json',
          ...(who ? { cookie: cookies.get(who) ?? '', 'x-wp-nonce': nonces.get(who) ?? '' } : {}),
        };
        const { status, body } = await rawRequest(site.url, path, {
          method,
          headers,
          body: JSON.stringify(sent),
        });
        const isBuilders = path.includes('/td-cloud-library/');
        expect([who, path, status, 'error' in JSON.parse(body)]).toEqual([
          who,
          path,
          who || isBuilders ? 403 : 401,
          isBuilders,
        ]);
      }
    }
  });

  test('[ROLE-02] [ROLE-03] [ROLE-04] a page has an admin bar with an edit link, only for users who can edit something', async () => {
    const config = async (path: string, who?: string) => {
      const { body } = await get(path, who);
      const json =
        /<script type="application\/json" id="broadsheet-page">(.*?)<\/script>/.exec(body)?.[1] ?? '{}';
      const { isAdminBarShowing, origPostEditUrl } = JSON.parse(json) as Record<string, unknown>;
      expect([path, who, /wpadminbar|admin-bar/.test(body)]).toEqual([path, who, isAdminBarShowing]);
      return [isAdminBarShowing, origPostEditUrl];
    };
    const editUrl = (name: string) => `/wp-admin/post.php?post=${id(name)}&action=edit`;
    for (const who of [undefined, 'subscriber'])
      expect([who, ...(await config('/a-story/', who))]).toEqual([who, false, null]);
    for (const who of ['contributor', 'author'])
      expect([who, ...(await config('/a-story/', who))]).toEqual([who, true, null]);
    for (const who of ['editor', 'administrator']) {
      expect(await config('/a-story/', who)).toEqual([true, editUrl('story')]);
      expect(await config('/', who)).toEqual([true, null]);
      expect(await config('/nowhere/', who)).toEqual([true, null]);
    }
    expect(await config(`/?p=${id('draft')}`, 'author')).toEqual([true, editUrl('draft')]);
    expect(await config('/a-story/')).toEqual([false, null]);
  });

  test('[ROLE-04] a page requested other than by opening it has no admin bar', async () => {
    const cookie = cookies.get('editor') ?? '';
    for (const [dest, has] of [
      ['document', true],
      ['iframe', false],
      ['empty', false],
    ] as const) {
      const { body } = await rawRequest(site.url, '/a-story/', {
        headers: { cookie, 'sec-fetch-dest': dest },
      });
      expect([dest, body.includes('wpadminbar')]).toEqual([dest, has]);
    }
  });

  test('fragments have no ad code for them either', async () => {
    const asked = { action: 'broadsheet_article', post_id: String(id('story')) };
    const cookie = cookies.get('editor') ?? '';
    expect((await ajax(site.url, asked, { cookie })).body).not.toContain('ads.example');
  });

  test('unpublished posts are available to users who can read them: by id, uncached', async () => {
    const everybody = ['nobody', 'subscriber', 'contributor', 'author', 'editor', 'administrator'];
    expect(await statuses(`/?p=${id('draft')}`, everybody)).toEqual([404, 404, 404, 200, 200, 200]);
    expect(await statuses(`/?p=${id('draft')}&preview=true`, everybody)).toEqual([
      404, 404, 404, 200, 200, 200,
    ]);
    expect(await statuses('/for-the-house/', everybody)).toEqual([404, 404, 404, 404, 200, 200]);
    expect(await statuses(`/?p=${id('trash')}`, everybody)).toEqual([404, 404, 404, 404, 404, 404]);
    const { location } = (await get('/picture-of-scoop/', 'author')).headers;
    expect(await statuses(String(location), everybody)).toEqual([404, 404, 404, 200, 200, 200]);
    const { body, headers } = await get(`/?p=${id('draft')}`, 'author');
    expect([body.includes('Unpublished scoop'), headers['cache-control']]).toEqual([
      true,
      'private, no-store',
    ]);
    // It leaves no trace: not by its addresses, in a list, a feed, a search or a call.
    for (const path of [
      `/?p=${id('draft')}`,
      '/scoop/',
      '/for-the-house/',
      '/',
      '/feed/',
      '/?s=scoop',
      '/?s=house',
      '/wp-json/wp/v2/posts',
      '/wp-sitemap.xml',
      '/author/writer-of-writer3/',
    ]) {
      const visitor = await get(path);
      expect([path, /Unpublished scoop|For the house/.test(visitor.body)]).toEqual([path, false]);
    }
  });

  test('once published, cached pages replace it for visitors', async () => {
    await site.database.write((tx) => updatePost(tx, id('draft'), { status: 'publish' }));
    await expect.poll(async () => (await get('/scoop/')).status).toBe(200);
    expect((await get(`/?p=${id('draft')}`)).headers.location).toMatch(/\/scoop\/$/);
    await site.database.write((tx) => updatePost(tx, id('draft'), { status: 'draft' }));
    await expect.poll(async () => (await get('/scoop/')).status).toBe(404);
    expect((await get('/scoop/', 'editor')).status).toBe(200);
  });

  test('a page that does not depend on the user is cached for readers; so is an attachment of a public post', async () => {
    await get('/a-story/picture-of-story/');
    expect((await get('/a-story/picture-of-story/', 'subscriber')).headers['cache-control']).toBe(
      'public, max-age=0, must-revalidate',
    );
  });

  test('REST knows them by cookie and nonce together, and by neither alone', async () => {
    const me = (headers: Record<string, string>, query = '') =>
      rawRequest(site.url, `/wp-json/wp/v2/users/me${query}`, { headers });
    const [cookie = '', nonce = ''] = [cookies.get('editor'), nonces.get('editor')];
    const known = await me({ cookie, 'x-wp-nonce': nonce });
    expect([
      known.status,
      (JSON.parse(known.body) as { id: number }).id,
      known.headers['cache-control'],
    ]).toEqual([200, id('editor'), 'no-store']);
    expect((await me({ cookie }, `?_wpnonce=${nonce}`)).status).toBe(200);
    expect((await me({ cookie })).status).toBe(401);
    expect((await me({ 'x-wp-nonce': nonce })).status).toBe(403);
    for (const wrong of ['', 'x', nonces.get('subscriber') ?? '', `${nonce}=`, 'é'.repeat(32)]) {
      const refused = await me({ cookie, 'x-wp-nonce': wrong });
      expect([wrong, refused.status, (JSON.parse(refused.body) as { code: string }).code]).toEqual([
        wrong,
        403,
        'rest_cookie_invalid_nonce',
      ]);
    }
    for (const odd of [
      '?_wpnonce[]=a&_wpnonce[]=b',
      '?_wpnonce[x]=a',
      '?_wpnonce=%00',
      `?_wpnonce=${'a'.repeat(5000)}`,
    ]) {
      expect([odd, (await me({ cookie }, odd)).status]).toEqual([odd, 403]);
    }
  });

  test('a draft is in REST for its editors; a visitor right after them gets the public response', async () => {
    const path = `/wp-json/wp/v2/posts/${id('draft')}`;
    const theirs = await rawRequest(site.url, path, {
      headers: { cookie: cookies.get('editor') ?? '', 'x-wp-nonce': nonces.get('editor') ?? '' },
    });
    expect([theirs.status, theirs.body.includes('Unpublished scoop')]).toEqual([200, true]);
    const strangers: Record<string, string>[] = [
      {},
      { cookie: cookies.get('editor') ?? '' },
      { cookie: cookies.get('subscriber') ?? '', 'x-wp-nonce': nonces.get('subscriber') ?? '' },
    ];
    for (const headers of strangers) {
      const reply = await rawRequest(site.url, path, { headers });
      expect([reply.status >= 401 && reply.status <= 403, reply.body.includes('scoop')]).toEqual([
        true,
        false,
      ]);
    }
  });

  test('only an editor writes a category by REST, and readers see it', async () => {
    const write = (who: string | undefined, name: string) => {
      const proof: Record<string, string> =
        who === undefined ? {} : { cookie: cookies.get(who) ?? '', 'x-wp-nonce': nonces.get(who) ?? '' };
      return rawRequest(site.url, '/wp-json/wp/v2/categories', {
        method: 'POST',
        body: JSON.stringify({ name }),
        headers: { 'content-type': 'application/json', ...proof },
      });
    };
    for (const who of [undefined, 'subscriber', 'contributor', 'author']) {
      expect([who, (await write(who, 'Theirs')).status]).toEqual([who, who === undefined ? 401 : 403]);
    }
    const made = await write('editor', 'Harbour');
    expect([made.status, made.headers.location]).toEqual([
      201,
      expect.stringMatching(/\/wp-json\/wp\/v2\/categories\/\d+$/),
    ]);
    expect((await get('/wp-json/wp/v2/categories?slug=harbour')).body).toContain('"Harbour"');
    expect((await get('/wp-json/wp/v2/categories')).body).not.toContain('Theirs');
  });

  test('a role’s changed capabilities renew its users’ tokens, over REST and on pages, whose forms stay valid with them', async () => {
    const proof = await site.database.write(async (tx) => {
      await createRole(tx, { name: 'proofreader', label: 'Proofreader', capabilities: ['read'] });
      return makeUser(tx, { roles: ['proofreader'] });
    });
    const tokenIn = (header: string) => /wordpress_logged_in_[^;]*/.exec(header)?.[0] ?? '';
    for (const capabilities of [['read', 'edit_posts'], ['read']]) {
      const [rest, pages] = [await site.signIn(proof), await site.signIn(proof)];
      const request = (cookie: string, nonce: string) =>
        rawRequest(site.url, '/wp-json/wp/v2/users/me', { headers: { cookie, 'x-wp-nonce': nonce } });
      expect((await request(rest.cookie, rest.nonce)).headers['set-cookie']).toBeUndefined();
      await site.database.write((tx) =>
        updateRole(tx, { name: 'proofreader', label: 'Proofreader', capabilities }),
      );
      const renewed = await request(rest.cookie, rest.nonce);
      const cookie = tokenIn(String(renewed.headers['set-cookie']));
      expect([renewed.status, cookie.length > 60, cookie === tokenIn(rest.cookie)]).toEqual([
        200,
        true,
        false,
      ]);
      expect([
        (await request(cookie, String(renewed.headers['x-wp-nonce']))).status,
        (await request(cookie, rest.nonce)).status,
      ]).toEqual([200, 403]);
      const profile = await rawRequest(site.url, '/wp-admin/profile.php?forms', {
        headers: { cookie: pages.cookie },
      });
      const fields = ['_wpnonce', 'revision'].map((name) => [
        name,
        new RegExp(`name="${name}" value="([^"]*)"`).exec(profile.body)?.[1] ?? '',
      ]);
      const saved = await rawRequest(site.url, '/wp-admin/profile.php', {
        method: 'POST',
        body: new URLSearchParams([...fields, ['section', 'about'], ['displayName', 'Pro']]).toString(),
        headers: {
          cookie: tokenIn(String(profile.headers['set-cookie'])),
          'content-type': 'application/x-www-form-urlencoded',
        },
      });
      expect([saved.status, saved.headers.location]).toEqual([
        303,
        expect.stringMatching(/^\/wp-admin\/profile\.php\?(?:forms&)?done=account_saved$/),
      ]);
    }
  });

  test('[MENU-13] the first page after a session ended removes its cookies, whose name would show items for users', async () => {
    const session = await site.database.write((tx) => createSession(tx, id('subscriber')));
    const sessions = createSessions(site.database, createSigner(loadSecret(place().dataDir)), site.url);
    const cookie = sessions
      .cookies(session, 'Somebody')
      .map((one) => one.split(';')[0])
      .join('; ');
    const load = () => rawRequest(site.url, '/a-story/', { headers: { cookie } });
    const isCached = async () => (await load()).headers['cache-control'] !== 'private, no-store';
    await expect.poll(isCached).toBe(true);
    await site.database.write((tx) => endSession(tx, id('subscriber'), sessionId(session.token)));
    for (let turn = 0; turn < 2; turn++) {
      const { status, headers } = await load();
      expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
      expect(headers['set-cookie']).toEqual([...sessions.noCookies]);
    }
    const forged = cookie.replace(/\.[\w-]{32}(;|$)/, `.${'A'.repeat(32)}$1`);
    const { headers } = await rawRequest(site.url, '/a-story/', { headers: { cookie: forged } });
    expect([headers['set-cookie'], headers['cache-control']]).not.toContain('private, no-store');
  });

  test('a forged, ended or expired session gets the public page from memory, without a query', async () => {
    const forged = (cookies.get('editor') ?? '').replace(/\.[\w-]{32}(;|$)/, `.${'A'.repeat(32)}$1`);
    const cookieOf = async (write: (tx: Tx) => Promise<Session>) => {
      const sessions = createSessions(site.database, createSigner(loadSecret(place().dataDir)), site.url);
      const [cookie = ''] = sessions
        .cookies(await site.database.write(write), 'Somebody')
        .map((one) => one.split(';')[0]);
      return cookie;
    };
    const session = await site.database.write((tx) => createSession(tx, id('editor')));
    const ended = await cookieOf(async (tx) => {
      await endSession(tx, id('editor'), sessionId(session.token));
      return session;
    });
    // With two more sessions by another password: one cached, one never resolved.
    const [used, unused] = [
      await cookieOf((tx) => createSession(tx, id('leaver'))),
      await cookieOf((tx) => createSession(tx, id('leaver'))),
    ];
    expect(
      (await rawRequest(site.url, '/a-story/', { headers: { cookie: used } })).headers['cache-control'],
    ).toBe('private, no-store');
    await site.database.write((tx) => updateUser(tx, id('leaver'), { password: { encoded: 'x' } }));
    const expired = await cookieOf((tx) =>
      createSession(tx, id('editor'), { lastsMs: 60_000, now: Date.now() - 61_000 }),
    );
    const costOf = async (cookie: string) => {
      const cached = await get('/a-story/');
      const [queries, { renders }] = [site.database.queryCount(), site.app.cache.stats()];
      const reply = await rawRequest(site.url, '/a-story/', { headers: { cookie } });
      return [
        reply.status,
        reply.body === cached.body,
        site.database.queryCount() - queries,
        site.app.cache.stats().renders - renders,
      ];
    };
    await expect.poll(() => costOf('')).toEqual([200, true, 0, 0]);
    for (const cookie of [
      ended,
      used,
      unused,
      expired,
      forged,
      'wordpress_logged_in_x=1|2|3|4',
      `wordpress_logged_in_${'0'.repeat(32)}=${'x'.repeat(8000)}`,
    ]) {
      expect([cookie, ...(await costOf(cookie))]).toEqual([cookie, 200, true, 0, 0]);
    }
  });
});
