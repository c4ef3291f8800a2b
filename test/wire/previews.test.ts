import { afterAll, beforeAll, expect, test } from 'vitest';
import { readArguments, runShare } from '../../src/cli/share.ts';
import { UsageError } from '../../src/cli/command.ts';
import { createPost } from '../../src/modules/posts/post-commands.ts';
import { keepRevision } from '../../src/modules/posts/revisions.ts';
import { deletePost, updatePost } from '../../src/modules/posts/writer.ts';
import { shareDraft, unshareDraft } from '../../src/modules/posts/share-commands.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { assignTemplateGlobally } from '../../src/modules/templates/assign.ts';
import { createTemplate, deleteTemplate, updateTemplate } from '../../src/modules/templates/writer.ts';
import { findActor } from '../../src/modules/users/roles.ts';
import { createSession } from '../../src/modules/users/session.ts';
import { createSessions } from '../../src/modules/users/sessions.ts';
import { previewNonce } from '../../src/site/replies/preview.ts';
import { ConflictError, NotFoundError, UnauthorizedError } from '../../src/lib/errors.ts';
import { createSigner, loadSecret } from '../../src/lib/keys.ts';
import { scriptKey } from '../../src/lib/block-scripts.ts';
import { actorOf } from '../harness/actors.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const marker = 'https://ads.example/network.js';

test('the command line is read, or refused with a reason', () => {
  expect([readArguments(['7']), readArguments(['7', '--end']), readArguments(['list'])]).toEqual([
    { action: 'share', id: 7 },
    { action: 'end', id: 7 },
    { action: 'list' },
  ]);
  for (const args of [[], ['x'], ['0'], ['7', '8'], ['list', '--end'], ['7', '--what']]) {
    expect(() => readArguments(args), args.join(' ')).toThrow(UsageError);
  }
});

