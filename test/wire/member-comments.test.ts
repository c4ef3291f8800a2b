import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findComment } from '../../src/modules/comments/reader.ts';
import type { Settings } from '../../src/modules/settings/settings.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { createUser } from '../../src/modules/users/user-commands.ts';
import { operator } from '../../src/modules/users/role.ts';
import { endSessionsOf } from '../../src/modules/users/session.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { RawReply, ServedSite } from '../harness/served-site.ts';

let people = 0;

onDrawnDatabase('comments of logged-in users', (_get, place) => {
  let site: ServedSite;
  let postId = 0;
  let at = Date.now();
  const ids = new Map<string, number>();
  const cookies = new Map<string, string>();

  beforeAll(async () => {
    site = await serveSite(place(), { trustProxy: ['127.0.0.1'] }, { now: () => at });
    await site.database.write(async (tx) => {
      for (const role of ['editor', 'author', 'subscriber'] as const) {
        const known = {
          displayName: `Tom <b>${role}</b> & Co`,
          email: `${role}@paper.example`,
          url: 'https://tom.example/',
        };
        ids.set(role, await makeUser(tx, { roles: [role], ...known }));
      }
      postId = await makePost(tx, { slug: 'story', commentStatus: 'open', authorId: ids.get('author') ?? 0 });
    });
    for (const [role, id] of ids) cookies.set(role, (await site.signIn(id)).cookie);
  });
  beforeEach(() => void (at += 3_600_000)); // restores the allowance that earlier tests used
  afterAll(() => site.close());

  const set = (settings: Partial<Settings>) => site.database.write((tx) => saveSettings(tx, settings));
  const get = (path: string, who?: string) =>
    rawRequest(site.url, path, { headers: who === undefined ? {} : { cookie: cookies.get(who) ?? '' } });
  const send = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<RawReply> =>
    rawRequest(site.url, '/wp-comments-post.php', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `198.52.0.${people++}`,
        ...headers,
      },
      body: new URLSearchParams({
        comment_post_ID: String(postId),
        comment_parent: '0',
        ...fields,
      }).toString(),
    });
  const by = (who: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    send(fields, { cookie: cookies.get(who) ?? '', ...headers });
  const written = ({ headers }: RawReply) =>
    findComment(site.database.read, Number(/#comment-(\d+)$/.exec(String(headers.location))?.[1]));

  test('their comment has the account’s name, whatever was typed, and needs no name field', async () => {
    const claims = {
      author: 'The chief',
      email: 'chief@paper.example',
      url: 'https://evil.example',
      user_id: '1',
    };
    const reply = await by('subscriber', { comment: 'As a member', ...claims });
    expect(await written(reply)).toMatchObject({
      userId: ids.get('subscriber'),
      authorName: 'Tom &lt;b&gt;subscriber&lt;/b&gt; &amp; Co',
      authorEmail: 'subscriber@paper.example',
      authorUrl: 'https://tom.example/',
      status: 'hold',
    });
    // The visitor cookies are not set for members; the cookie of pending comments is.
    expect([reply.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split('=')[0])).toEqual([
      expect.stringMatching(/^comment_held_broadsheet_/),
    ]);
    const missing = await by('subscriber', { comment: '' });
    expect([
      missing.status,
      missing.body.includes('name="author"'),
      /class="logged-in-as">Logged in as Tom &lt;b&gt;/.test(missing.body),
    ]).toEqual([400, false, true]);
  });

  test('a user without a display name comments under a generated one, never under the log-in name', async () => {
    const authors = [];
    for (const login of ['zyxlogin', 'zyxother']) {
      const id = await site.database.write((tx) =>
        createUser(tx, operator(), { login, email: `${login}@paper.example` }),
      );
      const comment = await written(
        await send({ comment: `Of ${id}` }, { cookie: (await site.signIn(id)).cookie }),
      );
      authors.push([comment?.userId === id, comment?.authorName]);
    }
    expect(authors).toEqual([
      [true, 'Member'],
      [true, 'Member 2'],
    ]);
  });

  test('comments of moderators and the article’s author need no approval; others wait until one is approved', async () => {
    await set({ comment_moderation: true, disallowed_keys: 'casino' });
    const statusOf = async (who: string, comment: string) =>
      (await written(await by(who, { comment })))?.status;
    expect([
      await statusOf('editor', 'The casino closes'),
      await statusOf('author', 'Thanks, casino'),
      await statusOf('subscriber', 'Held'),
      await statusOf('subscriber', 'casino'),
    ]).toEqual(['approved', 'approved', 'hold', 'trash']);
    await set({ comment_moderation: false, disallowed_keys: '' });
    const first = await written(await by('subscriber', { comment: 'Once' }));
    expect(first?.status).toBe('hold');
    await site.database.write((tx) =>
      tx.db
        .updateTable('comment')
        .set({ status: 'approved' })
        .where('id', '=', first?.id ?? 0)
        .execute(),
    );
    expect(await statusOf('subscriber', 'Twice')).toBe('approved');
  });

  test('claims without proof count as a visitor: other sites’ forms, forged and ended sessions, the name alone', async () => {
    const before = (await site.database.read.selectFrom('comment').select('id').execute()).length;
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign)
      expect((await by('editor', { comment: 'Forged' }, headers)).status).toBe(403);
    const { cookie } = await site.signIn(ids.get('author') ?? 0);
    await site.database.write(async (tx) => {
      await endSessionsOf(tx, ids.get('author') ?? 0);
      tx.emit(`user:${ids.get('author') ?? 0}`);
    });
    for (const claimed of [
      cookie,
      cookie.replace(/=\w/, '=x'),
      'broadsheet_name=Tom',
      `wordpress_logged_in_${'0'.repeat(32)}=1|2|3`,
    ]) {
      const reply = await send({ comment: 'Who am I?' }, { cookie: claimed });
      expect([claimed, reply.status, reply.body.includes('name="author"')]).toEqual([claimed, 400, true]);
      // Otherwise the form's script would keep hiding the missing fields.
      if (claimed.includes('broadsheet_name='))
        expect(String(reply.headers['set-cookie'])).toMatch(/broadsheet_name=;.*Max-Age=0/);
    }
    expect((await site.database.read.selectFrom('comment').select('id').execute()).length).toBe(before);
    cookies.set('author', (await site.signIn(ids.get('author') ?? 0)).cookie);
  });

  test('limits count by account for logged-in users: a newsroom shares one address', async () => {
    const one = { 'x-forwarded-for': '198.53.0.1' };
    const replies = [];
    for (let n = 0; n < 7; n++) replies.push((await by('editor', { comment: `Quick ${n}` }, one)).status);
    expect(replies.slice(-1)).toEqual([429]);
    expect((await by('author', { comment: 'From the next desk' }, one)).status).toBe(302);
  });

  test('only visitors get a captcha', async () => {
    await set({ captcha: 'show', comment_registration: true });
    const form = async (who?: string) =>
      /<form id="commentform"[\s\S]*?<\/form>/.exec((await get('/story/', who)).body)?.[0] ?? '';
    await expect.poll(() => form('subscriber')).toMatch(/logged-in-as(?![\s\S]*captcha)/);
    const back = await by('subscriber', { comment: '' });
    expect([back.status, back.body.includes('name="comment_captcha"')]).toEqual([400, false]);
    await set({ comment_registration: false });
    await expect.poll(() => form()).toContain('name="comment_captcha"');
    expect((await by('subscriber', { comment: 'No robot' })).status).toBe(302);
    const visitor = {
      comment: 'A robot',
      author: 'Rob',
      email: 'rob@mail.example',
      comment_captcha: 'passed',
    };
    const refused = await send(visitor);
    expect([refused.status, refused.body.includes('A robot')]).toEqual([403, true]);
    expect((await send(visitor, { cookie: 'broadsheet_name=Tom' })).status).toBe(403);
    await set({ captcha: '' });
  });

  test('pages stay cached for users who can’t edit, unless comments are for members only', async () => {
    const form = ({ body }: RawReply) => /<form id="commentform"[\s\S]*?<\/form>/.exec(body)?.[0] ?? '';
    await get('/', 'subscriber');
    await expect
      .poll(async () => (await get('/story/', 'subscriber')).headers['cache-control'])
      .toBe('public, max-age=0, must-revalidate');
    expect(form(await get('/story/'))).toMatch(
      /<input(?=[^>]* name="author")(?![^>]* required)[^>]* aria-required="true"/,
    );
    await set({ comment_registration: true });
    const [visitor, member] = [await get('/story/'), await get('/story/', 'subscriber')];
    expect([form(visitor), visitor.headers['cache-control']]).toEqual([
      '',
      'public, max-age=0, must-revalidate',
    ]);
    expect(visitor.body).toContain(
      'You must be logged in to post a comment. <a href="/wp-login.php?redirect_to=%2Fstory%2F%23respond" rel="nofollow">Log in</a>',
    );
    expect(form(member)).toMatch(
      /class="logged-in-as">Logged in as Tom &lt;b&gt;subscriber&lt;\/b&gt; &amp; Co\. <a href="\/wp-login\.php\?action=logout&amp;redirect_to=/,
    );
    expect([form(member).includes('name="email"'), member.headers['cache-control']]).toEqual([
      false,
      'private, no-store',
    ]);
    expect((await get('/story/')).body).toBe(visitor.body);
    // Even without comments the sentence is there.
    await site.database.write((tx) => makePost(tx, { slug: 'quiet', commentStatus: 'open' }));
    expect((await get('/quiet/')).body).toContain('You must be logged in to post a comment.');
    const refused = await send({ comment: 'Let me in', author: 'Vi Sitor', email: 'vi@mail.example' });
    expect([refused.status, refused.body.includes('Let me in')]).toEqual([403, true]);
    expect((await by('subscriber', { comment: 'One of you' })).status).toBe(302);
    await set({ comment_registration: false });
  });
});
