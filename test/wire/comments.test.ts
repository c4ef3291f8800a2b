import { afterAll, beforeAll, expect, test } from 'vitest';
import { runComments } from '../../src/cli/comments.ts';
import { findComment, listComments } from '../../src/modules/comments/reader.ts';
import { updateComment } from '../../src/modules/comments/store.ts';
import { detailsMeta } from '../../src/modules/posts/model.ts';
import { updatePost } from '../../src/modules/posts/writer.ts';
import type { Settings } from '../../src/modules/settings/settings.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeComment, makePost, makeUser } from '../harness/factories.ts';
import { startMailServer } from '../harness/mail-server.ts';
import type { MailServer } from '../harness/mail-server.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { RawReply, ServedSite } from '../harness/served-site.ts';

const words = { comment: 'Well said.', author: 'Rea Der', email: 'rea@mail.example', url: '' };
let people = 0;

onDrawnDatabase('comments over HTTP', (_get, place) => {
  let site: ServedSite;
  let mail: MailServer;
  let postId = 0;
  let at = Date.now();

  beforeAll(async () => {
    mail = await startMailServer();
    site = await serveSite(place(), { trustProxy: ['127.0.0.1'], smtpUrl: mail.url }, { now: () => at });
    await site.database.write(async (tx) => {
      const authorId = await makeUser(tx, { email: 'author@paper.example' });
      postId = await makePost(tx, {
        slug: 'story',
        title: 'A <em>Story</em>',
        authorId,
        commentStatus: 'open',
      });
      await saveSettings(tx, { comment_previously_approved: false, admin_email: 'chief@paper.example' });
    });
  });
  afterAll(async () => {
    await site.close();
    await mail.close();
  });

  const set = (settings: Partial<Settings>) => site.database.write((tx) => saveSettings(tx, settings));
  const get = (path: string) => rawRequest(site.url, path);
  /** Each call comes from its own address, unless one is given. */
  const send = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<RawReply> =>
    rawRequest(site.url, '/wp-comments-post.php', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `198.51.${Math.floor(people / 250)}.${people++ % 250}`,
        ...headers,
      },
      body: new URLSearchParams({
        ...words,
        comment_post_ID: String(postId),
        comment_parent: '0',
        ...fields,
      }).toString(),
    });
  const mainOf = ({ body }: RawReply) => /<main[\s\S]*<\/main>/.exec(body)?.[0] ?? '';
  const idOf = (reply: RawReply) => Number(/#comment-(\d+)$/.exec(String(reply.headers.location))?.[1]);
  const statusOf = async (id: number) => (await findComment(site.database.read, id))?.status;
  const count = async () =>
    (
      await site.database.read
        .selectFrom('post')
        .select('comment_count')
        .where('id', '=', postId)
        .executeTakeFirstOrThrow()
    ).comment_count;

  test('a discussion can be read from either end, by links; each comment has an address that leads to it in that order', async () => {
    const other = await site.database.write(async (tx) => {
      const id = await makePost(tx, { slug: 'long-talk', title: 'Long talk', commentStatus: 'open' });
      for (let n = 1; n <= 4; n++)
        await makeComment(tx, { postId: id, content: `Word ${n}`, createdAt: Date.UTC(2026, 0, n) });
      await saveSettings(tx, { page_comments: true, comments_per_page: 3 });
      return id;
    });
    const wordsOf = (reply: RawReply) =>
      [...mainOf(reply).matchAll(/<p>(Word \d)<\/p>/g)].map(([, word]) => word);
    const usual = await get('/long-talk/');
    expect(wordsOf(usual)).toEqual(['Word 1', 'Word 2', 'Word 3']);
    expect(mainOf(usual)).toContain(
      '<a href="/long-talk/?comment_order=desc#comments" rel="nofollow">Newest first</a>',
    );
    expect(mainOf(usual)).toContain(
      '<a href="/long-talk/#comments" rel="nofollow" aria-current="true">Oldest first</a>',
    );
    const turned = await get('/long-talk/?comment_order=desc');
    expect(wordsOf(turned)).toEqual(['Word 4', 'Word 3', 'Word 2']);
    expect(mainOf(turned)).toMatch(
      /class="comment-time" href="\/long-talk\/\?comment_order=desc#comment-\d+"/,
    );
    const [, second = ''] =
      /href="(\/long-talk\/comment-page-2\/\?comment_order=desc)#comments"/.exec(mainOf(turned)) ?? [];
    expect(wordsOf(await get(second))).toEqual(['Word 1']);
    expect(turned.body).toContain('<link rel="canonical" href="http'); // of the page without it
    expect(turned.body).not.toMatch(/rel="canonical"[^>]*comment_order/);
    // An invalid order creates no second page once the related posts are ranked; a new comment is on both.
    await expect
      .poll(
        async () =>
          (await get('/long-talk/?comment_order=best')).headers.etag ===
          (await get('/long-talk/')).headers.etag,
      )
      .toBe(true);
    await site.database.write((tx) =>
      makeComment(tx, { postId: other, content: 'Word 5', createdAt: Date.UTC(2026, 0, 5) }),
    );
    expect(wordsOf(await get('/long-talk/?comment_order=desc'))).toEqual(['Word 5', 'Word 4', 'Word 3']);
    await set({ page_comments: false, comments_per_page: 50 });
  });

  test('[COM-01] an article has a form with the five fields, for this post', async () => {
    const form = /<form id="commentform"[\s\S]*?<\/form>/.exec((await get('/story/')).body)?.[0] ?? '';
    for (const name of ['comment', 'author', 'email', 'comment_parent', 'comment_post_ID']) {
      expect([name, form.match(new RegExp(`<(?:input|textarea)[^>]* name="${name}"`, 'g'))?.length]).toEqual([
        name,
        1,
      ]);
    }
    expect(form).toMatch(new RegExp(`<input[^>]* name="comment_post_ID" value="${postId}"`));
    expect(form).toMatch(/<input[^>]* name="comment_parent" value="0"/);
  });

  test('[ART-05] [COM-17] after a comment the reader returns to the article, where it appears at once', async () => {
    expect((await get('/story/')).body).toContain(`name="comment_post_ID" value="${postId}"`);
    const reply = await send({ comment: 'First of all' });
    const id = idOf(reply);
    expect([reply.status, reply.headers.location, reply.headers['cache-control']]).toEqual([
      302,
      `/story/#comment-${id}`,
      'no-store',
    ]);
    expect((await get('/story/')).body).toMatch(new RegExp(`id="comment-${id}"[\\s\\S]*First of all`));
    expect(await count()).toBe(1);
    await expect
      .poll(() => mail.mails.map(({ to, text }) => [to, text.includes('First of all')]))
      .toEqual([[['author@paper.example'], true]]);
  });

  test('[COM-17] [IMP-10] a pending comment is shown to its author only until approved, and the moderator is notified', async () => {
    await set({ comment_moderation: true });
    mail.mails.length = 0;
    const reply = await send({ comment: 'Held words' });
    const id = idOf(reply);
    const address = String(reply.headers.location);
    expect(address).toMatch(
      new RegExp(`^/story/\\?unapproved=${id}&moderation-hash=[\\w-]{20,}#comment-${id}$`),
    );
    const own = await get(address.split('#')[0] ?? '');
    expect(own.body).toContain('Held words');
    expect(own.body).toContain('Your comment is awaiting moderation.');
    expect(own.headers['cache-control']).toBe('private, no-store');
    expect((await get('/story/')).body).not.toContain('Held words');
    const forged = await get(`/story/?unapproved=${id}&moderation-hash=forged&utm_source=x`);
    expect([forged.status, forged.headers.location]).toEqual([302, '/story/?utm_source=x']);
    expect(
      JSON.stringify((await listComments(site.database.read, { statuses: ['hold'], limit: 5 })).comments),
    ).toContain('Held words');
    await expect.poll(() => mail.mails.map(({ to }) => to)).toEqual([['chief@paper.example']]);
    expect(mail.mails[0]?.text).toContain(`${site.url}/wp-admin/comment.php?action=approve&c=${id}\n`);

    const lines = await runComments(site.database, { action: 'approve', ids: [id] });
    expect(lines).toEqual([`${id}: approved (was hold).`, '0 wait.']);
    expect((await get('/story/')).body).toContain('Held words');
    await set({ comment_moderation: false });
  });

  test('[COM-17] with consent, cookies for this article alone show its author pending comments, until they are decided', async () => {
    const agreed = { 'wp-comment-cookies-consent': 'yes' };
    const { other, long } = await site.database.write(async (tx) => {
      const made = {
        other: await makePost(tx, { slug: 'other', commentStatus: 'open' }),
        long: await makePost(tx, { slug: 'many', commentStatus: 'open' }),
      };
      for (let n = 0; n < 3; n++) await makeComment(tx, { postId: made.long });
      return made;
    });
    await set({ comment_moderation: true });
    const cookiesOf = ({ headers }: RawReply) =>
      [headers['set-cookie'] ?? []].flat().filter((cookie) => cookie.startsWith('comment_held'));
    const headersWithCookies = (...replies: RawReply[]) => ({
      cookie: [
        'comment_author_broadsheet=Rea',
        ...replies.flatMap(cookiesOf).map((cookie) => cookie.split(';')[0]),
      ].join('; '),
    });
    const seen = async (path: string, headers: Record<string, string>) => {
      const {
        body,
        headers: { 'cache-control': cacheControl, etag },
      } = await rawRequest(site.url, path, { headers });
      return [[...body.matchAll(/Waiting \d/g)].join(), cacheControl, etag !== undefined];
    };
    const everybody = ['', 'public, max-age=0, must-revalidate', true];
    expect(cookiesOf(await send({ comment: 'Waiting 0' }))).toEqual([]);
    const [one, two, three] = [
      await send({ ...agreed, comment: 'Waiting 1' }),
      await send({ ...agreed, comment: 'Waiting 2' }),
      await send({ ...agreed, comment: 'Waiting 3' }),
    ];
    expect(cookiesOf(one)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^comment_held_broadsheet_${postId}_${idOf(one)}=[\\w-]{32}; Path=/story/; Max-Age=30000000; HttpOnly; SameSite=Lax$`,
        ),
      ),
    ]);
    expect(await seen('/story/', headersWithCookies(one, two))).toEqual([
      'Waiting 1,Waiting 2',
      'private, no-store',
      false,
    ]);
    expect(await seen('/story/', headersWithCookies(three))).toEqual([
      'Waiting 3',
      'private, no-store',
      false,
    ]);
    const etag = String((await get('/story/')).headers.etag);
    expect(
      (
        await rawRequest(site.url, '/story/', {
          headers: { ...headersWithCookies(one), 'if-none-match': etag },
        })
      ).status,
    ).toBe(200);
    // Not for others: without a cookie, with a forged one, or with one of another comment or post.
    expect(await seen('/story/', {})).toEqual(everybody);
    expect(
      await seen('/story/', {
        cookie: headersWithCookies(one).cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      }),
    ).toEqual(everybody);
    expect(
      await seen('/story/', {
        cookie: headersWithCookies(one).cookie.replace(`_${idOf(one)}=`, `_${idOf(two)}=`),
      }),
    ).toEqual(everybody);
    expect(await seen('/other/', headersWithCookies(one, two))).toEqual(everybody);
    expect(
      await seen('/other/', { cookie: headersWithCookies(one).cookie.replace(`_${postId}_`, `_${other}_`) }),
    ).toEqual(['', 'private, no-store', false]);
    // Only on its own page of comments.
    await set({ page_comments: true, comments_per_page: 2 });
    const far = await send({ ...agreed, comment: 'Waiting 4', comment_post_ID: String(long) });
    expect([
      (await seen('/many/', headersWithCookies(far)))[0],
      (await seen('/many/comment-page-2/', headersWithCookies(far)))[0],
    ]).toEqual(['', 'Waiting 4']);
    await set({ comments_per_page: 50 });
    await site.database.write(async (tx) => {
      await updateComment(tx, idOf(one), { status: 'approved' });
      await updateComment(tx, idOf(two), { status: 'trash' });
    });
    const after = await rawRequest(site.url, '/story/', { headers: headersWithCookies(one, two, three) });
    expect([...after.body.matchAll(/Waiting \d/g)].map(String)).toEqual(['Waiting 1', 'Waiting 3']);
    expect(after.headers['set-cookie']).toEqual(
      [one, two].map((reply) => `comment_held_broadsheet_${postId}_${idOf(reply)}=; Path=/story/; Max-Age=0`),
    );
    expect(await seen('/story/', {})).toEqual(['Waiting 1', ...everybody.slice(1)]);
    await set({ comment_moderation: false });
  });

  test('[COM-02] a reply, once approved, is below its parent, and nowhere else', async () => {
    const first = idOf(await send({ comment: 'Question' }));
    await set({ comment_moderation: true });
    const answer = idOf(await send({ comment: 'Answer', comment_parent: String(first) }));
    await set({ comment_moderation: false });
    expect((await get('/story/')).body).not.toContain(`id="comment-${answer}"`);
    await site.database.write((tx) => updateComment(tx, answer, { status: 'approved' }));
    expect((await get('/story/')).body).toMatch(
      new RegExp(
        `id="comment-${first}"(?:(?!</li>)[\\s\\S])*<ol class="children"><li class="comment depth-2" id="comment-${answer}"`,
      ),
    );
    const other = await site.database.write(async (tx) =>
      makeComment(tx, { postId: await makePost(tx, { commentStatus: 'open' }) }),
    );
    for (const parent of [String(other), '999999', 'x']) {
      expect(
        (
          await findComment(
            site.database.read,
            idOf(await send({ comment: `To ${parent}`, comment_parent: parent })),
          )
        )?.parentId,
      ).toBe(0);
    }
    const form = (await get(`/story/?replytocom=${first}`)).body;
    expect(form).toMatch(new RegExp(`name="comment_parent" value="${first}"`));
    expect(form).toMatch(/data-reply-title="true">Reply to Rea Der</);
    expect((await get(`/story/?replytocom=${other}`)).body).toMatch(/name="comment_parent" value="0"/);
  });

  test('[COM-17] a refused comment is returned with its full text, and with the reason', async () => {
    const typed = {
      comment: 'Long "thought" </textarea><script>alert(1)</script>',
      author: '"><script>alert(2)</script>',
      email: 'no address',
      url: 'javascript:alert(3)',
    };
    const reply = await send(typed);
    expect(reply.status).toBe(400);
    expect(reply.body).toContain('You have entered an incorrect email address!');
    expect(mainOf(reply)).not.toMatch(/<script/i);
    for (const value of Object.values(typed)) {
      expect(reply.body).toContain(
        value
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll('>', '&gt;')
          .replaceAll('"', '&quot;'),
      );
    }
    for (const [fields, reason] of [
      [{ comment: ' \n ' }, 'Please enter your comment!'],
      [{ comment: '<b></b>' }, 'Please enter your comment!'],
      [{ author: '' }, 'Please enter your name here'],
      [{ email: '' }, 'Please enter your email address here'],
      [{ author: 'x'.repeat(246) }, '246 characters; at most 245 are allowed'],
      [{ comment: 'x'.repeat(65_526) }, 'at most 65525 are allowed'],
    ] as const) {
      const refused = await send({ ...words, ...fields });
      expect([refused.status, refused.body.includes(reason)]).toEqual([400, true]);
    }
    await set({ require_name_email: false });
    expect((await send({ comment: 'Nameless', author: '', email: '' })).status).toBe(302);
    await set({ require_name_email: true });
    expect((await get('/wp-comments-post.php')).status).toBe(405);
  });

  test('a refusal is a page of the site: masthead, styles, the filled-in form with its errors; not indexed or cached', async () => {
    const story = (await get('/story/')).body;
    const reply = await send({
      comment: 'A thought',
      author: '',
      email: 'zoe@mail.example',
      url: 'https://zoe.example',
      'wp-comment-cookies-consent': 'yes',
    });
    expect([reply.status, reply.headers['cache-control'], reply.headers['x-robots-tag']]).toEqual([
      400,
      'no-store',
      'noindex',
    ]);
    const masthead = /<header[\s\S]*?<\/header>/.exec(story)?.[0] ?? 'none';
    expect(reply.body).toContain(masthead.slice(0, masthead.indexOf('<a')));
    expect(reply.body).toMatch(/<title>Your comment was not sent – .*<meta name="robots" content="noindex/s);
    expect(reply.body).toContain('<footer class="site-footer"');
    expect(String(reply.headers['content-security-policy'])).toContain("script-src 'sha256-");
    const form = mainOf(reply);
    for (const field of ['comment', 'author', 'email']) {
      expect(form).toMatch(
        new RegExp(
          `<label for="${field}">[^<]+<span aria-hidden="true"> \\*</span></label><(?:input|textarea)(?=[^>]* name="${field}")[^>]* required=""`,
        ),
      );
    }
    for (const held of [
      '>A thought</textarea>',
      'value="zoe@mail.example"',
      'value="https://zoe.example"',
      `name="comment_post_ID" value="${postId}"`,
      'href="/story/#respond"',
    ]) {
      expect(form).toContain(held);
    }
    expect(form).toMatch(/<input(?=[^>]* name="wp-comment-cookies-consent")[^>]* checked=""/);
    expect(form.match(/role="alert"/g)).toHaveLength(1);
    const gone = await send({ comment_post_ID: '0' });
    expect([
      gone.status,
      mainOf(gone).includes('<form'),
      mainOf(gone).includes('>Well said.</textarea>'),
    ]).toEqual([404, false, true]);
  });

  test("refusals use the site's wording", async () => {
    const german = {
      translation_comment_not_sent: 'Nicht abgeschickt',
      translation_comment_kept: 'Alles ist noch da.',
      translation_comment_back: 'Zum Artikel',
      translation_comment_name: 'Ihr Name',
      translation_comment_too_long: '%1$s: höchstens %3$d Zeichen.',
      translation_comment_foreign: 'Von anderswo.',
    };
    await set(german);
    const { body } = await send({ author: 'x'.repeat(246) });
    for (const said of [
      '>Nicht abgeschickt</h1>',
      'Alles ist noch da.',
      '>Zum Artikel</a>',
      'Ihr Name: höchstens 245 Zeichen.',
    ])
      expect(body).toContain(said);
    expect((await send({}, { 'sec-fetch-site': 'cross-site' })).body).toContain('Von anderswo.');
    await site.database.write((tx) =>
      saveSettings(tx, Object.fromEntries(Object.keys(german).map((name) => [name, '']))),
    );
  });

  test('the same comment twice is refused, also concurrently', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => send({ comment: 'Again and again' })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([302, 409, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toContain('Again and again');
  });

  test('closed, old, hidden or password-protected posts accept no comments', async () => {
    const day = 86_400_000;
    const ids = await site.database.write(async (tx) => ({
      closed: await makePost(tx, { commentStatus: 'closed' }),
      draft: await makePost(tx, { status: 'draft', commentStatus: 'open', title: 'Secret draft' }),
      secret: await makePost(tx, { password: 'pw', slug: 'locked', commentStatus: 'open' }),
      old: await makePost(tx, { slug: 'old', commentStatus: 'open', publishedAt: Date.now() - 20 * day }),
      fresh: await makePost(tx, { slug: 'fresh', commentStatus: 'open', publishedAt: Date.now() - 5 * day }),
    }));
    const to = async (id: number, headers: Record<string, string> = {}) =>
      (await send({ comment_post_ID: String(id), comment: `Words for ${id}` }, headers)).status;
    await set({ close_comments_for_old_posts: true });
    expect([
      await to(ids.closed),
      await to(ids.draft),
      await to(ids.secret),
      await to(ids.old),
      await to(ids.fresh),
      await to(9_999_999),
      await to(0),
    ]).toEqual([403, 404, 404, 403, 302, 404, 404]);
    expect([
      (await get('/old/')).body.includes('id="commentform"'),
      (await get('/fresh/')).body.includes('id="commentform"'),
    ]).toEqual([false, true]);
    await set({ close_comments_for_old_posts: false });
    const opened = await rawRequest(site.url, '/wp-login.php?action=postpass', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'post_password=pw',
    });
    expect(await to(ids.secret, { cookie: String(opened.headers['set-cookie']).split(';')[0] ?? '' })).toBe(
      302,
    );
    await set({ comment_registration: true });
    expect(await to(ids.fresh)).toBe(403);
    await set({ comment_registration: false });
  });

  test('[IMP-10] rules of moderation hold, spam or trash', async () => {
    const judged = async (fields: Record<string, string>, headers = {}) =>
      statusOf(idOf(await send(fields, headers)));
    await set({
      moderation_keys: 'casino\n203.0.113.66',
      disallowed_keys: 'viagra\npokémöse\nspam@mail.example\n@Spämmer.example',
      comment_max_links: 2,
    });
    expect(await judged({ comment: 'One link https://a.example/ is fine' })).toBe('approved');
    expect(await judged({ comment: 'https://a.example/ and <a href="https://b.example/">two</a>' })).toBe(
      'hold',
    );
    expect(await judged({ comment: 'Best CA<b>SINO</b> in town' })).toBe('hold');
    expect(await judged({ comment: 'Best c\u00ada\u200bs\u2060ino, or ｃａｓｉｎｏ' })).toBe('hold');
    expect(await judged({ comment: 'From that address' }, { 'x-forwarded-for': '203.0.113.66' })).toBe(
      'hold',
    );
    expect(await judged({ comment: 'Buy Viagra' })).toBe('trash');
    expect(await judged({ comment: `Buy ${'Pokémöse'.normalize('NFD')}` })).toBe('trash');
    expect(await judged({ comment: 'Innocent', email: 'SPAM@mail.example' })).toBe('trash');
    expect(await judged({ comment: 'As innocent', email: 'a@SPÄMMER.example' })).toBe('trash');
    expect(await judged({ comment: 'From a robot', comment_more: 'x' })).toBe('spam');
    await set({ comment_previously_approved: true });
    const stranger = { author: 'Stran Ger', email: 'stran@München.example' };
    const first = idOf(await send({ ...stranger, comment: 'Hello' }));
    expect(await statusOf(first)).toBe('hold');
    await site.database.write((tx) => updateComment(tx, first, { status: 'approved' }));
    expect(await judged({ ...stranger, email: 'STRAN@xn--mnchen-3ya.example', comment: 'Hello again' })).toBe(
      'approved',
    );
    expect(await judged({ ...stranger, author: 'Somebody Else', comment: 'Hello too' })).toBe('hold');
    await set({ comment_previously_approved: false, moderation_keys: '', disallowed_keys: '' });
  });

  test('[IMP-10] one address gets so many comments in, and floods end before they cost anything', async () => {
    const from = { 'x-forwarded-for': '203.0.113.200' };
    const statuses: number[] = [];
    for (let n = 0; n < 8; n++) statuses.push((await send({ comment: `Rapid ${n}` }, from)).status);
    expect(statuses).toEqual([302, 302, 302, 302, 302, 302, 429, 429]);
    const limited = await send({ comment: 'Words worth keeping' }, from);
    expect([
      limited.status,
      limited.body.includes('Words worth keeping'),
      limited.headers['retry-after'],
    ]).toEqual([429, true, '10']);
    at += 9999;
    expect((await send({ comment: 'Too early by a thousandth' }, from)).status).toBe(429);
    at += 1;
    expect([
      (await send({ comment: 'In time' }, from)).status,
      (await send({ comment: 'The next' }, from)).status,
    ]).toEqual([302, 429]);
    const flood = await Promise.all(
      Array.from({ length: 200 }, (_, n) => send({ comment: `Flood ${n}` }, from)),
    );
    expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([429]));
    expect((await send({ comment: 'From elsewhere' })).status).toBe(302);
    expect((await send({ comment: 'One network' }, { 'x-forwarded-for': '2001:db8::1' })).status).toBe(302);
    for (let n = 2; n < 7; n++)
      await send({ comment: `Network ${n}` }, { 'x-forwarded-for': `2001:db8::${n}` });
    expect((await send({ comment: 'The last of it' }, { 'x-forwarded-for': '2001:db8::99' })).status).toBe(
      429,
    );
  });

  test('forged forwarding addresses before the proxy’s don’t count as other clients or another site', async () => {
    const statuses = [];
    for (let n = 0; n < 8; n++) {
      statuses.push(
        (
          await send(
            { comment: `Forged ${n}` },
            {
              'x-forwarded-for': `9.9.9.${n}, 203.0.113.201`,
              forwarded: `for=9.9.9.${n}`,
              'x-real-ip': `9.9.9.${n}`,
              'client-ip': `9.9.9.${n}`,
            },
          )
        ).status,
      );
    }
    expect(statuses).toEqual([302, 302, 302, 302, 302, 302, 429, 429]);
    const forged = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
      'x-forwarded-port': '81',
      host: 'evil.example',
    };
    const { status, headers, body } = await rawRequest(site.url, '/story/', { headers: forged });
    expect([status, `${JSON.stringify(headers)}${body}`.includes('evil.example')]).toEqual([200, false]);
  });

  test('forms of other sites are refused; those of our own under any name of it are not', async () => {
    expect((await send({ comment: 'Cross 1' }, { origin: 'https://evil.example' })).status).toBe(403);
    expect(
      (await send({ comment: 'Cross 2' }, { 'sec-fetch-site': 'cross-site', origin: site.url })).status,
    ).toBe(403);
    expect((await send({ comment: 'Cross 3' }, { origin: 'null' })).status).toBe(403);
    expect((await send({ comment: 'Own 1' }, { origin: site.url })).status).toBe(302);
    expect(
      (
        await send(
          { comment: 'Own 2' },
          { 'sec-fetch-site': 'same-origin', origin: 'https://other-name.example' },
        )
      ).status,
    ).toBe(302);
    expect(
      (await send({ comment: 'Own 3' }, { origin: 'http://other.example', host: 'other.example' })).status,
    ).toBe(302);
  });

  test('cookies remember the commenter, on request', async () => {
    const remembered = await send({
      comment: 'Remember me',
      author: 'Zoë; x',
      'wp-comment-cookies-consent': 'yes',
    });
    expect(remembered.headers['set-cookie']).toEqual([
      'comment_author_broadsheet=Zo%C3%AB%3B%20x; Path=/; Max-Age=30000000; SameSite=Lax',
      'comment_author_email_broadsheet=rea%40mail.example; Path=/; Max-Age=30000000; SameSite=Lax',
      'comment_author_url_broadsheet=; Path=/; Max-Age=0; SameSite=Lax',
    ]);
    const forgotten = await send({ comment: 'Forget me' });
    for (const cookie of forgotten.headers['set-cookie'] ?? [])
      expect(cookie).toContain('=; Path=/; Max-Age=0');
  });

  test('counts stay right when many comments arrive, and many are moderated, concurrently', async () => {
    const sent = await Promise.all(Array.from({ length: 20 }, (_, n) => send({ comment: `At once ${n}` })));
    const ids = sent.map(idOf);
    expect(ids.every((id) => id > 0)).toBe(true);
    await Promise.all(
      ids.flatMap((id, n) =>
        (['spam', 'approved', n % 2 === 0 ? 'trash' : 'approved'] as const).map((status) =>
          site.database.write((tx) => updateComment(tx, id, { status })),
        ),
      ),
    );
    const approved = await site.database.read
      .selectFrom('comment')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('post_id', '=', postId)
      .where('status', '=', 'approved')
      .executeTakeFirstOrThrow();
    expect(await count()).toBe(Number(approved.count));
  });

  test('long discussions have pages, and a comment leads to its own', async () => {
    const id = await site.database.write(async (tx) => {
      const made = await makePost(tx, {
        slug: 'long',
        title: 'Long',
        commentStatus: 'open',
        authorId: await makeUser(tx, { email: 'long@paper.example' }),
      });
      for (let n = 0; n < 7; n++) await makeComment(tx, { postId: made, content: `Number ${n}` });
      await makeComment(tx, { postId: made, type: 'pingback', authorName: 'Elsewhere' });
      await saveSettings(tx, { page_comments: true, comments_per_page: 3 });
      return made;
    });
    const shown = async (path: string) => [...(await get(path)).body.matchAll(/Number \d/g)].map(String);
    expect([await shown('/long/'), await shown('/long/comment-page-3/')]).toEqual([
      ['Number 0', 'Number 1', 'Number 2'],
      ['Number 6'],
    ]);
    const moved = async (path: string) => {
      const { status, headers } = await get(path);
      return [status, headers.location];
    };
    expect(await moved('/long/?cpage=2&replytocom=7')).toEqual([301, '/long/comment-page-2/?replytocom=7']);
    expect(await moved('/long/comment-page-2')).toEqual([301, '/long/comment-page-2/']);
    expect(await moved('/long/comment-page-1/')).toEqual([301, '/long/']);
    expect(await moved('/2026/01/01/long/comment-page-2/')).toEqual([301, '/long/comment-page-2/']);
    expect(await moved('/long/comment-page-4/')).toEqual([302, '/long/']);
    expect((await get('/nothing/comment-page-2/')).status).toBe(404);
    expect((await get('/long/')).body).toContain('href="/long/comment-page-2/#comments"');
    expect((await get('/long/comment-page-2/')).body).toMatch(
      /<link rel="canonical" href="[^"]*\/long\/comment-page-2\/">/,
    );
    expect((await get('/long/comment-page-2/')).body).toMatch(
      />7 comments<[\s\S]*href="\/long\/#comments"[\s\S]*href="\/long\/comment-page-3\/#comments"/,
    );
    const title = async (path: string) => /<title>([^<]*)/.exec((await get(path)).body)?.[1];
    await set({ blogname: 'The Paper' });
    expect([await title('/long/'), await title('/long/comment-page-2/')]).toEqual([
      'Long – The Paper',
      'Long – Comments page 2 – The Paper',
    ]);
    await site.database.write((tx) => updatePost(tx, id, { meta: detailsMeta({ seoTitle: 'For engines' }) }));
    await set({ translation_comment_page: 'Kommentarseite %d' });
    expect([await title('/long/'), await title('/long/comment-page-3/')]).toEqual([
      'For engines',
      'For engines – Kommentarseite 3 – The Paper',
    ]);
    await set({ translation_comment_page: '' });
    const last = await send({ comment: 'At the end', comment_post_ID: String(id) });
    expect(last.headers.location).toMatch(/^\/long\/comment-page-3\/#comment-\d+$/);
    const link = site.url + String(last.headers.location);
    expect((await get('/long/feed/')).body).toContain(`<link>${link}</link>`);
    expect((await get(`/wp-json/wp/v2/comments/${idOf(last)}`)).body).toContain(`"link":"${link}"`);
    await expect
      .poll(() => mail.mails.some(({ text }) => text.includes(`View the comment:\n${link}`)))
      .toBe(true);
    await set({ comment_moderation: true });
    const held = await send({ comment: 'Held on the last page', comment_post_ID: String(id) });
    expect(held.headers.location).toMatch(/^\/long\/comment-page-3\/\?unapproved=\d+&moderation-hash=/);
    expect((await get(String(held.headers.location).split('#')[0] ?? '')).body).toContain(
      'Held on the last page',
    );
    await set({ comment_moderation: false });
    await set({ comment_order: 'desc' });
    expect(await shown('/long/')).toEqual(['Number 6', 'Number 5']);
    expect((await send({ comment: 'In front', comment_post_ID: String(id) })).headers.location).toMatch(
      /^\/long\/#comment-\d+$/,
    );
    await set({ comments_per_page: 50, comment_order: 'asc' });
  });
});
