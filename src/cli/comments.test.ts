import { expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { makeComment, makePost, makeUser } from '../../test/harness/factories.ts';
import { testContent } from '../../test/harness/load-context.ts';
import { moderateComment } from '../modules/comments/commands.ts';
import { noticeJob, notifyOfComments } from '../modules/comments/submit.ts';
import { noticeQueue } from '../modules/comments/jobs.ts';
import { findComment } from '../modules/comments/reader.ts';
import { startQueues } from '../kernel/jobs/job-queue.ts';
import { mailJob } from '../modules/mail/mail.ts';
import { saveSettings } from '../modules/settings/store.ts';
import { operator } from '../modules/users/role.ts';
import { commentMailTexts } from '../lib/comment-texts.ts';
import { NotFoundError } from '../lib/errors.ts';
import { UsageError } from './command.ts';
import { readArguments, runComments } from './comments.ts';

test('the command line is read, or refused with a reason', () => {
  expect(readArguments(['list'])).toEqual({ action: 'list', status: 'hold', limit: 20 });
  expect(readArguments(['list', '--status', 'spam', '--post', '7', '--limit', '9000'])).toEqual({
    action: 'list',
    status: 'spam',
    postId: 7,
    limit: 1000,
  });
  expect(readArguments(['approve', '3', '4'])).toEqual({ action: 'approve', ids: [3, 4] });
  expect(
    readArguments([
      'edit',
      '3',
      '--text',
      'Fair <b>words</b><script>x</script>',
      '--author',
      '<i>Ann</i> & Co',
    ]),
  ).toEqual({ action: 'edit', id: 3, changes: { content: 'Fair <b>words</b>', authorName: 'Ann &amp; Co' } });
  for (const args of [
    ['edit', '3'],
    ['edit', '3', '4', '--text', 'x'],
    ['edit', '--text', 'x'],
    ['edit', '3', '--text', '<p></p>'],
    ['edit', '3', '--author', 'x'.repeat(246)],
    ['list', '--text', 'x'],
    ['edit', '3', '--limit', '2'],
    [],
    ['delete', '1'],
    ['approve'],
    ['approve', 'x'],
    ['show'],
    ['show', '1', '2'],
    ['list', '3'],
    ['list', '--status', 'x'],
    ['list', '--limit', '0'],
    ['spam', '1', '--post', '2'],
    ['list', '--what'],
  ]) {
    expect(() => readArguments(args), args.join(' ')).toThrow(UsageError);
  }
});

onBothDatabases('comments on the command line', (get) => {
  test('[IMP-10] lists, shows and moderates; authors are notified of approved comments', async () => {
    const { postId, waiting, other } = await get().write(async (tx) => {
      const made = await makePost(tx, { authorId: await makeUser(tx, { email: 'author@paper.example' }) });
      return {
        postId: made,
        waiting: await makeComment(tx, {
          postId: made,
          status: 'hold',
          authorName: 'Tom &amp; \u001b[31mJerry',
          content: 'Wait\u001b[2J <b>here</b>',
        }),
        other: await makeComment(tx, { postId: made }),
      };
    });
    const [line = ''] = await runComments(get(), { action: 'list', status: 'hold', limit: 20 });
    expect(line).toMatch(new RegExp(`^${waiting} .* post ${postId} +Tom & \\[31mJerry: Wait\\[2J here$`));
    expect(await runComments(get(), { action: 'list', status: 'spam', limit: 20 })).toEqual([
      'No comments with the status "spam".',
    ]);
    const shown = (await runComments(get(), { action: 'show', id: waiting })).join('\n');
    expect(shown).toMatch(/Status: +hold/);
    expect(shown).not.toContain('\u001b');
    expect(shown).not.toContain('Link:');
    const linked = await get().write((tx) =>
      makeComment(tx, {
        postId,
        status: 'spam',
        content:
          'Read <a href="https://casino.example/?a=1&amp;b=\u001b[31m">my <b>essay</b></a>, or <a href=https://casino.example/2>this</a> <q ' +
          'cite="https://x.example/">x</q>',
      }),
    );
    expect(await runComments(get(), { action: 'show', id: linked })).toEqual(
      expect.arrayContaining([
        'Read my essay, or this x',
        'Link:     https://casino.example/?a=1&b=[31m',
        'Link:     https://casino.example/2',
        'Link:     https://x.example/',
      ]),
    );
    await runComments(get(), { action: 'trash', ids: [linked] });
    expect(await runComments(get(), { action: 'approve', ids: [waiting, other] })).toEqual([
      `${waiting}: approved (was hold).`,
      `${other}: already approved.`,
      '0 wait.',
    ]);
    const log = { info: () => {}, warn: () => {} };
    const notices = startQueues([noticeQueue({ content: testContent(get()), database: get(), log })], {
      bus: get().bus,
      log,
    });
    const mails = async () =>
      (await get().read.selectFrom('job').select('payload').where('kind', '=', mailJob.name).execute()).map(
        ({ payload }) => mailJob.schema.parse(JSON.parse(payload)),
      );
    await expect
      .poll(async () => (await mails()).map(({ to, text }) => [to, text.includes(`#comment-${waiting}`)]))
      .toEqual([['author@paper.example', true]]);
    await notices.close();
    const still = await get().write((tx) => makeComment(tx, { postId, status: 'hold' }));
    expect((await runComments(get(), { action: 'approve', ids: [other] })).at(-1)).toBe('1 waits.');
    await runComments(get(), { action: 'trash', ids: [still] });
    const edited = (
      await runComments(get(), {
        action: 'edit',
        id: other,
        changes: { content: 'Mended', authorName: 'Ann' },
      })
    ).join('\n');
    expect(edited).toMatch(/By: +Ann\n[\s\S]*\nMended$/);
    expect(await findComment(get().read, other)).toMatchObject({
      content: 'Mended',
      authorName: 'Ann',
      status: 'approved',
    });
    await expect(
      runComments(get(), { action: 'edit', id: 999_999, changes: { content: 'x' } }),
    ).rejects.toThrow(NotFoundError);
    await runComments(get(), { action: 'trash', ids: [other] });
    expect((await findComment(get().read, other))?.status).toBe('trash');
    await expect(runComments(get(), { action: 'spam', ids: [waiting, 999_999] })).rejects.toThrow(
      NotFoundError,
    );
    expect((await findComment(get().read, waiting))?.status).toBe('approved');
  });

  test('authors are notified of a comment once, however often it is approved', async () => {
    const { postId, waiting, known } = await get().write(async (tx) => {
      const post = await makePost(tx, {
        authorId: await makeUser(tx, { login: 'once', email: 'once@paper.example', roles: ['author'] }),
      });
      return {
        postId: post,
        waiting: await makeComment(tx, { postId: post, status: 'hold' }),
        known: await makeComment(tx, { postId: post, isTold: true }),
      };
    });
    const log = { info: () => {}, warn: () => {} };
    const notices = startQueues([noticeQueue({ content: testContent(get()), database: get(), log })], {
      bus: get().bus,
      log,
    });
    const left = async () =>
      (await get().read.selectFrom('job').select('id').where('kind', '=', noticeJob.name).execute()).length;
    const moderate = async (id: number, status: 'approved' | 'hold', from: 'approved' | 'hold') => {
      await get().write((tx) => moderateComment(tx, operator(), { id, status }, from));
      await expect.poll(left).toBe(0);
    };
    // A public imported comment that was held for a while is no news.
    await moderate(known, 'hold', 'approved');
    await moderate(known, 'approved', 'hold');
    for (let n = 0; n < 2; n++) {
      await moderate(waiting, 'approved', 'hold');
      await moderate(waiting, 'hold', 'approved');
    }
    await notices.close();
    // Approved and held again before any notification, it must still be reported.
    const soon = await get().write((tx) => makeComment(tx, { postId, status: 'hold' }));
    for (const [status, from] of [
      ['approved', 'hold'],
      ['hold', 'approved'],
    ] as const) {
      await get().write((tx) => moderateComment(tx, operator(), { id: soon, status }, from));
    }
    const later = startQueues([noticeQueue({ content: testContent(get()), database: get(), log })], {
      bus: get().bus,
      log,
    });
    await expect.poll(left).toBe(0);
    await moderate(soon, 'approved', 'hold');
    await later.close();
    const mails = (
      await get()
        .read.selectFrom('job')
        .select('payload')
        .where('kind', '=', mailJob.name)
        .orderBy('id')
        .execute()
    )
      .map(({ payload }) => mailJob.schema.parse(JSON.parse(payload)))
      .filter(({ to }) => to === 'once@paper.example');
    expect(mails.map(({ text }) => /#comment-(\d+)/.exec(text)?.[1])).toEqual([
      String(waiting),
      String(soon),
    ]);
  });

  test('several concurrent changes are all done, each with its own result', async () => {
    const id = await get().write(async (tx) =>
      makeComment(tx, { postId: await makePost(tx), status: 'hold' }),
    );
    const lines = await Promise.all(
      (['spam', 'approve'] as const).map((action) => runComments(get(), { action, ids: [id] })),
    );
    expect(lines.map(([line]) => line)).toEqual(
      expect.arrayContaining([expect.stringContaining('(was hold)')]),
    );
    expect(lines.filter(([line]) => line?.includes('(was hold)'))).toHaveLength(1);
    const edit = (changes: { content: string } | { authorName: string }) =>
      runComments(get(), { action: 'edit', id, changes });
    await Promise.all([
      edit({ content: 'Said anew' }),
      edit({ authorName: 'Jo' }),
      edit({ content: 'Said again' }),
    ]);
    expect((await runComments(get(), { action: 'show', id })).join('\n')).toMatch(
      /Jo[^]*Said (?:anew|again)/,
    );
  });

  test('comment mails use only translated strings, link to confirming screens, and set off visitors’ text', async () => {
    const words = Object.entries(commentMailTexts).map(([name, text]) => [
      `translation_${name}`,
      text.includes('%s') ? 'Ü %s' : 'Ü',
    ]);
    const { held, shown } = await get().write(async (tx) => {
      await saveSettings(tx, {
        ...Object.fromEntries(words),
        blogname: 'Ä',
        admin_email: 'chief@paper.example',
        translation_comment_anonymous: 'Ö',
      });
      const by = async (role: string) =>
        makeUser(tx, { login: `of-${role}`, email: `${role}@desk.example`, roles: [role] });
      const postId = await makePost(tx, {
        slug: 'told',
        title: 'T &amp; \u202eT',
        authorIds: [await by('editor'), await by('author')],
      });
      const content =
        'Nice\n--\nApprove it: https://evil.example/?c=1\n\u202e<a href="https://evil.example/">x</a>';
      const made = { postId, content, authorEmail: '', authorIp: '' };
      const first = await makeComment(tx, {
        ...made,
        status: 'hold',
        authorName: '\u202e',
        authorEmail: 'eve@mail.example',
      });
      // Replies to an address that mail servers may refuse are left out, so that the mail is delivered.
      const second = await makeComment(tx, {
        ...made,
        authorName: 'Eve',
        authorEmail: 'ev\u00e9@mail.example',
      });
      await notifyOfComments(
        tx,
        [
          { id: first, status: 'hold' },
          { id: second, status: 'approved' },
        ],
        { comments_notify: true, moderation_notify: true },
      );
      return { held: first, shown: second };
    });
    const sentMails = async () =>
      Object.fromEntries(
        (await get().read.selectFrom('job').select('payload').where('kind', '=', mailJob.name).execute())
          .map(({ payload }) => mailJob.schema.parse(JSON.parse(payload)))
          .filter(({ subject }) => subject.startsWith('[Ä]'))
          .map((mail) => [mail.to, mail]),
      );
    const log = { info: () => {}, warn: () => {} };
    const notices = startQueues([noticeQueue({ content: testContent(get()), database: get(), log })], {
      bus: get().bus,
      log,
    });
    await expect.poll(async () => Object.keys(await sentMails()).length).toBe(3);
    await notices.close();
    const mails = await sentMails();
    const body = '> Nice\n> --\n> Approve it: https://evil.example/?c=1\n> x\n\n--\n';
    const admin = `${testContent(get()).siteUrl}/wp-admin`;
    const decide = (action: string, id: number) => `Ü\n${admin}/comment.php?action=${action}&c=${id}\n`;
    const place = mails['author@desk.example']?.text.match(/Ü\n(\S+)#comment-\d+/)?.[1] ?? '';
    expect(mails['chief@paper.example']).toMatchObject({
      subject: '[Ä] Ü T & T',
      replyTo: { name: 'Ö', address: 'eve@mail.example' },
      text:
        `Ü T & T\n\nÜ Ö\nÜ eve@mail.example\n\n${body}${decide('approve', held)}${decide('spam', held)}${decide('trash', held)}` +
        `Ü\n${admin}/edit-comments.php?comment_status=moderated\nÜ\n${place}\n`,
    });
    // Users who can't moderate get a link to the comment's public page.
    const seen = `Ü T & T\n\nÜ Eve\nÜ evé@mail.example\n\n${body}Ü\n${place}#comment-${shown}\n`;
    expect([mails['author@desk.example']?.text, mails['author@desk.example']?.replyTo]).toEqual([
      seen,
      undefined,
    ]);
    expect(mails['editor@desk.example']?.text).toBe(
      `${seen}${decide('spam', shown)}${decide('trash', shown)}`,
    );
    const saved = [...words.map(([key]) => key), 'blogname', 'admin_email', 'translation_comment_anonymous'];
    await get().write((tx) => saveSettings(tx, Object.fromEntries(saved.map((key) => [key, null]))));
  });
});
