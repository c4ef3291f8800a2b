import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { ConfigError } from '../../lib/errors.ts';
import type { DialectSql } from './dialect-sql.ts';
import type { Migration } from './migration.ts';
import type { Tables } from './tables.ts';
import { initial } from './migrations/001-initial.ts';
import { bylines } from './migrations/002-bylines.ts';
import { mediaQueue } from './migrations/003-media-queue.ts';
import { front } from './migrations/004-front.ts';
import { sitemaps } from './migrations/005-sitemaps.ts';
import { related } from './migrations/006-related.ts';
import { comments } from './migrations/007-comments.ts';
import { push } from './migrations/008-push.ts';
import { randomLists } from './migrations/009-random-lists.ts';
import { searchWords } from './migrations/010-search-words.ts';
import { knownWords } from './migrations/011-known-words.ts';
import { whoChangedWhat } from './migrations/012-who-changed-what.ts';
import { sessions } from './migrations/013-sessions.ts';
import { jobs } from './migrations/014-jobs.ts';
import { notedFrom } from './migrations/015-noted-from.ts';
import { termOrder } from './migrations/016-term-order.ts';
import { countedDays } from './migrations/017-counted-days.ts';
import { patterns } from './migrations/018-patterns.ts';
import { formatLists } from './migrations/019-format-lists.ts';
import { feeds } from './migrations/020-feeds.ts';
import { patternWords } from './migrations/021-pattern-words.ts';
import { accounts } from './migrations/022-accounts.ts';
import { applicationPasswords } from './migrations/023-application-passwords.ts';
import { sharedDrafts } from './migrations/024-shared-drafts.ts';
import { secondFactors } from './migrations/025-second-factors.ts';
import { passkeys } from './migrations/027-passkeys.ts';
import { profiles } from './migrations/029-profiles.ts';
import { openings } from './migrations/034-openings.ts';
import { templateRevisions } from './migrations/035-template-revisions.ts';
import { newsroomLists } from './migrations/036-newsroom-lists.ts';
import { mediaUses } from './migrations/037-media-uses.ts';
import { openingsWithoutAddresses } from './migrations/038-openings-without-addresses.ts';
import { openingsWithoutHiddenBlocks } from './migrations/039-openings-without-hidden-blocks.ts';
import { openingsWithoutEntities } from './migrations/040-openings-without-entities.ts';
import { formerSessions } from './migrations/041-former-sessions.ts';
import { postLocks } from './migrations/044-post-locks.ts';
import { mediaEditions } from './migrations/045-media-editions.ts';
import { statusBeforeTheTrash } from './migrations/046-status-before-the-trash.ts';
import { leftBehind } from './migrations/047-left-behind.ts';
import { openingsWithoutUnseenBlocks } from './migrations/048-openings-without-unseen-blocks.ts';
import { numbersOfGoneAccounts } from './migrations/049-numbers-of-gone-accounts.ts';
import { lastWords } from './migrations/051-last-words.ts';
import { whoseWords } from './migrations/054-whose-words.ts';
import { boundDates } from './migrations/055-bound-dates.ts';
import { foldedAddresses } from './migrations/056-folded-addresses.ts';
import { postsOfAuthors } from './migrations/059-posts-of-authors.ts';
import { namesFoldedAnew } from './migrations/060-names-folded-anew.ts';
import { countedWords } from './migrations/061-counted-words.ts';
import { commentReports } from './migrations/065-comment-reports.ts';
import { searched } from './migrations/066-searched.ts';
import { templateChanges } from './migrations/067-template-changes.ts';
import { behindPassword } from './migrations/068-behind-password.ts';
import { folded } from './migrations/069-folded.ts';
import { videosByFormat } from './migrations/070-videos-by-format.ts';
import { openingsWithoutHeadings } from './migrations/071-openings-without-headings.ts';
import { foldedQuickly } from './migrations/072-folded-quickly.ts';
import { untoldComments } from './migrations/073-untold-comments.ts';
import { openingsWithoutBrackets } from './migrations/074-openings-without-brackets.ts';
import { revisionFootnotes } from './migrations/082-revision-footnotes.ts';
import { feedFaults } from './migrations/083-feed-faults.ts';
import { episodes } from './migrations/084-episodes.ts';
import { dataWords } from './migrations/085-data-words.ts';
import { rightsOfSessions } from './migrations/030-rights-of-sessions.ts';

