import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPost, updatePost } from '../../src/modules/posts/writer.ts';
import { addRedirect, deleteRedirect } from '../../src/modules/redirects/store.ts';
import { assignTemplateGlobally } from '../../src/modules/templates/assign.ts';
import { createTemplate, deleteTemplate, updateTemplate } from '../../src/modules/templates/writer.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { updateTerm } from '../../src/modules/terms/writer.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import type { Database, Tx } from '../../src/kernel/db/open-database.ts';
import { send } from '../harness/cache-server.ts';
import type { HttpReply } from '../harness/cache-server.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeMedia, makePost, makeTerm } from '../harness/factories.ts';
import { rankRelated, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const phone = { 'sec-ch-ua-mobile': '?1' };

onDrawnDatabase('the page cache on the wire', (_get, place) => {
  let site: ServedSite;
  let other: Database;
  let science = 0;
  const port = () => Number(new URL(site.url).port);
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    send(port(), path, { headers, method });
  const write = <Result>(work: (tx: Tx) => Promise<Result>) => site.database.write(work);
  const stats = () => site.app.cache.stats();
  /** Renders that `work` causes. */
  const renders = async (work: () => Promise<unknown>) => {
    const before = stats().renders;
    await work();
    return stats().renders - before;
  };
  /** Related posts ranked after rendering would change the page, so rank them first. */
  const rank = (...slugs: readonly string[]) => rankRelated(site, ...slugs);
  const until = (what: string, holds: () => Promise<boolean>) =>
    expect.poll(holds, { message: what, interval: 5 }).toBe(true);
  const plain = ({ headers, body }: HttpReply) =>
    (headers['content-encoding'] === 'br'
      ? brotliDecompressSync(body)
      : headers['content-encoding'] === 'gzip'
        ? gunzipSync(body)
        : body
    ).toString();

  beforeAll(async () => {
    site = await serveSite(place());
    other = await openSiteDatabase({ ...place(), maxConnections: 2 });
    await write(async (tx) => {
      science = await makeTerm(tx, { name: 'Science', slug: 'science' });
      for (let n = 1; n <= 12; n++)
        await makePost(tx, { title: `Note ${n}`, slug: `note-${n}`, termIds: [science] });
      await makePost(tx, {
        title: 'Behind a word',
        slug: 'behind',
        password: 'sesame',
        content: '<p>The treasure.</p>',
      });
    });
  });
  afterAll(async () => {
    await other.close();
    await site.close();
  });

  test('a page has the requested encoding, with the same text in each', async () => {
    await rank('note-1');
    const texts = new Set<string>();
    for (let round = 0; round < 4; round++) {
      for (const [accepted, encoding] of [
        [undefined, undefined],
        ['identity', undefined],
        ['gzip', 'gzip'],
        ['br', 'br'],
        ['br;q=0, gzip;q=0.5', 'gzip'],
        ['gzip;q=0, br;q=0', undefined],
        ['deflate', undefined],
      ] as const) {
        const reply = await get('/note-1/', accepted === undefined ? {} : { 'accept-encoding': accepted });
        expect([accepted, reply.status, reply.headers['content-encoding']]).toEqual([
          accepted,
          200,
          encoding,
        ]);
        expect(reply.headers['vary']).toBe('Accept-Encoding');
        expect(reply.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
        expect(Number(reply.headers['content-length'])).toBe(reply.body.length);
        texts.add(plain(reply));
      }
      await site.app.cache.idle(); // from the second round on with better compression
    }
    expect(texts.size).toBe(1);
    expect((await get('/note-1/', { 'accept-encoding': 'identity;q=0, *;q=0' })).status).toBe(406);
  });

  test('an ETag answers 304 for its encoding, and changes with the page', async () => {
    await rank('note-2');
    const packed = { 'accept-encoding': 'gzip' };
    const first = await get('/note-2/', packed);
    const etag = String(first.headers.etag);
    const again = await get('/note-2/', { ...packed, 'if-none-match': etag });
    expect([
      again.status,
      again.body.length,
      again.headers.etag,
      again.headers['cache-control'],
      again.headers['vary'],
    ]).toEqual([304, 0, etag, 'public, max-age=0, must-revalidate', 'Accept-Encoding']);
    expect((await get('/note-2/', { 'if-none-match': etag })).status).toBe(200); // the uncompressed body has another one
    expect((await get('/note-2/', { ...packed, 'if-modified-since': '' })).status).toBe(200); // like an invalid date
    expect(
      (await get('/note-2/', { ...packed, 'if-none-match': `"x", ${etag.replace('W/', '')}` })).status,
    ).toBe(304);
    const { id } = await site.database.read
      .selectFrom('post')
      .select('id')
      .where('slug', '=', 'note-2')
      .executeTakeFirstOrThrow();
    await write((tx) => updatePost(tx, id, { content: '<p>Other words.</p>' }));
    const changed = await get('/note-2/', { ...packed, 'if-none-match': etag });
    expect([changed.status, plain(changed).includes('Other words.')]).toEqual([200, true]);
    expect(changed.headers.etag).not.toBe(etag);
  });

  test('HEAD has the headers of GET and no body, first or from memory', async () => {
    await rank('note-3');
    for (const path of ['/note-3/', '/note-3/', '/nothing-at-all/']) {
      const head = await get(path, {}, 'HEAD');
      const whole = await get(path);
      expect([
        head.status,
        head.body.length,
        head.headers['content-length'],
        head.headers.etag,
        head.headers['content-type'],
      ]).toEqual([
        whole.status,
        0,
        whole.headers['content-length'],
        whole.headers.etag,
        whole.headers['content-type'],
      ]);
    }
  });

  test('undeclared parameters and other spellings of an address create no further cache entry', async () => {
    await rank('note-4');
    await get('/note-4/');
    const { entries } = stats();
    expect(
      await renders(async () => {
        for (const query of [
          'utm_source=a',
          'utm_source=b&utm_medium=c',
          'fbclid=1',
          'x[]=1',
          '_=99',
          'td_page=0',
          'relatedposts=0',
          'p=x',
          's',
        ])
          if (query !== 's') expect((await get(`/note-4/?${query}`)).status).toBe(200);
        expect((await get('/%6eote-4/')).status).toBe(200);
        expect((await get('/note-4/?')).status).toBe(200);
      }),
    ).toBe(0);
    expect(stats().entries).toBe(entries);
  });

  test('a flood of addresses where nothing is leaves nothing in memory', async () => {
    await get('/nothing-here/');
    const { entries, bytes } = stats();
    for (let n = 0; n < 300; n++) {
      const reply = await get(
        n % 3 === 0 ? `/made-up-${n}/` : n % 3 === 1 ? `/category/none-${n}/` : `/?p=${900_000 + n}`,
      );
      expect(reply.status).toBe(404);
    }
    expect(stats().entries - entries).toBeLessThanOrEqual(1);
    expect(stats().bytes - bytes).toBeLessThan(100_000);
    expect((await get('/made-up-1/')).headers['cache-control']).not.toMatch(/max-age=[1-9]/);
  });

  test('memory stays within its bound for any requests', async () => {
    const many = 150;
    for (let n = 0; n < many; n++) await get(`/?s=word${n}`);
    for (let n = 0; n < many; n++) await get(`/note-5/?td_block=made-up-${n}&td_page=2`);
    await site.app.cache.idle();
    expect(stats().bytes).toBeLessThanOrEqual(16 * 1024 * 1024);
    expect((await get('/note-5/')).status).toBe(200);
  });

  test('a page requested fifty times concurrently is rendered once', async () => {
    await rank('note-6', 'note-7');
    expect(await renders(() => Promise.all(Array.from({ length: 50 }, () => get('/note-6/'))))).toBe(1);
    expect(
      await renders(() =>
        Promise.all(
          Array.from({ length: 50 }, (_, n) =>
            get(`/note-7/?utm_id=${n}`, n % 2 === 0 ? phone : { 'accept-encoding': 'br' }),
          ),
        ),
      ),
    ).toBe(1);
    const calls = await renders(() =>
      Promise.all(
        Array.from({ length: 50 }, () =>
          send(port(), '/wp-admin/admin-ajax.php', {
            method: 'POST',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: 'action=td_ajax_search&td_string=note',
          }),
        ),
      ),
    );
    expect(calls).toBe(1);
  });

  test('previews and opened protected posts are never stored; the question for the password is', async () => {
    const { entries } = stats();
    for (const path of ['/note-8/?preview=true', '/note-8/?preview_id=3', '/note-8/?preview_nonce=x']) {
      const reply = await get(path);
      expect([path, reply.status, reply.headers['cache-control']]).toEqual([path, 200, 'private, no-store']);
    }
    expect(stats().entries).toBe(entries);
    const answered = await send(port(), '/wp-login.php?action=postpass', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', referer: `${site.url}/behind/` },
      body: 'post_password=sesame',
    });
    const cookie = String(answered.headers['set-cookie']).split(';')[0] ?? '';
    for (let round = 0; round < 3; round++) {
      const [opened, closed] = [await get('/behind/', { cookie }), await get('/behind/')];
      expect([
        opened.text.includes('The treasure.'),
        opened.headers['cache-control'],
        opened.headers.etag,
      ]).toEqual([true, 'private, no-store', undefined]);
      expect([closed.text.includes('The treasure.'), closed.text.includes('post_password')]).toEqual([
        false,
        true,
      ]);
    }
    const wrong = await send(port(), '/wp-login.php?action=postpass', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'post_password=guessed',
    });
    for (const [path, own] of [
      ['/behind/', 'a=1; wp-postpass_other=forged'],
      ['/behind/', `wp-postpass_broadsheet=${'x'.repeat(32)}`],
      ['/behind/', String(wrong.headers['set-cookie']).split(';')[0] ?? ''],
      ['/note-8/', cookie],
    ] as const) {
      await get(path);
      const { hits, renders: rendered } = stats();
      expect((await get(path, { cookie: own })).text).not.toContain('The treasure.');
      expect([path, own, stats().hits, stats().renders]).toEqual([path, own, hits + 1, rendered]);
    }
  });

  test('posts published by another process are visible, withdrawn ones are gone and never return', async () => {
    expect((await get('/from-elsewhere/')).status).toBe(404);
    expect((await get('/')).text).not.toContain('From elsewhere');
    const id = await other.write((tx) =>
      createPost(tx, {
        title: 'From elsewhere',
        slug: 'from-elsewhere',
        status: 'publish',
        termIds: [science],
        content: '<p>Far words.</p>',
      }),
    );
    await until('the post is there', async () => (await get('/from-elsewhere/')).status === 200);
    await until('the front page lists it', async () => (await get('/')).text.includes('From elsewhere'));
    await until('its category lists it', async () =>
      (await get('/category/science/')).text.includes('From elsewhere'),
    );
    for (const change of [
      { status: 'draft' },
      { status: 'publish' },
      { password: 'x' },
      { password: '' },
      { status: 'private' },
    ] as const) {
      const received = new Promise<void>((resolve) => {
        const stop = site.database.bus.listen((emissions) => {
          if (!emissions.some(({ tag }) => tag === `post:${id}` || tag === '*')) return;
          stop();
          resolve();
        });
      });
      await other.write((tx) => updatePost(tx, id, change));
      await received;
      const hidden = 'password' in change ? change.password !== '' : change.status !== 'publish';
      if (hidden) {
        const seen = await Promise.all(
          ['/', '/category/science/', '/from-elsewhere/', '/note-9/', '/?s=elsewhere'].flatMap((path) => [
            get(path),
            get(path, phone),
          ]),
        );
        for (const reply of seen) expect(reply.text).not.toMatch(/Far words|href="\/from-elsewhere\/"/);
        expect((await get('/from-elsewhere/')).status).toBe('password' in change ? 200 : 404);
      } else {
        await until('it is back', async () => (await get('/from-elsewhere/')).text.includes('Far words'));
        for (const path of ['/', '/category/science/', '/note-9/']) await get(path);
      }
    }
  });

  test('when rendering fails the last good copy is the fallback, but never one with withdrawn content', async () => {
    const made = await write(async (tx) => ({
      locked: await makePost(tx, { slug: 'locked', title: 'Locked words', password: 'x' }),
      open: await makePost(tx, { slug: 'open', title: 'Open words' }),
      loose: await makeMedia(tx, { slug: 'loose-picture', title: 'Loose words' }),
      edited: await makePost(tx, { slug: 'edited', title: 'Edited words' }),
    }));
    for (const [path, id, change, status] of [
      ['/locked/', made.locked, { status: 'draft' }, 503],
      ['/open/', made.open, { password: 'x' }, 503],
      ['/loose-picture/', made.loose, { status: 'trash' }, 503],
      ['/edited/', made.edited, { content: 'New.' }, 200],
    ] as const) {
      if (path === '/edited/') await rank('edited'); // ranked during the render, they would count as a change, and the page would not be cached
      expect((await get(path)).status).toBe(200);
      await write((tx) => updatePost(tx, id, change));
      const failing = vi
        .spyOn(site.app.content.settings, 'current')
        .mockRejectedValue(new Error('Connection terminated unexpectedly'));
      const reply = await get(path);
      failing.mockRestore();
      expect([
        path,
        reply.status,
        /Locked|Open words|Loose|Connection/.exec(reply.text),
        reply.headers['warning'],
      ]).toEqual([path, status, null, status === 200 ? '111 - "Revalidation Failed"' : undefined]);
    }
  });

  test('bulk changes are served stale for a moment, then fresh', async () => {
    const { id } = await site.database.read
      .selectFrom('post')
      .select('id')
      .where('slug', '=', 'note-10')
      .executeTakeFirstOrThrow();
    await rank('note-10');
    await get('/note-10/');
    await write(async (tx) => {
      await tx.db
        .updateTable('post')
        .set({ title: 'Note 10, second edition' })
        .where('id', '=', id)
        .execute();
      tx.emit(`post:${id}`, 'bulk');
    });
    const before = stats().renders;
    const stale = await get('/note-10/');
    expect([stale.text.includes('second edition'), stale.status]).toEqual([false, 200]);
    await site.app.cache.idle();
    expect(stats().renders).toBe(before + 1);
    expect((await get('/note-10/')).text).toContain('second edition');
  });

  test('a picture’s page disappears with its post', async () => {
    const [parent, grandchildOf] = await write(
      async (tx) =>
        [
          await makePost(tx, { slug: 'with-picture' }),
          await makePost(tx, { type: 'page', slug: 'top' }),
        ] as const,
    );
    await write(async (tx) => {
      await makeMedia(tx, { parentId: parent, slug: 'its-picture', title: 'A tell-tale picture' });
      const child = await makePost(tx, { type: 'page', slug: 'middle', parentId: grandchildOf });
      await makePost(tx, { type: 'page', slug: 'bottom', parentId: child });
    });
    for (const change of [{ status: 'draft' }, { password: 'x' }] as const) {
      await write((tx) => updatePost(tx, parent, { status: 'publish', password: '' }));
      expect((await get('/with-picture/its-picture/')).status).toBe(200);
      await write((tx) => updatePost(tx, parent, change));
      expect([change, (await get('/with-picture/its-picture/')).status]).toEqual([change, 404]);
    }
    expect((await get('/top/middle/bottom/')).status).toBe(200);
    await write((tx) => updatePost(tx, grandchildOf, { slug: 'summit' }));
    expect([(await get('/top/middle/bottom/')).status, (await get('/summit/middle/bottom/')).status]).toEqual(
      [404, 200],
    );
  });

  test('archives respond at the address with their parent terms', async () => {
    const [parent] = await write(async (tx) => {
      const above = await makeTerm(tx, { name: 'Arts', slug: 'arts' });
      return [above, await makeTerm(tx, { name: 'Film', slug: 'film', parentId: above })] as const;
    });
    expect((await get('/category/arts/film/')).status).toBe(200);
    await write((tx) => updateTerm(tx, parent, { slug: 'culture' }));
    const moved = await get('/category/arts/film/');
    expect([moved.status, moved.headers['location'], (await get('/category/culture/film/')).status]).toEqual([
      301,
      '/category/culture/film/',
      200,
    ]);
  });

  test('settings and redirects count from the next request on, in every list', async () => {
    for (const path of ['/', '/note-11/']) expect((await get(path)).text).toContain('href="/note-');
    await write((tx) => saveSettings(tx, { permalink_structure: 'plain', blogname: 'The New Name' }));
    const home = await get('/');
    expect(home.text).toContain('The New Name');
    expect(home.text).not.toContain('href="/note-');
    await write((tx) => saveSettings(tx, { permalink_structure: null, blogname: null }));
    expect((await get('/')).text).not.toMatch(/href="\/\?p=|The New Name/);
    expect((await get('/short/')).status).toBe(404);
    const redirect = await write((tx) => addRedirect(tx, { source: '/short/', target: '/note-11/' }));
    expect([(await get('/short/')).status, (await get('/short/')).headers['location']]).toEqual([
      301,
      '/note-11/',
    ]);
    await write((tx) => deleteRedirect(tx, redirect));
    expect((await get('/short/')).status).toBe(404);
  });

  test('phones get separate cache entries only for another document, and then privately', async () => {
    expect(
      await renders(async () => {
        for (const headers of [{}, phone]) expect((await get('/author-none/', headers)).status).toBe(404);
        for (const headers of [{}, phone, {}, phone])
          expect((await get('/note-12/', headers)).headers['cache-control']).toContain('public');
      }),
    ).toBeLessThanOrEqual(4);
    const [wide, narrow] = await write(async (tx) => {
      const made = [
        await createTemplate(tx, { type: 'single', title: 'w', content: '<p>For wide screens</p>' }),
        await createTemplate(tx, {
          type: 'single',
          title: 'n',
          isMobile: true,
          content: '<p>For narrow screens</p>',
        }),
      ] as const;
      await updateTemplate(tx, made[0], { mobileTemplateId: made[1] });
      await assignTemplateGlobally(tx, 'single', made[0]);
      return made;
    });
    for (let round = 0; round < 3; round++) {
      for (const [headers, text] of [
        [{}, 'For wide screens'],
        [phone, 'For narrow screens'],
        [{ 'user-agent': 'Mozilla/5.0 (iPad; CPU OS 17_0)' }, 'For wide screens'],
      ] as const) {
        const reply = await get('/note-12/', headers);
        expect([reply.text.includes(text), reply.headers['cache-control']]).toEqual([
          true,
          'private, max-age=0, must-revalidate',
        ]);
      }
    }
    await write((tx) => deleteTemplate(tx, narrow));
    expect((await get('/note-12/', phone)).text).toContain('For wide screens');
    await write((tx) => deleteTemplate(tx, wide));
    for (const headers of [{}, phone])
      expect((await get('/note-12/', headers)).headers['cache-control']).toContain('public');
  });
});