onDrawnDatabase('previews', (_get, place) => {
  let site: ServedSite;
  const ids = new Map<string, number>();
  const id = (name: string) => ids.get(name) ?? 0;
  const get = (path: string, cookie = '') =>
    rawRequest(site.url, path, cookie === '' ? {} : { headers: { cookie } });
  const config = () => ({ siteUrl: site.url, port: 0 });
  const share = async (postId: number) => {
    const [link = ''] = await runShare(site.database, { action: 'share', id: postId }, config());
    return link.slice(site.url.length);
  };
  const opens = async (path: string, what = 'Unpublished scoop') => {
    const { status, body } = await get(path);
    return [status, body.includes(what)];
  };
  const draft = (title: string, status: 'draft' | 'pending' | 'future' = 'draft') =>
    site.database.write((tx) =>
      makePost(tx, {
        title,
        slug: title.toLowerCase().replaceAll(' ', '-'),
        status,
        authorId: id('author'),
        publishedAt: Date.now() + 9e9,
      }),
    );
  /** Logs a user in; returns the cookie and a function for preview nonces. */
  const signIn = async (who: string) => {
    const signer = createSigner(loadSecret(place().dataDir));
    const session = await site.database.write((tx) => createSession(tx, id(who)));
    const [cookie = ''] = createSessions(site.database, signer, site.url)
      .cookies(session, who)
      .map((one) => one.split(';')[0]);
    return { cookie, nonce: (postId: number) => previewNonce(signer, session, postId) };
  };

  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write(async (tx) => {
      for (const role of ['editor', 'author', 'contributor'] as const)
        ids.set(role, await makeUser(tx, { roles: [role] }));
      ids.set('other author', await makeUser(tx, { roles: ['author'] }));
      ids.set(
        'story',
        await makePost(tx, {
          title: 'A story',
          slug: 'story',
          content: '<p>As it is published.</p>',
          authorId: id('author'),
        }),
      );
      await saveSettings(tx, { ad_script_url: marker, analytics_container_id: 'GTM-ABC123' });
    });
  });
  afterAll(() => site.close());

  test('a link shows one draft to outsiders: never cached, not indexed, without third-party code; it can be revoked', async () => {
    const scoop = await draft('Unpublished scoop');
    const path = await share(scoop);
    expect(path).toMatch(new RegExp(`^/\\?p=${scoop}&preview=true&share_key=[\\w-]{32}$`));
    const { status, body, headers } = await get(path);
    expect([
      status,
      body.includes('Unpublished scoop'),
      body.includes('ads.example'),
      body.includes('GTM-ABC123'),
    ]).toEqual([200, true, false, false]);
    expect([
      headers['cache-control'],
      headers['x-robots-tag'],
      headers['referrer-policy'],
      headers.etag,
    ]).toEqual(['private, no-store', 'noindex', 'same-origin', undefined]);
    expect(
      JSON.stringify(await site.database.read.selectFrom('shared_draft').selectAll().execute()),
    ).not.toContain(path.slice(-32));
    // No other user or cache receives it.
    for (const other of [
      `/?p=${scoop}`,
      `/?p=${scoop}&preview=true`,
      '/unpublished-scoop/',
      '/',
      '/feed/',
      '/?s=scoop',
      '/wp-json/wp/v2/posts',
    ]) {
      expect([other, (await get(other)).body.includes('Unpublished scoop')]).toEqual([other, false]);
    }
    expect((await runShare(site.database, { action: 'list' }, config())).join()).toContain(
      'Unpublished scoop',
    );
    expect(await runShare(site.database, { action: 'end', id: scoop }, config())).toEqual([
      `Post ${scoop} is no longer shared.`,
    ]);
    expect(await opens(path)).toEqual([404, false]);
    expect(await runShare(site.database, { action: 'end', id: scoop }, config())).toEqual([
      `Post ${scoop} was not shared.`,
    ]);
    const [first, second] = [await share(scoop), await share(scoop)];
    expect([await opens(first), await opens(second)]).toEqual([
      [404, false],
      [200, true],
    ]);
  });

  test('over REST a link is created, listed and revoked', async () => {
    const scoop = await draft('Unpublished scoop again');
    const { cookie, nonce } = await site.signIn(id('author'));
    const rest = async (method: string, postId = scoop) => {
      const reply = await rawRequest(site.url, `/wp-json/broadsheet/v1/posts/${postId}/share`, {
        method,
        headers: { cookie, 'x-wp-nonce': nonce },
      });
      return [reply.status, JSON.parse(reply.body) as Record<string, unknown>] as const;
    };
    expect(await rest('GET')).toEqual([200, { shared: false, since: null }]);
    const [status, { link }] = await rest('POST');
    const path = String(link).slice(site.url.length);
    expect([status, await opens(path)]).toEqual([201, [200, true]]);
    expect(await rest('GET')).toEqual([200, { shared: true, since: expect.stringMatching(/^\d{4}-/) }]);
    expect([await rest('DELETE'), await opens(path), await rest('DELETE')]).toEqual([
      [200, { deleted: true }],
      [404, false],
      [200, { deleted: false }],
    ]);
    expect([(await rest('POST', id('story')))[0], (await rest('POST', 999_999_999))[0]]).toEqual([409, 404]);
  });

  test('a key of another draft, a guess and an invalid key open nothing, and cause no error', async () => {
    const [one, two] = [
      await draft('Unpublished scoop one'),
      await draft('Unpublished scoop two', 'pending'),
    ];
    const [mine, theirs] = [await share(one), await share(two)];
    const key = (path: string) => path.slice(-32);
    expect([await opens(mine), await opens(theirs)]).toEqual([
      [200, true],
      [200, true],
    ]);
    const keys = [
      key(mine),
      '',
      'x',
      'A'.repeat(32),
      key(theirs).toLowerCase(),
      `${key(theirs)}x`,
      key(theirs).slice(1),
      '%00',
      '%ff',
      "'%20or%201=1%20--",
      'x'.repeat(5000),
    ];
    for (const guess of keys)
      expect([guess, ...(await opens(`/?p=${two}&preview=true&share_key=${guess}`))]).toEqual([
        guess,
        404,
        false,
      ]);
    for (const path of [
      `/?p=${two}&share_key=${key(theirs)}`,
      `/?preview=true&share_key=${key(theirs)}`,
      `/?p=999999999&preview=true&share_key=${key(theirs)}`,
      `/?p[]=${two}&preview=true&share_key=${key(theirs)}`,
      `/?p=1e9&preview=true&share_key[]=${key(theirs)}`,
      `/?page_id=${two}&preview=true&share_key=${key(theirs)}`,
    ]) {
      const [status, shown] = await opens(path);
      expect([path, Number(status) < 500, shown]).toEqual([path, true, false]);
    }
  });

  test('once it is published the link leads to the article; withdrawn, thrown away or private it opens nothing any more', async () => {
    const scoop = await draft('Unpublished scoop three', 'future');
    const path = await share(scoop);
    await site.database.write((tx) =>
      updatePost(tx, scoop, { status: 'publish', publishedAt: Date.now() - 1000 }),
    );
    expect((await get(path)).headers.location).toBe('/unpublished-scoop-three/');
    await site.database.write((tx) => updatePost(tx, scoop, { status: 'draft' }));
    expect(await opens(path)).toEqual([404, false]);
    for (const status of ['trash', 'private'] as const) {
      await site.database.write((tx) => updatePost(tx, scoop, { status: 'draft' }));
      const again = await share(scoop);
      expect(await opens(again)).toEqual([200, true]);
      await site.database.write((tx) => updatePost(tx, scoop, { status }));
      expect(await opens(again)).toEqual([404, false]);
      await expect(share(scoop)).rejects.toThrow(ConflictError);
      await site.database.write((tx) => updatePost(tx, scoop, { status: 'draft' }));
      expect(await opens(again)).toEqual([404, false]);
    }
    const gone = await share(scoop);
    await site.database.write((tx) => deletePost(tx, scoop));
    expect(await opens(gone)).toEqual([404, false]);
    await expect(share(scoop)).rejects.toThrow(NotFoundError);
    await expect(share(id('story'))).rejects.toThrow(ConflictError);
  });

  test('only users who can edit the post may share it', async () => {
    const scoop = await draft('Unpublished scoop four');
    const by = async (who: string | undefined, command: typeof shareDraft | typeof unshareDraft) => {
      const actor = who === undefined ? undefined : await findActor(site.database.read, id(who));
      return site.database.write<string | boolean>((tx) => command(tx, actor, { id: scoop }));
    };
    for (const command of [shareDraft, unshareDraft]) {
      await expect(by(undefined, command)).rejects.toThrow(UnauthorizedError);
      for (const who of ['contributor', 'other author'])
        await expect(by(who, command)).rejects.toThrow(/Invalid post ID|not allowed/);
      for (const who of ['author', 'editor'])
        expect([who, Boolean(await by(who, command))]).toEqual([
          who,
          who === 'author' || command === shareDraft,
        ]);
    }
  });

  test('a preview shows autosaved content to its author only, and leaves the public page unchanged', async () => {
    const [author, editor, stranger] = [
      await signIn('author'),
      await signIn('editor'),
      await signIn('other author'),
    ];
    const story = id('story');
    const texts = { title: 'A better story', excerpt: '', content: '<p>As it will be.</p>' };
    await site.database.write((tx) => keepRevision(tx, story, id('author'), 'autosave', texts));
    const before = await get('/story/');
    const preview = (nonce: string, postId = story) =>
      `/story/?preview=true&preview_id=${postId}&preview_nonce=${nonce}`;
    const theirs = await get(preview(author.nonce(story)), author.cookie);
    expect([
      theirs.status,
      theirs.body.includes('A better story'),
      theirs.body.includes('As it will be.'),
      theirs.body.includes('As it is published.'),
    ]).toEqual([200, true, true, false]);
    expect([theirs.headers['cache-control'], theirs.headers['x-robots-tag']]).toEqual([
      'private, no-store',
      'noindex',
    ]);
    // Without the nonce, and for other editors, the post is shown as published.
    expect((await get('/story/?preview=true', author.cookie)).body).toContain('As it is published.');
    expect((await get(preview(editor.nonce(story)), editor.cookie)).body).toContain('As it is published.');
    // A nonce of a user who can't edit it reveals nothing more.
    expect((await get(preview(stranger.nonce(story)), stranger.cookie)).body).toContain(
      'As it is published.',
    );
    for (const [nonce, cookie] of [
      [author.nonce(story), ''],
      [author.nonce(story), editor.cookie],
      [editor.nonce(story), author.cookie],
      [author.nonce(story + 1), author.cookie],
      ['', author.cookie],
      ['x'.repeat(5000), author.cookie],
    ] as const) {
      const refused = await get(preview(nonce), cookie);
      expect([refused.status, refused.body.includes('As it will be.')]).toEqual([403, false]);
    }
    // REST returns the address to the autosave's author.
    const session = await site.signIn(id('author'));
    const proof = { cookie: session.cookie, 'x-wp-nonce': session.nonce };
    const { body } = await rawRequest(site.url, `/wp-json/wp/v2/posts/${story}/autosaves?context=edit`, {
      headers: proof,
    });
    const [{ preview_link: link }] = JSON.parse(body) as [{ preview_link: string }];
    expect((await get(link.slice(site.url.length), session.cookie)).body).toContain('As it will be.');
    expect((await get(link.slice(site.url.length), author.cookie)).status).toBe(403); // another session of the same user
    const after = await get('/story/');
    expect([after.body === before.body, after.headers.etag]).toEqual([true, before.headers.etag]);
    const stored = await site.database.read
      .selectFrom('post_render')
      .selectAll()
      .where('post_id', '=', story)
      .execute();
    expect(JSON.stringify(stored)).not.toContain('As it will be.');
  });

  test('unsaved words do not count for readers', async () => {
    const author = await signIn('author');
    const fresh = await site.database.write(async (tx) => {
      const made = await makePost(tx, {
        slug: 'counted',
        content: '<p>Three saved words.</p>',
        authorId: id('author'),
      });
      await keepRevision(tx, made, id('author'), 'autosave', {
        title: 'Counted',
        excerpt: '',
        content: '<p>Seven words that no user has saved yet.</p>',
      });
      return made;
    });
    expect(
      (
        await get(
          `/counted/?preview=true&preview_id=${fresh}&preview_nonce=${author.nonce(fresh)}`,
          author.cookie,
        )
      ).body,
    ).toContain('no user has saved');
    expect((await get('/counted/')).body).toContain('"wordCount":3,');
  });

  test('device= shows a preview at phone width to logged-in users; visitors, public pages and draft links ignore it', async () => {
    const { cookie } = await signIn('author');
    const made = await site.database.write(async (tx) => {
      const narrow = await createTemplate(tx, {
        type: 'single',
        title: 'n',
        isMobile: true,
        content: '<p>For narrow screens</p>',
      });
      const wide = await createTemplate(tx, {
        type: 'single',
        title: 'w',
        content: '<p>For wide screens</p>',
      });
      await updateTemplate(tx, wide, { mobileTemplateId: narrow });
      await assignTemplateGlobally(tx, 'single', wide);
      return [wide, narrow];
    });
    const shared = await share(await draft('Unpublished scoop five'));
    const isNarrow = async (path: string, headers: Record<string, string> = {}) => {
      const { body } = await rawRequest(site.url, path, { headers });
      expect(body.includes('For narrow screens')).not.toBe(body.includes('For wide screens'));
      return body.includes('For narrow screens');
    };
    const phone = { 'sec-ch-ua-mobile': '?1' };
    expect(await isNarrow('/story/?preview=true&device=phone', { cookie })).toBe(true);
    expect(await isNarrow('/story/?preview=true&device=desktop', { cookie, ...phone })).toBe(false);
    expect(await isNarrow('/story/?preview=true', { cookie, ...phone })).toBe(true);
    for (const path of [
      '/story/?preview=true&device=',
      '/story/?preview=true&device=Phone',
      '/story/?preview=1&device=phone',
      '/story/?device=phone',
    ]) {
      expect([path, await isNarrow(path, { cookie })]).toEqual([path, false]);
    }
    for (const path of [
      '/story/?preview=true&device=phone',
      '/story/?device=phone',
      `${shared}&device=phone`,
    ]) {
      for (let round = 0; round < 2; round++) expect([path, await isNarrow(path)]).toEqual([path, false]);
    }
    // Nothing of it was cached for readers.
    expect([
      await isNarrow('/story/'),
      await isNarrow('/story/', phone),
      await isNarrow('/story/?device=desktop', phone),
    ]).toEqual([false, true, true]);
    await site.database.write(async (tx) => {
      for (const one of made) await deleteTemplate(tx, one);
    });
  });

  test('scripts of HTML blocks run in separate frames, for users who can read the text, if enabled; elsewhere they are unchanged', async () => {
    const admin = actorOf(
      'administrator',
      await site.database.write((tx) => makeUser(tx, { roles: ['administrator'] })),
    );
    const script = '<script>run("</p>")</script><p>Inert words</p>';
    const html = `<!-- wp:html -->${script}<!-- /wp:html -->`;
    const write = (slug: string, more: object, content = html) =>
      site.database.write((tx) =>
        createPost(tx, admin, { title: slug, slug, content, status: 'publish', ...more } as Parameters<
          typeof createPost
        >[2]),
      );
    const set = (html_block_scripts: boolean) =>
      site.database.write((tx) => saveSettings(tx, { html_block_scripts }));
    const open = await write('framed', {});
    const closed = await write('framed-draft', { status: 'draft' });
    const pattern = await write('framed-pattern', { type: 'wp_block' });
    await write('framed-by-pattern', {}, `<!-- wp:block {"ref":${pattern}} /-->`);
    await write(
      'plain',
      {},
      '<!-- wp:html --><p>Inert words</p><script type="application/ld+json">{}</script><!-- /wp:html -->',
    );
    const copied = await site.database.write((tx) =>
      makePost(tx, { title: 'By a contributor', slug: 'copied', content: html, authorId: id('contributor') }),
    );
    const frameOf = (postId: number) => `/script-frame/${postId}/${scriptKey(script)}`;
    const frameIn = (body: string) =>
      [
        body.includes('data-behaviour="script-frame"'),
        /"src":"(\/script-frame\/[^"]+)"/.exec(body)?.[1] ?? '',
      ] as const;
    const before = (await get('/framed/')).body;
    expect([
      before.includes('script-frame'),
      before.includes('Inert words'),
      (await get(frameOf(open))).status,
    ]).toEqual([false, true, 404]);
    const elsewhere = async () =>
      Promise.all(
        [`/wp-json/wp/v2/posts/${open}`, '/feed/', '/framed/feed/'].map(
          async (path) => (await get(path)).body,
        ),
      );
    const inertElsewhere = await elsewhere();

    await set(true);
    await expect.poll(async () => frameIn((await get('/framed/')).body)).toEqual([true, frameOf(open)]);
    expect(await elsewhere()).toEqual(inertElsewhere);
    expect(frameIn((await get('/framed-by-pattern/')).body)).toEqual([true, frameOf(pattern)]);
    for (const slug of ['plain', 'copied'])
      expect([slug, frameIn((await get(`/${slug}/`)).body)]).toEqual([slug, [false, '']]);
    const { status, body, headers } = await get(frameOf(open));
    expect([
      status,
      body.endsWith(`<body>\n${script}\n`),
      headers['set-cookie'],
      headers['x-robots-tag'],
    ]).toEqual([200, true, undefined, 'noindex']);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy[0]).toBe('sandbox allow-scripts');
    for (const part of [
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      "base-uri 'none'",
    ])
      expect(policy).toContain(part);
    expect((await get(frameOf(open))).headers.etag).toBe(headers.etag);
    expect(headers['cache-control']).not.toContain('no-store');

    // A draft's frame address is known only to users who saw it, expires after an hour, and needs no cookie.
    const { cookie } = await signIn('editor');
    const link = await share(closed);
    const [, signed] = frameIn((await get(link)).body);
    expect(signed.startsWith(`${frameOf(closed)}/`)).toBe(true);
    for (const who of ['', cookie]) expect((await get(frameOf(closed), who)).status).toBe(404);
    const shown = await get(signed);
    expect([shown.status, shown.headers['cache-control'], shown.body.includes(script)]).toEqual([
      200,
      'no-store',
      true,
    ]);
    const forged = [
      signed.replace(frameOf(closed), frameOf(open)),
      signed.slice(0, -1),
      signed.replace(/\/(\d+)\./, (_, until: string) => `/${Number(until) + 1}.`),
      signed.replace(/\/\d+\./, '/1.'),
      `${frameOf(open)}/`,
      `${frameOf(open)}/x`,
      `/script-frame/${open}/${'A'.repeat(43)}`,
      `/script-frame/999/${scriptKey(script)}`,
      frameOf(copied),
    ];
    for (const path of forged) expect([path, (await get(path)).body.includes('run(')]).toEqual([path, false]);
    // A deleted frame shows no page of the site within an article.
    for (const path of [frameOf(copied), frameOf(closed)]) {
      const gone = await get(path);
      expect([gone.status, gone.body, gone.headers['content-security-policy']]).toEqual([
        404,
        '',
        headers['content-security-policy'],
      ]);
    }

    await site.database.write((tx) => updatePost(tx, open, { status: 'draft' }));
    await expect.poll(async () => (await get(frameOf(open))).status).toBe(404);
    await site.database.write((tx) => updatePost(tx, open, { status: 'publish', password: 'pass' }));
    expect((await get(frameOf(open))).status).toBe(404);
    await set(false);
    await expect.poll(async () => (await get(signed)).status).toBe(404);
  });
});
