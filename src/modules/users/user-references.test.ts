import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeComment, makePost, makeUser } from '../../../test/harness/factories.ts';
import { accountColumns, everyColumn } from '../../../test/harness/number-columns.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { accountMail } from '../accounts/account-mail.ts';
import { createToken } from '../accounts/account-token.ts';
import { erasePerson } from '../accounts/personal-data.ts';
import { addReport } from '../comments/store.ts';
import { noteChange } from '../../kernel/command.ts';
import { noteFrontEditor } from '../front/editors.ts';
import { Ledger } from '../imports/ledger.ts';
import { startImport, stopImport } from '../imports/import-job.ts';
import { mailJob, sendMails } from '../mail/mail.ts';
import { writeAsker, writeLock } from '../posts/lock-store.ts';
import { keepRevision, writeRevision } from '../posts/revisions.ts';
import { createShare } from '../posts/share-store.ts';
import { defaultSettings } from '../settings/settings.ts';
import { assignTemplateToItem } from '../templates/assign.ts';
import { storeChange } from '../templates/changes.ts';
import { keepTemplateRevision } from '../templates/revisions.ts';
import { createTemplate, updateTemplate } from '../templates/writer.ts';
import { writeApplicationPassword } from './application-password.ts';
import { operator } from './role.ts';
import { findUser, listUsers } from './reader.ts';
import { findActor } from './roles.ts';
import { writeCodeApp, writeRecoveryCodes, writePasskey } from './second-factor.ts';
import { createSession } from './session.ts';
import { deleteUser, writeUserMeta } from './writer.ts';

/**
 * Treatment of rows that refer to a deleted account. `goes`: deleted. `heir`: reassigned, or 0 without an heir (an
 * account with posts isn't deleted then). `heir or goes`. `cleared`: set to 0. `stays`: unchanged.
 */
const fates = {
  'post.author_id': 'heir',
  'byline.user_id': 'heir or goes',
  'revision.author_id': 'heir',
  'template_revision.author_id': 'heir',
  'comment.user_id': 'cleared',
  'template_change.user_id': 'cleared',
  'comment_report.user_id': 'goes',
  'shared_draft.shared_by': 'cleared',
  'post_lock.user_id': 'goes',
  'post_lock.asker_id': 'cleared',
  'post_lock.refused_id': 'cleared',
  'front_editor.user_id': 'goes',
  'user_meta.user_id': 'goes',
  'session.user_id': 'goes',
  'account_token.user_id': 'goes',
  'application_password.user_id': 'goes',
  'second_factor.user_id': 'goes',
  'recovery_code.user_id': 'goes',
  'passkey.user_id': 'goes',
  // The log keeps the name of a deleted user; `erasePerson` removes it.
  'activity.user_id': 'stays',
  // Columns with ids of accounts and of other items.
  'activity.item_id': 'stays',
  'template_assignment.item_id': 'goes',
  'template_change.item_id': 'goes',
  'template_change_use.item_id': 'goes',
  'import_item.local_id': 'cleared',
} as const;
const names = Object.keys(fates) as (keyof typeof fates)[];
/** Conditions for rows about accounts in these tables. */
const about: Readonly<Record<string, string>> = {
  'activity.item_id': `kind = 'user'`,
  'template_assignment.item_id': `kind = 'author'`,
  'template_change.item_id': `kind = 'author'`,
  'template_change_use.item_id': `kind = 'author'`,
  'import_item.local_id': `kind = 'user'`,
};

const site = { settings: defaultSettings, siteUrl: 'https://paper.example' };

