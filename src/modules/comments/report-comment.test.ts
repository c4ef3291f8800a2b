import { beforeAll, expect, test } from 'vitest';
import { emittedBy, makeActors } from '../../../test/harness/actors.ts';
import type { Actors } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeComment, makePost, makeUser } from '../../../test/harness/factories.ts';
import { deletePost } from '../posts/writer.ts';
import { defaultSettings } from '../settings/settings.ts';
import type { Actor } from '../../kernel/permission.ts';
import { deleteUser } from '../users/writer.ts';
import type { CommentStatus } from './model.ts';
import { filterComments } from './comment-lists.ts';
import { moderateComment } from './commands.ts';
import { findComment } from './reader.ts';
import { reportComment } from './report-comment.ts';
import { deleteComment, addReport, countReported, findReports } from './store.ts';

onBothDatabases('reports of comments', (get) => {
  let actors: Actors;
  let at = 1000;
  beforeAll(async () => {
    actors = await makeActors(get());
  });

  const made = (
    comment: Partial<Parameters<typeof makeComment>[1]> = {},
    post: Parameters<typeof makePost>[1] = {},
  ) => get().write(async (tx) => makeComment(tx, { postId: await makePost(tx, post), ...comment }));
  const report = (
    id: number,
    by: string,
    more: Record<string, unknown> = {},
    actor?: Actor,
    typedPassword = '',
  ) =>
    get().write((tx) =>
      reportComment(
        tx,
        actor,
        { id, reason: 'spam', text: '', reporter: by, ...more },
        { unlocks: (password) => password === typedPassword, at: at++ },
        defaultSettings,
      ),
    );
  const reports = async (id: number) => (await findReports(get().read, [id])).get(id) ?? [];
  const moderate = (id: number, status: CommentStatus, from: CommentStatus, more: { undo?: true } = {}) =>
    get().write((tx) => moderateComment(tx, actors.editor, { id, status, ...more }, from));
  const listed = async () =>
    (
      await filterComments(get().read, {
        among: { statuses: ['approved', 'hold'], types: ['comment'] },
        reported: true,
        order: 'created_at',
        descending: true,
        limit: 50,
        offset: 0,
      })
    ).map(({ id }) => id);
  const notices = async () =>
    (await get().read.selectFrom('job').select('key').where('kind', '=', 'report-notice').execute()).map(
      ({ key }) => key,
    );
  const forgetNotices = () =>
    get().write((tx) => tx.db.deleteFrom('job').where('kind', '=', 'report-notice').execute());

  test('counts one report per reporter, notifies the moderator once, and invalidates no pages', async () => {
    const [id, bystander] = [await made(), await made()];
    expect(
      await emittedBy(get(), async () => {
        await report(id, 'a', { text: 'Buy <b>this</b>' });
        await report(id, 'a', { reason: 'insult' });
        await report(id, 'b', { reason: 'other' }, actors.subscriber);
      }),
    ).toEqual(['jobs:report-notice change']);
    expect(await reports(id)).toEqual([
      { reason: 'other', text: '', createdAt: expect.any(Number) as number },
      { reason: 'spam', text: 'Buy <b>this</b>', createdAt: expect.any(Number) as number },
    ]);
    expect([
      await countReported(get().read),
      await listed(),
      await reports(bystander),
      await notices(),
    ]).toEqual([1, [id], [], [String(id)]]);
    await forgetNotices();
    await moderate(id, 'spam', 'approved');
  });

  test('after a moderator keeps a comment only other reporters can report it, and restoring it from the trash keeps its state', async () => {
    const id = await made();
    await report(id, 'a');
    await moderate(id, 'trash', 'approved');
    expect([await countReported(get().read), await listed()]).toEqual([0, []]);
    await moderate(id, 'approved', 'trash');
    expect([(await reports(id)).length, await countReported(get().read)]).toEqual([1, 1]);
    await forgetNotices();
    await moderate(id, 'approved', 'approved');
    expect([
      await reports(id),
      await countReported(get().read),
      (await findComment(get().read, id))?.status,
    ]).toEqual([[], 0, 'approved']);
    await report(id, 'a', { reason: 'insult' });
    expect([await reports(id), await notices()]).toEqual([[], []]);
    await report(id, 'b');
    expect([(await reports(id)).length, await notices()]).toEqual([1, [String(id)]]);
    await moderate(id, 'hold', 'approved');
    expect(await countReported(get().read)).toBe(1); // held, with its reports pending
    await moderate(id, 'approved', 'hold');
    expect(await countReported(get().read)).toBe(0);
  });

  test('undoing a decision restores the former reports', async () => {
    const id = await made();
    await report(id, 'a');
    // Held by mistake …
    await moderate(id, 'hold', 'approved');
    await moderate(id, 'approved', 'hold', { undo: true });
    expect((await reports(id)).length).toBe(1);
    // … and approved by mistake while held.
    await moderate(id, 'hold', 'approved');
    await moderate(id, 'approved', 'hold');
    expect([await reports(id), await countReported(get().read)]).toEqual([[], 0]);
    await moderate(id, 'hold', 'approved', { undo: true });
    expect([(await reports(id)).length, await countReported(get().read), await listed()]).toEqual([
      1,
      1,
      [id],
    ]);
    const noted = await get()
      .read.selectFrom('activity')
      .select('summary')
      .where('item_id', '=', id)
      .where('summary', 'like', '%reports%')
      .orderBy('id')
      .execute();
    expect(noted.map(({ summary }) => summary.replace(/^.*?: /, ''))).toEqual([
      'reports dismissed: 1',
      'reports that wait again: 1',
    ]);
    await moderate(id, 'trash', 'hold');
  });

  test('users can’t report or discover a comment that they can’t read, nor report their own', async () => {
    const missing = { status: 404, code: 'report_missing' };
    const hidden = [
      await made({ status: 'hold' }),
      await made({ status: 'spam' }),
      await made({ type: 'pingback' }),
      await made({}, { status: 'draft' }),
      await made({}, { status: 'trash' }),
      await made({}, { status: 'private' }),
      await made({}, { password: 'sesame' }),
      987_654,
    ];
    for (const id of hidden)
      for (const actor of [undefined, actors.subscriber])
        await expect(report(id, 'a', {}, actor)).rejects.toMatchObject(missing);
    await report(hidden[6] ?? 0, 'a', {}, undefined, 'sesame');
    await report(await made({}, { commentStatus: 'closed' }), 'a');
    const own = await made({ userId: actors.subscriber.id });
    await expect(report(own, 'a', {}, actors.subscriber)).rejects.toMatchObject({
      status: 403,
      code: 'report_own',
    });
    const off = { ...defaultSettings, comment_reports: false };
    await expect(
      get().write((tx) =>
        reportComment(
          tx,
          undefined,
          { id: own, reason: 'spam', text: '', reporter: 'a' },
          { unlocks: () => false, at: 1 },
          off,
        ),
      ),
    ).rejects.toMatchObject(missing);
  });

  test('refuses hostile and malformed reports, and stores a limited number per comment', async () => {
    const id = await made();
    for (const more of [
      { reason: 'boring' },
      { text: 'x'.repeat(301) },
      { reporter: '' },
      { userId: 1 },
      { id: 0 },
      { id: '1 or 1=1' },
      { text: 7 },
    ]) {
      await expect(report(id, 'a', more)).rejects.toMatchObject({ status: 400 });
    }
    expect(await reports(id)).toEqual([]);
    for (let n = 0; n < 103; n++) await report(id, `network ${n}`);
    expect((await reports(id)).length).toBe(100);
    // Of concurrent first reports only one counts as the first.
    const other = await made();
    await forgetNotices();
    await Promise.all(['a', 'a', 'b', 'c'].map((by) => report(other, by)));
    expect([(await reports(other)).length, await notices()]).toEqual([3, [String(other)]]);
  });

  test('are deleted with the comment, its post or the reporter, and those of others stay', async () => {
    const [first, second, third] = [await made(), await made(), await made()];
    const leaver = await get().write((tx) => makeUser(tx, { roles: ['subscriber'] }));
    const storeReport = (commentId: number, userId: number, reporter: string) =>
      get().write(async (tx) =>
        addReport(tx, {
          commentId,
          postId: (await findComment(tx.db, commentId))?.postId ?? 0,
          userId,
          reporter,
          reason: 'spam',
          text: '',
          createdAt: at++,
        }),
      );
    for (const id of [first, second, third])
      for (const [user, name] of [
        [leaver, 'leaver'],
        [0, 'visitor'],
      ] as const)
        await storeReport(id, user, name);
    const rows = async () =>
      (
        await get()
          .read.selectFrom('comment_report')
          .select(['comment_id', 'user_id'])
          .where('comment_id', 'in', [first, second, third])
          .orderBy('id')
          .execute()
      ).map(({ comment_id: comment, user_id: user }) => [comment, user]);
    await get().write((tx) => deleteComment(tx, first));
    expect(await rows()).toEqual([
      [second, leaver],
      [second, 0],
      [third, leaver],
      [third, 0],
    ]);
    await get().write((tx) => deleteUser(tx, leaver));
    expect(await rows()).toEqual([
      [second, 0],
      [third, 0],
    ]);
    const postId = (await findComment(get().read, second))?.postId ?? 0;
    await get().write((tx) => deletePost(tx, postId));
    expect(await rows()).toEqual([[third, 0]]);
  });
});
