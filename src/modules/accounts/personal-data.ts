import { sql } from 'kysely';
import { z } from 'zod';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { normalizeEmail, emailForms } from '../../lib/normalize-email.ts';
import { uploadsPath } from '../media/index.ts';
import {
  findUserMeta,
  findUser,
  holdToDelete,
  listApplicationPasswords,
  findSecondFactor,
  listSessions,
  deleteUser,
} from '../users/index.ts';
import type { User, Actor } from '../../kernel/permission.ts';
import { forgetInActivity } from '../activity/index.ts';
import { readInput } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { forgetCommenter } from '../comments/index.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { forgetMailsOf, senderOf, siteAddress } from '../mail/index.ts';
import { demand } from '../../kernel/permission.ts';
import { endRegistrations } from './account-token.ts';
import { erasePersonalData } from './personal-data-policy.ts';
import type { LinkSite } from './send-link.ts';

const portion = 200;
const moment = (at: number) => (at > 0 ? new Date(at).toISOString() : null);

/**
 * Yields a user's personal data as one JSON text in parts, read in portions: account, sessions, credentials, comments
 * (by account or email), reported comments, posts. Contains no passwords, tokens or hashes.
 */
export async function* personData(read: Reader, user: User): AsyncIterable<string> {
  const { id, login, email, slug, displayName, url, bio, links, portrait, roles, createdAt } = user;
  const meta = Object.fromEntries(await findUserMeta(read, id));
  const account = {
    id,
    login,
    email,
    slug,
    displayName,
    url,
    bio,
    links,
    portrait: portrait === '' ? null : uploadsPath + portrait,
    roles,
    createdAt: moment(createdAt),
    meta,
  };
  const sessions = (await listSessions(read, id)).map((one) => ({
    since: moment(one.createdAt),
    until: moment(one.until),
    ip: one.ip,
    browser: one.userAgent,
  }));
  const { app, passkeys } = await findSecondFactor(read, id);
  const secondFactor = {
    appSince: moment(app?.createdAt ?? 0),
    passkeys: passkeys.map((one) => ({
      name: one.name,
      since: moment(one.createdAt),
      used: moment(one.usedAt),
    })),
  };
  const programs = (await listApplicationPasswords(read, id)).map((one) => ({
    name: one.name,
    since: moment(one.createdAt),
    used: moment(one.usedAt),
    ip: one.usedIp,
  }));
  const entries = { account, sessions, secondFactor, programs };
  yield `{${Object.entries(entries)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},\n`)
    .join('')}"comments":[`;
  yield* listed((after) => commentsAfter(read, user, after));
  yield '],\n"reports":[';
  yield* listed((after) => reportsAfter(read, id, after));
  yield '],\n"posts":[';
  yield* listed((after) => postsAfter(read, id, after));
  yield ']}';
}

async function* listed(
  entriesAfter: (id: number) => Promise<readonly { readonly id: number }[]>,
): AsyncIterable<string> {
  let after = 0;
  for (;;) {
    const entries = await entriesAfter(after);
    for (const entry of entries) {
      yield `${after === 0 ? '' : ','}${JSON.stringify(entry)}`;
      after = entry.id;
    }
    if (entries.length < portion) return;
  }
}

async function commentsAfter(read: Reader, { id: userId, email }: User, after: number) {
  const rows = await read
    .selectFrom('comment')
    .select([
      'id',
      'post_id',
      'status',
      'author_name',
      'author_email',
      'author_url',
      'author_ip',
      'created_at',
      'content',
    ])
    .where('id', '>', after)
    .where((eb) =>
      eb.or([
        eb('user_id', '=', userId),
        ...(email === '' ? [] : [eb('author_email', '=', normalizeEmail(email))]),
      ]),
    )
    .orderBy('id')
    .limit(portion)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    postId: row.post_id,
    status: row.status,
    name: row.author_name,
    email: row.author_email,
    url: row.author_url,
    ip: row.author_ip,
    at: moment(row.created_at),
    content: row.content,
  }));
}

async function reportsAfter(read: Reader, userId: number, after: number) {
  const rows = await read
    .selectFrom('comment_report')
    .select(['id', 'comment_id', 'reason', 'text', 'created_at'])
    .where('id', '>', after)
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(portion)
    .execute();
  return rows.map(({ id, comment_id: commentId, reason, text, created_at: at }) => ({
    id,
    commentId,
    reason,
    text,
    at: moment(at),
  }));
}

async function postsAfter(read: Reader, userId: number, after: number) {
  const rows = await read
    .selectFrom('post')
    .select(['id', 'type', 'status', 'title', 'slug', 'excerpt', 'content', 'published_at', 'modified_at'])
    .where('id', '>', after)
    .where((eb) =>
      eb.or([
        eb('author_id', '=', userId),
        sql<boolean>`exists (select 1 from byline where byline.post_id = post.id and byline.user_id = ${userId})`,
      ]),
    )
    .orderBy('id')
    .limit(portion)
    .execute();
  return rows.map(({ published_at: publishedAt, modified_at: modifiedAt, ...row }) => ({
    ...row,
    publishedAt: moment(publishedAt),
    modifiedAt: moment(modifiedAt),
  }));
}

const schema = z.strictObject({ id: sentId, reassignTo: sentId.optional() });

/**
 * Deletes an account like `deleteUser` and anonymizes comments and the log; drops pending mails and registrations of
 * its owner. Returns the number of comments. Throws like `deleteUser`; roll back then.
 */
export async function erasePerson(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From,
  { settings, siteUrl }: Pick<LinkSite, 'settings' | 'siteUrl'>,
): Promise<number> {
  const { id, reassignTo } = readInput(schema, input, 'the user');
  demand(erasePersonalData, actor, id);
  await holdToDelete(tx, id, reassignTo);
  const user = await findUser(tx.db, id);
  // Before the deletion, since it looks them up by the account's id; rolled back if the deletion fails.
  const comments = user ? await forgetCommenter(tx, { userId: id, email: user.email }) : 0;
  await deleteUser(tx, actor, input, from);
  if (!user) return comments;
  await forgetInActivity(tx, user);
  await forgetMailsOf(tx, user, senderOf(await siteAddress(tx.db, settings), settings, siteUrl));
  const forms = emailForms(user.email);
  await endRegistrations(
    tx,
    ({ login, email }) =>
      login.toLowerCase() === user.login.toLowerCase() || (email !== '' && forms.includes(email)),
  );
  return comments;
}