const migrations: readonly Migration[] = [
  initial,
  bylines,
  mediaQueue,
  front,
  sitemaps,
  related,
  comments,
  push,
  randomLists,
  searchWords,
  knownWords,
  whoChangedWhat,
  sessions,
  jobs,
  notedFrom,
  termOrder,
  countedDays,
  patterns,
  formatLists,
  feeds,
  patternWords,
  accounts,
  applicationPasswords,
  sharedDrafts,
  secondFactors,
  passkeys,
  profiles,
  rightsOfSessions,
  openings,
  templateRevisions,
  newsroomLists,
  mediaUses,
  openingsWithoutAddresses,
  openingsWithoutHiddenBlocks,
  openingsWithoutEntities,
  formerSessions,
  postLocks,
  mediaEditions,
  statusBeforeTheTrash,
  leftBehind,
  openingsWithoutUnseenBlocks,
  numbersOfGoneAccounts,
  lastWords,
  whoseWords,
  boundDates,
  foldedAddresses,
  postsOfAuthors,
  namesFoldedAnew,
  countedWords,
  commentReports,
  searched,
  templateChanges,
  behindPassword,
  folded,
  videosByFormat,
  openingsWithoutHeadings,
  foldedQuickly,
  untoldComments,
  openingsWithoutBrackets,
  revisionFootnotes,
  feedFaults,
  episodes,
  dataWords,
];

/** The version that this code works with. */
export const newestSchema = migrations.at(-1)?.id ?? 0;

/** Brings the schema to the newest version, or to `upTo`, inside the caller's transaction; returns the names of the migrations that it ran. */
export async function migrate(
  tx: Transaction<Tables>,
  dialect: DialectSql,
  upTo?: number,
  known: readonly Migration[] = migrations,
): Promise<string[]> {
  const newest = known.at(-1)?.id ?? 0;
  if (dialect.name === 'postgres') await sql`select pg_advisory_xact_lock(74616)`.execute(tx);
  await sql
    .raw(
      `create table if not exists schema_version (id ${dialect.integer} primary key, name ${dialect.key}, applied_at ${dialect.integer})`,
    )
    .execute(tx);
  const applied = new Set(
    (await tx.selectFrom('schema_version').select('id').execute()).map((row) => row.id),
  );
  const unknown = [...applied].find((id) => id > newest);
  if (unknown !== undefined) {
    throw new ConfigError(
      `The database is at schema version ${unknown}, this Broadsheet knows ${newest}. Start the newer Broadsheet, or restore a backup made by this one.`,
    );
  }
  const taken: string[] = [];
  for (const migration of known.filter(({ id }) => id <= (upTo ?? newest) && !applied.has(id))) {
    for (const step of migration.steps(dialect))
      await (typeof step === 'string' ? sql.raw(step).execute(tx) : step(tx.$pickTables<never>(), dialect));
    await tx
      .insertInto('schema_version')
      .values({ id: migration.id, name: migration.name, applied_at: Date.now() })
      .execute();
    taken.push(migration.name);
  }
  return taken;
}

/** Whether every migration has run, and none that this code does not know; asked without a lock. Who follows the source may have run a later one before. */
export async function isMigrated(db: Kysely<Tables>): Promise<boolean> {
  if ((await schemaVersion(db)) !== newestSchema) return false;
  const applied = new Set(
    (await db.selectFrom('schema_version').select('id').execute()).map(({ id }) => Number(id)),
  );
  return migrations.every(({ id }) => applied.has(id));
}

/** The version of the schema; 0 for a new database. */
export async function schemaVersion(db: Kysely<Tables>): Promise<number> {
  try {
    const row = await db
      .selectFrom('schema_version')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirst();
    return Number(row?.id ?? 0);
  } catch (error) {
    if (isUnknownTable(error)) return 0;
    throw error;
  }
}

function isUnknownTable(error: unknown): boolean {
  const { code, message } = error as Error & { code?: string };
  return code === '42P01' || /no such table/.test(message);
}
