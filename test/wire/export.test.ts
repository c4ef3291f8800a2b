import { expect, test } from 'vitest';
import { listActivity } from '../../src/modules/activity/reader.ts';
import { present } from '../harness/present.ts';
import { useAccountSite } from '../harness/account-site.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { rawRequest } from '../harness/served-site.ts';

const path = '/wp-admin/export.php';

onBothDatabases('the download of an export', (_get, place) => {
  const accounts = useAccountSite(place);
  const nonceOf = async (cookie: string) =>
    (await accounts.get('/wp-admin/admin-ajax.php?action=rest-nonce', cookie)).body.trim();
  const download = async (cookie: string, filter: Record<string, string> = {}, method = 'GET') =>
    rawRequest(
      accounts.site.url,
      `${path}?${new URLSearchParams({ download: 'true', _wpnonce: await nonceOf(cookie), ...filter }).toString()}`,
      { method, headers: { cookie, accept: 'application/json' } },
    );
  const titles = (body: string) =>
    [...body.matchAll(/<title><!\[CDATA\[(.*?)\]\]><\/title>/g)].map(([, title = '']) => title);
  const logged = async () =>
    (await listActivity(accounts.site.database.read, { kind: 'site', limit: 100 })).filter(({ summary }) =>
      summary.startsWith('Export'),
    ).length;

  test('needs the capability “export” and the session’s nonce, is not cached, and is logged', async () => {
    const chief = await accounts.createPerson(['administrator']);
    for (const role of ['editor', 'author', 'contributor', 'subscriber']) {
      const { cookie } = await accounts.createPerson([role]);
      const refused = await download(cookie);
      expect([role, refused.status, JSON.parse(refused.body)]).toMatchObject([
        role,
        403,
        { code: 'rest_cannot_export', data: { capability: 'export' } },
      ]);
    }
    expect((await rawRequest(accounts.site.url, `${path}?download=true`)).headers.location).toMatch(
      /^\/wp-login\.php/,
    );
    const other = await nonceOf((await accounts.createPerson(['administrator'])).cookie);
    for (const nonce of ['', 'wrong', other])
      expect((await download(chief.cookie, { _wpnonce: nonce })).status).toBe(403);
    expect(await logged()).toBe(0);
    expect((await download(chief.cookie, { check: 'true' })).status).toBe(204);
    expect((await download(chief.cookie, {}, 'HEAD')).status).toBe(204);
    expect(await logged()).toBe(0);
    const reply = await download(chief.cookie);
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'private, no-store',
    });
    expect(reply.headers['content-disposition']).toMatch(
      /^attachment; filename="[\w-]+\.wordpress\.\d{4}-\d\d-\d\d\.xml"$/,
    );
    expect(reply.body).toMatch(/^<\?xml [\s\S]*<wp:wxr_version>1\.2<[\s\S]*<\/rss>\n$/);
    expect(reply.body).not.toContain('$argon2');
    expect(await logged()).toBe(1);
  });

  test('contains only what the filters name, with its files, terms and authors', async () => {
    const { cookie } = await accounts.createPerson(['administrator']);
    const ids = { ann: 0, sea: 0 };
    await accounts.site.database.write(async (tx) => {
      ids.ann = await makeUser(tx, { login: 'ann' });
      const bob = await makeUser(tx, { login: 'bob' });
      ids.sea = await makeTerm(tx, { name: 'Sea', slug: 'sea' });
      const tide = await makeTerm(tx, { name: 'Tide', slug: 'tide', parentId: ids.sea });
      await makeTerm(tx, { name: 'Unused', slug: 'unused' });
      const picture = await makeMedia(tx, { title: 'Photo', authorIds: [bob] });
      await makeMedia(tx, { title: 'Other photo', authorIds: [bob] });
      const day = (n: number) => Date.UTC(2025, 2, n, 12);
      const first = await makePost(tx, {
        title: 'By Ann',
        authorIds: [ids.ann],
        termIds: [tide],
        publishedAt: day(1),
        featuredMediaId: picture,
      });
      await makeMedia(tx, { title: 'Attached', parentId: first, authorIds: [bob] });
      await makeComment(tx, { postId: first, content: 'A remark.' });
      await makePost(tx, { title: 'By both', authorIds: [bob, ids.ann], publishedAt: day(2) });
      await makePost(tx, { title: 'By Bob', authorIds: [bob], termIds: [ids.sea], publishedAt: day(3) });
      await makePost(tx, { title: 'Draft', status: 'draft', authorIds: [bob], publishedAt: day(4) });
      await makePost(tx, { title: 'A page', type: 'page', authorIds: [bob], publishedAt: day(5) });
    });
    const found = async (filter: Record<string, string>) =>
      titles((await download(cookie, filter)).body).toSorted();
    expect(await found({ content: 'page' })).toEqual(['A page']);
    expect(await found({ content: 'post', author: String(ids.ann) })).toEqual([
      'Attached',
      'By Ann',
      'By both',
      'Photo',
    ]);
    expect(await found({ content: 'post', cat: String(ids.sea) })).toEqual([
      'Attached',
      'By Ann',
      'By Bob',
      'Photo',
    ]);
    expect(await found({ content: 'post', start: '2025-03-02', end: '2025-03-03' })).toEqual([
      'By Bob',
      'By both',
    ]);
    expect(await found({ content: 'post', status: 'draft' })).toEqual(['Draft']);
    expect(await found({ content: 'attachment' })).toEqual(['Attached', 'Other photo', 'Photo']);
    const { body } = await download(cookie, { content: 'post', author: String(ids.ann) });
    const named = (element: string) =>
      [...body.matchAll(new RegExp(`<${element}><!\\[CDATA\\[(.*?)\\]\\]></${element}>`, 'g'))].map(
        ([, text = '']) => text,
      );
    expect(named('wp:category_nicename')).toEqual(['sea', 'tide']);
    expect(named('wp:author_login')).toEqual(['ann', 'bob']);
    expect(named('wp:comment_content')).toEqual(['A remark.']);
    expect((await listActivity(accounts.site.database.read, { kind: 'site', limit: 1 }))[0]).toMatchObject({
      summary: `Export: type post, author ${ids.ann}`,
      verb: 'create',
    });
  });

  test.each<Record<string, string>>([
    { content: 'nothing-here' },
    { content: `' or 1=1 --` },
    { content: 'x'.repeat(5000) },
    { author: '999999' },
    { author: '1 or 1' },
    { cat: '999999' },
    { cat: '-1' },
    { start: '2025-02-30' },
    { start: 'yesterday' },
    { start: '2025-03-02', end: '2025-03-01' },
    { status: 'auto-draft' },
    { status: '__proto__' },
  ])('refuses %o', async (filter) => {
    const { cookie } = await accounts.createPerson(['administrator']);
    const reply = await download(cookie, filter);
    expect(reply.status).toBe(400);
    expect(present(JSON.parse(reply.body) as { code?: string }).code).toBe('rest_invalid_param');
  });

  test('of a large site is sent completely to a slow reader, who may leave', async () => {
    const { cookie } = await accounts.createPerson(['administrator']);
    const content = `<p>${'Long text. '.repeat(40_000)}</p>`;
    await accounts.site.database.write(async (tx) => {
      for (let n = 0; n < 12; n++) await makePost(tx, { title: `Large ${n}`, content });
    });
    const url = `${accounts.site.url}${path}?download=true&content=post&_wpnonce=${await nonceOf(cookie)}`;
    const left = await fetch(url, { headers: { cookie } });
    await left.body?.cancel();
    const reply = await fetch(url, { headers: { cookie } });
    const reader = present(reply.body ?? undefined).getReader();
    let text = '';
    const decoder = new TextDecoder();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += decoder.decode(part.value, { stream: true });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(text.endsWith('</rss>\n')).toBe(true);
    expect(titles(text).filter((title) => title.startsWith('Large'))).toHaveLength(12);
  });
});