onBothDatabases('rows that refer to accounts', (get) => {
  test('the table lists every column that may name an account: add what happens to the row when the account is deleted', async () => {
    const columns = await everyColumn(get().read);
    expect(
      columns.filter(
        ({ isNumber, name, whole }) =>
          isNumber && accountColumns.test(name) && !names.some((known) => known === whole),
      ),
    ).toEqual([]);
    expect(
      names.filter((name) => !columns.some(({ whole, isNumber }) => isNumber && whole === name)),
    ).toEqual([]);
  });

  const count = async (name: string, id: number) => {
    const [table = '', column = ''] = name.split('.');
    const rows = sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} and ${sql.raw(about[name] ?? '1 = 1')}`;
    return (await rows.execute(get().read)).rows.length;
  };
  const counts = async (id: number) =>
    Object.fromEntries(await Promise.all(names.map(async (name) => [name, await count(name, id)] as const)));

  /** A user referred to everywhere; all texts contain `word`. */
  async function everywhere(
    tx: Tx,
    word: string,
    { withPosts }: { readonly withPosts: boolean },
  ): Promise<number> {
    const email = `${word}@mail.example`;
    const id = await makeUser(tx, {
      login: word,
      email,
      displayName: `Called ${word}`,
      url: `https://${word}.example/`,
      bio: word,
      roles: ['administrator'],
    });
    const other = await makeUser(tx);
    if (withPosts) await makePost(tx, { authorId: id });
    const article = await makePost(tx, { authorIds: withPosts ? [other, id] : [other, await makeUser(tx)] });
    // Only as a co-author of another user's article.
    if (!withPosts) await makePost(tx, { authorIds: [other, id] });
    await writeRevision(tx, {
      postId: article,
      authorId: id,
      kind: 'revision',
      title: '',
      excerpt: '',
      content: '',
      createdAt: 1,
    });
    await keepRevision(tx, article, id, 'autosave');
    const template = await createTemplate(tx, { type: 'author', title: 'Of one' });
    await updateTemplate(tx, template, { title: 'Of this one' });
    await keepTemplateRevision(tx, template, id);
    await assignTemplateToItem(tx, 'author', id, template);
    const assigned = {
      kind: 'author',
      itemId: id,
      templateId: template,
      action: 'assign',
      title: '',
      before: {},
      after: {},
    } as const;
    const change = await storeChange(tx, { id: other }, assigned);
    await tx.db
      .insertInto('template_change_use')
      .values({ change_id: change, kind: 'author', item_id: id })
      .execute();
    await storeChange(
      tx,
      { id },
      { kind: 'author', templateId: template, action: 'update', title: '', before: {}, after: {} },
    );
    await makeComment(tx, {
      postId: article,
      userId: id,
      authorName: word,
      authorEmail: email,
      authorUrl: `https://${word}.example/`,
    });
    await makeComment(tx, { postId: article, authorName: word, authorEmail: email });
    const comment = await makeComment(tx, { postId: article });
    await addReport(tx, {
      commentId: comment,
      postId: article,
      userId: id,
      reporter: 'a signature',
      reason: 'other',
      text: word,
      createdAt: 1,
    });
    await createShare(tx, article, id);
    await noteFrontEditor(tx, id);
    await writeLock(tx, { postId: article, userId: id, windowId: 'w', since: 0 });
    const requested = await makePost(tx, { authorId: other });
    await writeLock(tx, { postId: requested, userId: other, windowId: 'w', since: 0, refusedId: id });
    await writeAsker(tx, requested, id);
    const refused = await makePost(tx, { authorId: other });
    await writeLock(tx, { postId: refused, userId: other, windowId: 'w', since: 0, refusedId: id });
    await writeUserMeta(tx, id, { nickname: [word] });
    await createSession(tx, id, { place: { ip: `of ${word}`, userAgent: word } });
    await createToken(tx, { kind: 'email', userId: id, data: { email: `new-${email}` } });
    await writeApplicationPassword(tx, { userId: id, name: word, appId: '' });
    await writeCodeApp(tx, id, { secret: word, step: 1 });
    await writeRecoveryCodes(tx, id);
    await writePasskey(tx, {
      credential: word,
      userId: id,
      name: word,
      handle: word,
      publicKey: word,
      counter: 0,
      transports: [],
    });
    await new Ledger('elsewhere.example').record(tx, 'user', `${word} there`, { localId: id, hash: 'h' });
    const actor = (await findActor(tx.db, id)) ?? expect.fail('There is no such account.');
    await noteChange(tx, actor, {
      verb: 'update',
      kind: 'user',
      itemId: id,
      summary: `"Called ${word}": password`,
    });
    await noteChange(tx, operator(), {
      verb: 'delete',
      kind: 'user',
      itemId: 0,
      summary: `"${word}": registration taken away`,
    });
    const mail = { from: { name: 'The paper', address: 'paper@mail.example' }, subject: 'A subject' };
    await sendMails(tx, [
      { ...mail, to: email.toUpperCase(), text: 'Open this.' },
      { ...mail, to: 'chief@mail.example', text: `New comment by ${email}.\nApprove it?` },
      { ...mail, to: 'chief@mail.example', text: `Is it “${email}”? Or ${email}!` },
      { ...mail, to: `jo${email}`, text: `Of another user: ${email}.org, not-${email}.` },
      // To an unknown address, and from theirs, which is the site's while they are its first administrator.
      await accountMail(tx.db, site.settings, site.siteUrl, {
        kind: 'email',
        to: 'mistyped@mail.example',
        login: word.toUpperCase(),
        link: site.siteUrl,
      }),
      {
        ...mail,
        to: 'reader@mail.example',
        from: { name: 'The paper', address: email },
        text: `Hello ${id}.`,
      },
    ]);
    // Registered twice, by another address and another name; a leftover registration would recreate the account.
    for (const fields of [
      { login: word.toUpperCase(), email: 'mistyped@mail.example' },
      { login: 'somebody', email },
    ]) {
      await createToken(tx, {
        kind: 'registration',
        userId: 0,
        data: { ...fields, displayName: word, password: 'h' },
      });
    }
    await stopImport(tx, actor); // of the user before
    await startImport(tx, actor, ['old.xml']);
    return id;
  }

  for (const withHeir of [true, false]) {
    test(`treats each column as the table says ${withHeir ? 'with an heir' : 'without an heir'}, and leaves other users alone`, async () => {
      const {
        leaver: gone,
        bystander,
        heir,
      } = await get().write(async (tx) => ({
        leaver: await everywhere(tx, `leaver${Number(withHeir)}`, { withPosts: withHeir }),
        bystander: await everywhere(tx, `stayer${Number(withHeir)}`, { withPosts: withHeir }),
        heir: await makeUser(tx),
      }));
      const [before, theirs, heirs] = [await counts(gone), await counts(bystander), await counts(heir)];
      const needsPosts = (name: string) => name === 'post.author_id' && !withHeir;
      expect(Object.entries(before).filter(([name, rows]) => rows === 0 && !needsPosts(name))).toEqual([]);
      const total = async (name: string) =>
        Number(
          (
            await sql<{
              n: number;
            }>`select count(*) as n from ${sql.table(name.split('.')[0] ?? '')}`.execute(get().read)
          ).rows[0]?.n,
        );
      const totals = new Map(
        await Promise.all(names.map(async (name) => [name, await total(name)] as const)),
      );
      await get().write((tx) => deleteUser(tx, gone, ...(withHeir ? [heir] : [])));
      const [after, inherited] = [await counts(gone), await counts(heir)];
      for (const name of names) {
        const fate = fates[name];
        const had = before[name] ?? 0;
        expect([name, after[name]]).toEqual([name, fate === 'stays' ? had : 0]);
        if (fate.startsWith('heir'))
          expect([name, (inherited[name] ?? 0) - (heirs[name] ?? 0)]).toEqual([name, withHeir ? had : 0]);
        // Without an heir, autosaves are deleted, and so are locks (one table, three columns) and template changes (two
        // columns).
        const deletedRows =
          fate === 'goes' || (fate === 'heir or goes' && !withHeir)
            ? had
            : name === 'revision.author_id' && !withHeir
              ? 1
              : undefined;
        const isCounted = !name.startsWith('post_lock.') && name !== 'template_change.user_id';
        if (isCounted)
          expect([name, (totals.get(name) ?? 0) - (await total(name))]).toEqual([name, deletedRows ?? 0]);
      }
      expect((totals.get('post_lock.user_id') ?? 0) - (await total('post_lock.user_id'))).toBe(1);
      expect(await counts(bystander)).toEqual(theirs);
      const counters = (await get().read.selectFrom('counter').select('key').execute()).map(({ key }) => key);
      expect(counters.filter((key) => key.startsWith(`author:${gone}:`))).toEqual([]);
      // An import may reuse the id: no leftover data belongs to the new account.
      await get().write((tx) => makeUser(tx, { id: gone, login: `newcomer${Number(withHeir)}` }));
      const entry = await new Ledger('elsewhere.example').findOne(
        get().read,
        'user',
        `leaver${Number(withHeir)} there`,
      );
      expect([entry?.localId, entry && (await findUser(get().read, entry.localId))]).toEqual([0, undefined]);
    });
  }

  test('erasing a user leaves no data in any table, except what prevents an import from restoring it, and keeps all of other users', async () => {
    const words = async (word: string) => {
      const found: string[] = [];
      for (const table of new Set((await everyColumn(get().read)).map((column) => column.table))) {
        const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
          get().read,
        );
        for (const row of rows)
          if (JSON.stringify(row).toLowerCase().includes(word)) found.push(`${table} ${JSON.stringify(row)}`);
      }
      return found.toSorted();
    };
    const { leaver: gone, heir } = await get().write(async (tx) => ({
      leaver: await everywhere(tx, 'xylophage', { withPosts: true }),
      heir: await makeUser(tx),
      bystander: await everywhere(tx, 'woodpecker', { withPosts: true }),
    }));
    const before = await words('woodpecker');
    expect([before.length, (await words('xylophage')).length]).toEqual([before.length, before.length]);
    expect(
      await get().write((tx) => erasePerson(tx, operator(), { id: gone, reassignTo: heir }, 1, site)),
    ).toBe(2);
    const left = (await words('xylophage')).filter((row) => !row.includes('joxylophage@mail.example'));
    expect(left).toEqual([expect.stringMatching(/^import_item .*"xylophage there"/)]);
    expect(await words('woodpecker')).toEqual(before);
    expect((await words('joxylophage@mail.example')).length).toBe(1);
    // Pending mails to others are sent from the site's current address.
    const waiting = await get()
      .read.selectFrom('job')
      .select('payload')
      .where('kind', '=', mailJob.name)
      .where('payload', 'like', `%Hello ${gone}.%`)
      .execute();
    expect(waiting.map(({ payload }) => JSON.parse(payload) as unknown)).toEqual([
      expect.objectContaining({
        from: expect.objectContaining({
          address: (await listUsers(get().read, { roles: ['administrator'], order: 'id', limit: 1 })).users[0]
            ?.email,
        }) as unknown,
      }),
    ]);
  });
});
