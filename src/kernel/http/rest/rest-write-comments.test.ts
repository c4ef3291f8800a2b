import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeComment, makePost, makeUser } from '../../../../test/harness/factories.ts';
import { siteUrl, useRestApp } from '../../../../test/harness/rest-app.ts';
import { findComment } from '../../../modules/comments/reader.ts';
import { saveSettings } from '../../../modules/settings/store.ts';

const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
type Role = (typeof roles)[number];

onBothDatabases('writing comments over REST', (get) => {
  const rest = useRestApp(get);
  const ids = new Map<string, number>();
  const id = (name: string) => ids.get(name) ?? 0;
  let serial = 0;
  const words = () => `Remark number ${++serial}.`;

  beforeAll(async () => {
    await get().write(async (tx) => {
      await saveSettings(tx, { comment_previously_approved: true, comment_moderation: false });
      for (const role of roles)
        ids.set(role, await makeUser(tx, { login: role, roles: [role], displayName: `The ${role}` }));
      ids.set('open', await makePost(tx, { authorId: id('author') }));
      ids.set('others', await makePost(tx, { authorId: id('editor') }));
      ids.set('draft', await makePost(tx, { authorId: id('author'), status: 'draft' }));
      ids.set('closed', await makePost(tx, { authorId: id('author'), commentStatus: 'closed' }));
      ids.set('locked', await makePost(tx, { authorId: id('author'), password: 'sesame' }));
    });
  });

  const send = (who: Role, method: string, path: string, body?: unknown) =>
    rest.sendAs(id(who), method, `/wp/v2/comments${path}`, body);
  const statusAndCode = async (...args: Parameters<typeof send>) => {
    const { status, json } = await send(...args);
    return [status, json['code']];
  };
  const stored = (comment: number) => findComment(get().read, comment);
  const addComment = (input: Partial<Parameters<typeof makeComment>[1]> = {}) =>
    get().write((tx) => makeComment(tx, { postId: id('open'), ...input }));

  test('logged-in users comment under their name, by the site’s rules', async () => {
    const reply = await send('subscriber', 'POST', '', {
      post: id('open'),
      content: 'Well <b>said</b><script>x()</script>',
    });
    const made = Number(reply.json['id']);
    expect([
      reply.status,
      reply.headers['location'],
      reply.json['status'],
      reply.json['author'],
      reply.json['author_name'],
    ]).toEqual([
      201,
      `${siteUrl}/wp-json/wp/v2/comments/${made}`,
      'hold',
      id('subscriber'),
      'The subscriber',
    ]);
    expect(reply.text).not.toMatch(/mail\.example|<script|x\(\)/);
    expect(await rest.ids(`/wp/v2/comments?post=${id('open')}`)).toEqual([]);
    const approved = await send('editor', 'PATCH', `/${made}`, { status: 'approve' });
    expect([approved.status, approved.json['status']]).toEqual([200, 'approved']);
    expect(await rest.ids(`/wp/v2/comments?post=${id('open')}`)).toEqual([made]);
    // Users with an approved comment, moderators and the post's authors are never held.
    for (const who of ['subscriber', 'author', 'editor', 'administrator'] as const) {
      const { status, json } = await send(who, 'POST', '', {
        post: id('open'),
        content: { raw: words() },
        parent: made,
      });
      expect([who, status, json['status'], json['parent']]).toEqual([who, 201, 'approved', made]);
    }
    expect(
      (await send('editor', 'POST', '', { post: id('open'), content: words(), status: 'hold' })).json[
        'status'
      ],
    ).toBe('hold');
  });

  test('refused comments', async () => {
    const count = async () => (await get().read.selectFrom('comment').select('id').execute()).length;
    const [held, elsewhere] = [
      await addComment({ status: 'hold' }),
      await addComment({ postId: id('others') }),
    ];
    const before = await count();
    const content = words();
    const refused: [Record<string, unknown>, number, string][] = [
      [{ content }, 403, 'rest_comment_invalid_post_id'],
      [{ post: 999_999, content }, 403, 'rest_comment_invalid_post_id'],
      [{ post: id('draft'), content }, 403, 'rest_comment_draft_post'],
      [{ post: id('closed'), content }, 403, 'rest_comment_closed'],
      [{ post: id('locked'), content }, 403, 'rest_cannot_read_post'],
      [{ post: id('open'), content: '' }, 400, 'rest_comment_content_invalid'],
      [{ post: id('open'), content: '<script>x()</script>' }, 400, 'rest_comment_content_invalid'],
      [{ post: id('open'), content, author: id('editor') }, 403, 'rest_comment_invalid_author'],
      [{ post: id('open'), content, author_name: 'The editor' }, 403, 'rest_comment_invalid_author_name'],
      [{ post: id('open'), content, author_ip: '1.2.3.4' }, 403, 'rest_comment_invalid_author_ip'],
      [{ post: id('open'), content, date: 'foo-bar' }, 400, 'rest_invalid_param'],
      [{ post: id('open'), content, date_gmt: 5 }, 400, 'rest_invalid_param'],
      [{ post: id('open'), content, type: 'pingback' }, 400, 'rest_invalid_comment_type'],
      [{ post: id('open'), content, status: 'approve' }, 403, 'rest_comment_invalid_status'],
      [{ post: id('open'), content: 'x'.repeat(65_526) }, 400, 'rest_invalid_param'],
      [{ post: id('open'), content: 'a\0b' }, 400, 'rest_invalid_param'],
      [{ post: 'x', content }, 400, 'rest_invalid_param'],
      [{ post: id('open'), content, status: 'emperor' }, 400, 'rest_invalid_param'],
      [{ post: '9'.repeat(30), content }, 400, 'rest_invalid_param'],
      [{ post: id('open'), content: ['a'] }, 400, 'rest_invalid_param'],
    ];
    for (const [body, status, code] of refused)
      expect([body, await statusAndCode('contributor', 'POST', '', body)]).toEqual([body, [status, code]]);
    expect(await statusAndCode('author', 'POST', '', { post: id('draft'), content })).toEqual([
      403,
      'rest_comment_draft_post',
    ]);
    expect(await statusAndCode('author', 'POST', '', { post: id('locked'), content })).toEqual([
      403,
      'rest_cannot_read_post',
    ]);
    expect((await rest.send('POST', '/wp/v2/comments')).json['code']).toBe('rest_comment_login_required');
    // A reply to a missing comment would lose its context.
    for (const parent of [999_999, held, elsewhere]) {
      const { status, json } = await send('editor', 'POST', '', { post: id('open'), content, parent });
      expect([parent, status, json['data']]).toEqual([
        parent,
        400,
        expect.objectContaining({ params: { parent: expect.stringContaining('no public comment') } }),
      ]);
    }
    expect(await count()).toBe(before);
    const sent = {
      post: id('open'),
      content,
      author_email: 'boss@evil.example',
      user_id: id('editor'),
      thread: 9,
    };
    const reply = await send('contributor', 'POST', '', sent);
    expect(await stored(Number(reply.json['id']))).toMatchObject({
      userId: id('contributor'),
      authorEmail: 'contributor@mail.example',
      type: 'comment',
    });
    expect(await statusAndCode('contributor', 'POST', '', sent)).toEqual([409, 'comment_duplicate']);
    await get().write((tx) => saveSettings(tx, { captcha: 'show' }));
    const createAs = (who: Role) => statusAndCode(who, 'POST', '', { post: id('open'), content: words() });
    const replies = [await createAs('contributor'), await createAs('editor')];
    await get().write((tx) => saveSettings(tx, { captcha: '' }));
    expect(replies).toEqual([
      [201, undefined],
      [201, undefined],
    ]);
  });

  test('limits the rate of a user’s comments', async () => {
    const statuses: number[] = [];
    const someone = await get().write((tx) => makeUser(tx, { login: 'eager', roles: ['subscriber'] }));
    for (let tries = 0; tries < 8; tries++) {
      const { status, headers } = await rest.sendAs(someone, 'POST', '/wp/v2/comments', {
        post: id('open'),
        content: words(),
      });
      expect([status, Number(headers['retry-after'] ?? 0) > 0]).toEqual([status, status === 429]);
      statuses.push(status);
    }
    expect([statuses.slice(0, 6), statuses.includes(429)]).toEqual([
      Array.from({ length: 6 }, () => 201),
      true,
    ]);
  });

  test('moderators and users who can edit the post change, trash and delete comments, and others can’t', async () => {
    const statuses = async (
      act: (who: Role, comment: number) => ReturnType<typeof send>,
      postId = id('open'),
    ) => {
      const replies: number[] = [];
      for (const who of roles) replies.push((await act(who, await addComment({ postId }))).status);
      return replies;
    };
    expect(await statuses((who, one) => send(who, 'PATCH', `/${one}`, { content: words() }))).toEqual([
      200, 200, 200, 403, 403,
    ]);
    expect(
      await statuses((who, one) => send(who, 'PUT', `/${one}`, { status: 'hold' }), id('others')),
    ).toEqual([200, 200, 403, 403, 403]);
    expect(await statuses((who, one) => send(who, 'DELETE', `/${one}`))).toEqual([200, 200, 200, 403, 403]);
    expect(await statuses((who, one) => send(who, 'DELETE', `/${one}?force=true`), id('others'))).toEqual([
      200, 200, 403, 403, 403,
    ]);
    // Not even their own.
    const own = await addComment({ userId: id('subscriber') });
    for (const method of ['PATCH', 'DELETE'])
      expect((await statusAndCode('subscriber', method, `/${own}`, { content: 'x' }))[0]).toBe(403);
    expect(await statusAndCode('author', 'PATCH', '/999999', { content: 'x' })).toEqual([
      403,
      'rest_cannot_edit',
    ]);
    expect(await statusAndCode('editor', 'PATCH', '/999999', { content: 'x' })).toEqual([
      404,
      'rest_comment_invalid_id',
    ]);
    expect(await statusAndCode('editor', 'DELETE', '/999999?force=true')).toEqual([
      404,
      'rest_comment_invalid_id',
    ]);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await rest.send(method, `/wp/v2/comments/${own}?force=true`)).status).toBe(401);
    const allow = async (who: Role) =>
      (await rest.sendAs(id(who), 'OPTIONS', `/wp/v2/comments/${own}`)).headers['allow'];
    expect([await allow('author'), await allow('subscriber')]).toEqual([
      'GET, POST, PUT, PATCH, DELETE',
      'GET',
    ]);
    // Only moderators see addresses.
    expect((await send('author', 'PATCH', `/${own}`, { content: words() })).text).not.toContain(
      'secret.example',
    );
  });

  test('an update that names its base revision never overwrites a newer one and returns both versions; one without a base is accepted', async () => {
    const one = await addComment();
    const seen = (await send('editor', 'GET', `/${one}?context=edit`)).json;
    const revision = Number(seen['revision']);
    expect(revision).toBeGreaterThan(0);
    const changed = await send('editor', 'PATCH', `/${one}`, { content: words(), revision });
    expect([changed.status, changed.headers['etag']]).toEqual([200, `"${String(changed.json['revision'])}"`]);
    for (const [method, path, body] of [
      ['PATCH', '', { content: 'Mine', revision }],
      ['PATCH', '', { status: 'spam', revision }],
      ['DELETE', '', { revision }],
      ['DELETE', '?force=true', { revision }],
    ] as const) {
      const { status, json } = await send('editor', method, `/${one}${path}`, body);
      expect([method, body, status, json['code'], json['data']]).toEqual([
        method,
        body,
        409,
        'stale',
        {
          status: 409,
          mine:
            method === 'DELETE'
              ? null
              : expect.objectContaining('content' in body ? { content: 'Mine' } : { status: 'spam' }),
          theirs: expect.objectContaining({
            id: one,
            content: changed.json['content'],
            revision: changed.json['revision'],
          }),
        },
      ]);
      expect(await stored(one)).toMatchObject({
        content: changed.json['content']?.['raw'],
        status: 'approved',
      });
    }
    // The status counts as part of the revision, so another moderator's decision conflicts.
    expect((await send('editor', 'PATCH', `/${one}`, { status: 'hold' })).status).toBe(200);
    expect(
      (await send('editor', 'PATCH', `/${one}`, { content: 'Mine', revision: changed.json['revision'] }))
        .status,
    ).toBe(409);
    const byHeader = (tag: string) =>
      rest.send('DELETE', `/wp/v2/comments/${one}`, {
        headers: { 'x-test-actor': String(id('editor')), 'if-match': tag },
      });
    expect([
      (await byHeader(`"${revision}"`)).status,
      (await byHeader('"x"')).status,
      (await byHeader('*')).status,
    ]).toEqual([409, 409, 200]);
  });

  test('moderators search comments of every status by text and author, and see the counts', async () => {
    await addComment({
      status: 'spam',
      content: 'Cheap watches',
      authorName: 'Zed',
      authorEmail: 'zed@spam.example',
    });
    const found = async (query: string) => {
      const { json } = await rest.sendAs(
        id('editor'),
        'GET',
        `/wp/v2/comments?context=edit&_fields=content.raw&${query}`,
      );
      return JSON.stringify(json);
    };
    expect(await found('status=spam&search=watches')).toContain('Cheap watches');
    expect(await found('status=spam&search=zed@spam')).toContain('Cheap watches');
    expect(await found('status=hold&search=watches')).toBe('[]');
    await addComment({
      status: 'spam',
      content: 'Now 100 % off \\o/',
      authorName: 'Zed',
      authorEmail: 'zed_zero@spam.example',
    });
    for (const [typed, isFound] of [
      ['zed_zero', true],
      ['100 % off', true],
      ['\\o/', true],
      ['zed_z_ro', false],
      ['100%25off', false],
    ] as const) {
      expect([
        typed,
        (await found(`status=spam&search=${encodeURIComponent(typed)}`)).includes('100 %'),
      ]).toEqual([typed, isFound]);
    }
    const counts = async (query: string) =>
      (await rest.sendAs(id('editor'), 'GET', `/broadsheet/v1/comment-counts${query}`)).json;
    expect(await counts(`?post=${id('draft')}`)).toEqual({ all: 0, mine: 0, by: {} });
    const { all, by } = await counts('');
    expect([by?.['spam'], all]).toEqual([
      expect.any(Number),
      Number(by?.['approved'] ?? 0) + Number(by?.['hold'] ?? 0),
    ]);
  });

  test('sets every status and restores it, and deletes permanently from the trash', async () => {
    const one = await addComment();
    for (const [sent, now] of [
      ['hold', 'hold'],
      ['approve', 'approved'],
      ['0', 'hold'],
      ['1', 'approved'],
      ['spam', 'spam'],
      ['unspam', 'hold'],
      ['trash', 'trash'],
      ['untrash', 'hold'],
    ] as const) {
      expect((await send('editor', 'PATCH', `/${one}`, { status: sent })).json['status']).toBe(now);
      expect((await stored(one))?.status).toBe(now);
    }
    const reply = await send('editor', 'PATCH', `/${one}`, {
      content: 'Changed <em>much</em><img src=x onerror=alert(1)>',
      author_name: 'Eve <b>x</b>',
    });
    expect(reply.json).toMatchObject({
      content: { raw: expect.stringContaining('Changed <em>much</em>') },
      author_name: 'Eve x',
    });
    expect(reply.text).not.toContain('onerror');
    for (const body of [{ post: id('others') }, { parent: 7 }, { author: id('editor') }]) {
      expect(await statusAndCode('editor', 'PATCH', `/${one}`, body)).toEqual([400, 'rest_invalid_param']);
    }
    const { post, parent, author } = reply.json;
    expect((await send('editor', 'PATCH', `/${one}`, { post, parent, author, content: '' })).status).toBe(
      400,
    );
    expect(
      (await send('editor', 'PATCH', `/${one}`, { post, parent, author, content: words() })).status,
    ).toBe(200);
    expect((await send('editor', 'DELETE', `/${one}`)).json['status']).toBe('trash');
    expect(await statusAndCode('editor', 'DELETE', `/${one}`)).toEqual([410, 'rest_already_trashed']);
    const deleted = await send('editor', 'DELETE', `/${one}`, { force: true });
    expect([deleted.status, deleted.json]).toEqual([
      200,
      { deleted: true, previous: expect.objectContaining({ id: one }) },
    ]);
    expect(await stored(one)).toBeUndefined();
    expect(rest.faults.filter((fault) => ((fault as { status?: number }).status ?? 500) >= 500)).toEqual([]);
  });
});
