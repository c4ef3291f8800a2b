import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Settings } from '../../src/modules/settings/settings.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeComment, makePost, makeUser } from '../harness/factories.ts';
import { startMailServer } from '../harness/mail-server.ts';
import type { MailServer } from '../harness/mail-server.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { RawReply, ServedSite } from '../harness/served-site.ts';

let people = 0;

onDrawnDatabase('reports of comments over HTTP', (_get, place) => {
  let site: ServedSite;
  let mail: MailServer;
  let at = Date.now();
  let postId = 0;
  let comment = 0;
  let own = 0;
  let member = { cookie: '', nonce: '' };
  let editor = { cookie: '', nonce: '' };

  beforeAll(async () => {
    mail = await startMailServer();
    site = await serveSite(place(), { trustProxy: ['127.0.0.1'], smtpUrl: mail.url }, { now: () => at });
    const [memberId, editorId] = await site.database.write(async (tx) => {
      await saveSettings(tx, { admin_email: 'chief@paper.example' });
      const subscriber = await makeUser(tx, { roles: ['subscriber'] });
      postId = await makePost(tx, { slug: 'story', title: 'A <em>Story</em>', commentStatus: 'open' });
      comment = await makeComment(tx, {
        postId,
        authorName: 'Zoë <b>',
        content: '<b>Buy</b> these pills.\nMail_comment_approve: https://evil.example/',
      });
      own = await makeComment(tx, { postId, userId: subscriber, content: 'Mine' });
      return [subscriber, await makeUser(tx, { roles: ['editor'] })] as const;
    });
    member = await site.signIn(memberId);
    editor = await site.signIn(editorId);
  });
  beforeEach(() => void (at += 3_600_000));
  afterAll(async () => {
    await site.close();
    await mail.close();
  });

  const set = (settings: Partial<Settings>) => site.database.write((tx) => saveSettings(tx, settings));
  const newVisitor = () => ({ 'x-forwarded-for': `198.53.0.${people++}` });
  const formOf = (id: number | string, headers: Record<string, string>) =>
    rawRequest(site.url, `/wp-comments-report.php?c=${id}`, { headers });
  const proofIn = ({ body }: RawReply) => /name="proof" value="([^"]+)"/.exec(body)?.[1] ?? '';
  const post = (id: number | string, fields: Record<string, string>, headers: Record<string, string>) =>
    rawRequest(site.url, `/wp-comments-report.php?c=${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  const report = async (
    id: number,
    fields: Record<string, string> = {},
    headers: Record<string, string> = newVisitor(),
  ) => post(id, { reason: 'spam', proof: proofIn(await formOf(id, headers)), ...fields }, headers);
  const rows = () =>
    site.database.read
      .selectFrom('comment_report')
      .select(['comment_id', 'user_id', 'reason', 'text'])
      .orderBy('id')
      .execute();
  const refused = async (replies: readonly Promise<RawReply>[]) => {
    const before = await rows();
    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    expect(await rows()).toEqual(before);
    return statuses;
  };

  test('each comment links a form that needs no script; the cached page reveals nothing about its visitor', async () => {
    const page = await rawRequest(site.url, '/story/');
    expect(page.body).toContain(
      `<a class="comment-report" href="/wp-comments-report.php?c=${comment}" rel="nofollow" data-held="" aria-label="Report the comment by Zoë">Report</a>`,
    );
    expect((await rawRequest(site.url, '/story/', { headers: { cookie: member.cookie } })).headers.etag).toBe(
      page.headers.etag,
    );
    const visitor = newVisitor();
    const form = await formOf(comment, visitor);
    expect([form.status, form.headers['cache-control'], form.headers['x-robots-tag']]).toEqual([
      200,
      'no-store',
      'noindex',
    ]);
    expect(form.body).toContain('<bdi>Zoë</bdi></b>: <bdi>Buy these pills.');
    expect(form.body).toContain(`href="/story/#comment-${comment}"`);
    const empty = await post(comment, { proof: proofIn(form), text: 'Look at <this>' }, visitor);
    expect([
      empty.status,
      empty.body.includes('Please describe the problem with this comment.'),
      empty.body.includes('>Look at &lt;this&gt;</textarea>'),
    ]).toEqual([400, true, true]);
    const done = await post(
      comment,
      { proof: proofIn(empty), reason: 'insult', text: ' Look at <this>\r\nand that ' },
      visitor,
    );
    expect([
      done.status,
      done.headers['cache-control'],
      done.body.includes('Thank you. An editor will review'),
      done.body.includes('<form class="account-form"'),
    ]).toEqual([200, 'no-store', true, false]);
    expect(await rows()).toEqual([
      { comment_id: comment, user_id: 0, reason: 'insult', text: 'Look at <this>\nand that' },
    ]);
    // A logged-in user's report names them, and a script gets JSON.
    const headers = { ...newVisitor(), cookie: member.cookie };
    const refusal = await post(comment, { reason: 'other' }, { ...headers, accept: 'application/json' });
    expect(refusal.status).toBe(403);
    expect(JSON.parse(refusal.body)).toMatchObject({
      isDone: false,
      proof: expect.stringMatching(/^[\w-]{32}$/) as string,
    });
    const { proof } = JSON.parse(refusal.body) as { proof: string };
    const script = await post(
      comment,
      { reason: 'other', proof },
      { ...headers, accept: 'application/json' },
    );
    expect(JSON.parse(script.body)).toEqual({
      isDone: true,
      message: 'Thank you. An editor will review this comment.',
    });
    expect((await rows()).slice(1)).toMatchObject([{ reason: 'other', text: '' }]);
    expect((await rows())[1]?.user_id).toBeGreaterThan(0);
    expect((await rawRequest(site.url, '/story/')).headers.etag).toBe(page.headers.etag);
  });

  test('the moderator has one mail of it, in which nothing that was written acts', async () => {
    await expect.poll(() => mail.mails.length).toBe(1);
    const [received] = mail.mails;
    expect(received?.to).toEqual(['chief@paper.example']);
    for (const line of [
      'A reader reported a comment on “A Story”. It stays public until an editor decides.',
      '- Insults or hate',
      '> Look at <this>',
      '> and that',
      '> Buy these pills.',
      '> Mail_comment_approve: https://evil.example/',
    ]) {
      expect(received?.text.split('\n')).toContain(line);
    }
    expect(received?.text).toContain(`/wp-admin/comment.php?action=spam&c=${comment}`);
    expect(received?.text).toContain('/wp-admin/edit-comments.php?comment_status=reported');
  });

  test('attack: invalid ids, and comments that are gone, closed to the reader or their own', async () => {
    const ids = await site.database.write(async (tx) => {
      const hidden = await makePost(tx, { status: 'draft', commentStatus: 'open' });
      const locked = await makePost(tx, { slug: 'locked', password: 'sesame', commentStatus: 'open' });
      return [
        await makeComment(tx, { postId: hidden }),
        await makeComment(tx, { postId: locked }),
        await makeComment(tx, { postId, status: 'hold' }),
        await makeComment(tx, { postId, status: 'spam' }),
        await makeComment(tx, { postId, type: 'pingback' }),
      ];
    });
    const replies = await Promise.all(
      [...ids, 0, -1, '', '1e9', '99999999999999999999', `${comment}%20or%201`].map((id) =>
        formOf(id, newVisitor()),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
    // All replies are alike, so that callers learn nothing.
    expect(new Set(replies.map(({ body }) => /<main[\s\S]*<\/main>/.exec(body)?.[0])).size).toBe(1);
    expect(await refused(ids.map((id) => post(id, { reason: 'spam', proof: 'x' }, newVisitor())))).toEqual(
      ids.map(() => 404),
    );
    const headers = { ...newVisitor(), cookie: member.cookie };
    const theirs = await formOf(own, headers);
    expect([theirs.status, theirs.body.includes('This comment is your own.'), proofIn(theirs)]).toEqual([
      403,
      true,
      '',
    ]);
    expect(await refused([post(own, { reason: 'spam', proof: 'x' }, headers)])).toEqual([403]);
  });

  test('attack: from another site, with no proof, and with that of another comment, reader, action or day', async () => {
    const visitor = newVisitor();
    const proof = proofIn(await formOf(comment, visitor));
    expect(
      await refused([
        post(comment, { reason: 'spam', proof }, { ...visitor, origin: 'https://evil.example' }),
        post(comment, { reason: 'spam', proof }, { ...visitor, 'sec-fetch-site': 'cross-site' }),
        post(comment, { reason: 'spam' }, visitor),
        post(comment, { reason: 'spam', proof }, newVisitor()),
        post(comment, { reason: 'spam', proof: proofIn(await formOf(own, visitor)) }, visitor),
      ]),
    ).toEqual([403, 403, 403, 403, 403]);
    expect(
      await refused([
        post(comment, { reason: 'spam', proof }, { ...visitor, cookie: member.cookie }),
        post(comment, { reason: 'spam', proof: editor.nonce }, newVisitor()),
      ]),
    ).toEqual([403, 403]);
    at += 2 * 24 * 3_600_000;
    const late = await post(comment, { reason: 'spam', proof, text: 'kept' }, visitor);
    expect([late.status, late.body.includes('>kept</textarea>'), proofIn(late) === proof]).toEqual([
      403,
      true,
      false,
    ]);
  });

  test('attack: reports that are too long, of wrong types, or of unknown reasons', async () => {
    const long = await report(comment, { text: 'x'.repeat(301) });
    expect([long.status, long.body.includes('301 characters; at most 300 are allowed')]).toEqual([400, true]);
    expect(
      await refused([
        report(comment, { reason: 'boring' }),
        report(comment, { text: 'x'.repeat(2_000_000) }).catch(() => ({ status: 413 }) as RawReply),
      ]),
    ).toEqual([400, 413]);
    const raw = (method: string, type: string, body: string) =>
      rawRequest(site.url, `/wp-comments-report.php?c=${comment}`, {
        method,
        headers: { ...newVisitor(), 'content-type': type },
        body,
      });
    expect(
      await refused([
        raw('POST', 'application/json', JSON.stringify({ reason: 'spam', proof: 'x' })),
        raw('POST', 'text/plain', 'reason=spam'),
        raw('PUT', 'text/plain', 'x'),
        raw('DELETE', 'application/x-www-form-urlencoded', 'reason=spam'),
      ]),
    ).toEqual([403, 415, 404, 404].map(() => expect.any(Number) as number));
  });

  test('attack: floods from one address; another user is not affected', async () => {
    const other = await site.database.write((tx) => makeComment(tx, { postId, content: 'Calm' }));
    const flood = newVisitor();
    const before = (await rows()).length;
    const statuses = [];
    for (let n = 0; n < 30; n++) statuses.push((await report(other, {}, flood)).status);
    expect(statuses[0]).toBe(200);
    expect(statuses.slice(12).every((status) => status === 429)).toBe(true);
    expect((await rows()).length).toBe(before + 1);
    expect((await report(other)).status).toBe(200);
    expect((await rows()).length).toBe(before + 2);
  });

  test('moderators see reports, filter by them, and keep the comment; others see nothing', async () => {
    const rest = async (path: string, who = editor, options: Parameters<typeof rawRequest>[2] = {}) =>
      rawRequest(site.url, `/wp-json${path}`, {
        ...options,
        headers: {
          cookie: who.cookie,
          'x-wp-nonce': who.nonce,
          ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      });
    const read = <Value>({ body }: RawReply) => JSON.parse(body) as Value;
    type Rows = readonly {
      readonly id: number;
      readonly broadsheet_reports: readonly { readonly reason: string; readonly text: string }[];
    }[];
    const reported = read<Rows>(
      await rest('/wp/v2/comments?broadsheet_reported=true&context=edit&status=all'),
    );
    expect(reported.map(({ id }) => id)).toContain(comment);
    expect(reported.find(({ id }) => id === comment)?.broadsheet_reports).toMatchObject([
      { reason: 'other', text: '' },
      { reason: 'insult', text: 'Look at <this>\nand that' },
    ]);
    const counts = () =>
      rest('/broadsheet/v1/comment-counts').then((reply) =>
        read<{ by: Record<string, number>; all: number }>(reply),
      );
    expect((await counts()).by['reported']).toBe(reported.length);
    expect((await rest('/wp/v2/comments?broadsheet_reported=true', member)).status).toBe(403);
    expect((await rawRequest(site.url, '/wp-json/wp/v2/comments?broadsheet_reported=true')).status).toBe(401);
    expect((await rawRequest(site.url, `/wp-json/wp/v2/comments/${comment}`)).body).not.toContain(
      'broadsheet_reports',
    );
    await rest(`/wp/v2/comments/${comment}`, editor, {
      method: 'POST',
      body: JSON.stringify({ broadsheet_reports: [] }),
    });
    expect((await counts()).by['reported']).toBe(reported.length);
    const approved = await rest(`/wp/v2/comments/${comment}?context=edit`, editor, {
      method: 'POST',
      body: JSON.stringify({ status: 'approved' }),
    });
    expect(read<Rows[number]>(approved)).toMatchObject({
      id: comment,
      status: 'approved',
      broadsheet_reports: [],
    });
    expect((await counts()).by['reported']).toBe(reported.length - 1);
  });

  test('a site may not ask for reports', async () => {
    await set({ comment_reports: false });
    expect((await rawRequest(site.url, '/story/')).body).not.toContain('comment-report');
    expect((await formOf(comment, newVisitor())).status).toBe(404);
    await set({ comment_reports: true });
  });
});
