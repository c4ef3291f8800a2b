import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Environment, HealthSource, SlowPage } from '../../kernel/http/health-source.ts';
import { countJobsByKind, listJobs } from '../../kernel/jobs/store.ts';
import type { KindOfJobs } from '../../kernel/jobs/store.ts';
import { listTaskRuns } from '../../kernel/jobs/task-runs.ts';
import type { TaskRun } from '../../kernel/jobs/task-runs.ts';
import type { Database, Reader } from '../../kernel/db/open-database.ts';
import { folderBytes, freeBytesOf } from '../../lib/files.ts';
import { keysName } from '../../lib/keys.ts';
import { listLoginFailures } from '../../modules/accounts/login-failures.ts';
import { nextDailyAt, lastDaily } from '../../modules/backup/backup-job.ts';
import { listBackups } from '../../modules/backup/backup-files.ts';
import { fileType } from '../../modules/types/names.ts';
import { demoSource } from '../../modules/imports/ledger.ts';
import { mailJob } from '../../modules/mail/mail.ts';
import { nextNoteAt } from '../../modules/push/notes.ts';
import { isPushOn, sendsItself } from '../../modules/push/push.ts';
import { countSubscribers } from '../../modules/push/subscriptions.ts';
import type { Settings } from '../../modules/settings/settings.ts';

export interface HealthSite {
  readonly database: Database;
  readonly settings: Settings;
  readonly siteUrl: string;
  readonly dataDir: string;
  readonly sendsMail: boolean;
  /** Absent where no server runs, as on the command line. */
  readonly source?: HealthSource | undefined;
}

const dayMs = 86_400_000;
/** Milliseconds that counting the media folder may take. */
const countingMs = 2000;
export const loginDays = 14;
const maxAddresses = 10;

/** When a task that runs by itself is due next, and whether it is on. */
export interface ScheduledTask extends Pick<TaskRun, 'name' | 'failedAt' | 'reason'> {
  /** Milliseconds; undefined: unknown. */
  readonly ranAt: number | undefined;
  readonly nextAt: number | undefined;
}

export interface HealthFacts {
  readonly now: number;
  readonly database: {
    readonly name: 'sqlite' | 'postgres';
    readonly version: string;
    readonly bytes: number;
    readonly damage: string;
  };
  readonly disk: {
    readonly freeBytes: number;
    /** Undefined: counting took too long. */
    readonly mediaBytes: number | undefined;
    readonly isKeyFileOpen: boolean;
  };
  readonly backup: { readonly lastAt: number | undefined; readonly isDaily: boolean };
  readonly jobs: readonly KindOfJobs[];
  readonly mail: { readonly sendsMail: boolean; readonly failing: number; readonly reason: string };
  readonly push: {
    readonly isOn: boolean;
    readonly isOwn: boolean;
    readonly subscribers: number;
    readonly failing: number;
  };
  readonly tasks: readonly ScheduledTask[];
  readonly missedPosts: number;
  readonly slowPages: { readonly since: number; readonly pages: readonly SlowPage[] };
  readonly logins: Awaited<ReturnType<typeof listLoginFailures>>;
  readonly config: {
    readonly siteUrl: string;
    readonly isIndexed: boolean;
    readonly demoItems: number;
    readonly trustsProxy: boolean;
    readonly environment: Environment;
  };
  readonly counts: Readonly<Record<'posts' | 'media' | 'comments' | 'users', number>>;
}

/** Milliseconds after which a scheduled post was missed; the server publishes them within a minute. */
const missedAfterMs = 3 * 60_000;

/** Reads everything that the health check judges. Contacts no other server. */
export async function readHealth(site: HealthSite, now = Date.now()): Promise<HealthFacts> {
  const { database, settings, siteUrl, dataDir, sendsMail, source } = site;
  const { read } = database;
  const [size, version, disk, backups, jobs, mail, push, missedPosts, logins, demo, counts] =
    await Promise.all([
      sql.raw<{ bytes: number | string }>(database.dialect.databaseBytes).execute(read),
      versionOf(database),
      readDisk(dataDir),
      listBackups(dataDir),
      countJobsByKind(read),
      listJobs(read, { kind: mailJob.name, failed: true, limit: 100 }),
      readPush(read, settings, siteUrl),
      countRows(read, sql`post where status = 'future' and published_at < ${now - missedAfterMs}`),
      listLoginFailures(read, { now, days: loginDays, most: maxAddresses }),
      countRows(
        read,
        sql`import_item join post on post.id = import_item.local_id where import_item.source = ${demoSource} and import_item.kind = 'post' and post.status = 'publish' and post.type <> ${fileType}`,
      ),
      countContent(read),
    ]);
  return {
    now,
    database: {
      name: database.dialect.name,
      version,
      bytes: Number(size.rows[0]?.bytes ?? 0),
      damage: database.damage() ?? '',
    },
    disk,
    backup: { lastAt: backups[0]?.at, isDaily: settings.backup_daily },
    jobs,
    mail: { sendsMail, failing: mail.length, reason: mail[0]?.reason ?? '' },
    push,
    tasks: await readTasks(site, { now, lastDailyAt: lastDaily(backups, now)?.at }),
    missedPosts,
    slowPages: { since: source?.slowPages.since ?? now, pages: source?.slowPages.list() ?? [] },
    logins,
    config: {
      siteUrl,
      isIndexed: settings.blog_public,
      demoItems: demo,
      trustsProxy: source?.trustsProxy ?? false,
      environment: source?.environment ?? { set: {}, mistyped: {} },
    },
    counts,
  };
}

async function countRows(read: Reader, from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`select count(*) as count from ${from}`.execute(read);
  return Number(rows[0]?.count ?? 0);
}

async function countContent(read: Reader): Promise<HealthFacts['counts']> {
  const [posts, media, comments, users] = await Promise.all([
    countRows(read, sql`post where status = 'publish' and type <> ${fileType}`),
    countRows(read, sql`media`),
    countRows(read, sql`comment`),
    countRows(read, sql`${sql.table('user')}`),
  ]);
  return { posts, media, comments, users };
}

async function versionOf({ dialect, read }: Database): Promise<string> {
  const query = dialect.name === 'sqlite' ? 'select sqlite_version() as version' : 'show server_version';
  const { rows } = await sql.raw<Record<string, string>>(query).execute(read);
  return Object.values(rows[0] ?? {})[0] ?? '';
}

async function readDisk(dataDir: string): Promise<HealthFacts['disk']> {
  const [free, mediaBytes, keys] = await Promise.all([
    Promise.all([dataDir, join(dataDir, 'media')].map((folder) => freeBytesOf(folder).catch(() => Infinity))),
    folderBytes(join(dataDir, 'media'), countingMs),
    stat(join(dataDir, keysName)).catch(() => undefined),
  ]);
  // Other systems than Unix have no such permissions.
  const isKeyFileOpen = keys !== undefined && process.platform !== 'win32' && (keys.mode & 0o077) !== 0;
  const least = Math.min(...free);
  return { freeBytes: Number.isFinite(least) ? least : 0, mediaBytes, isKeyFileOpen };
}

async function readPush(read: Reader, settings: Settings, siteUrl: string): Promise<HealthFacts['push']> {
  const [subscribers, failing] = await Promise.all([
    countSubscribers(read, siteUrl),
    countRows(read, sql`push_subscription where site_url = ${siteUrl} and failing_since > 0`),
  ]);
  return { isOn: isPushOn(settings), isOwn: sendsItself(settings), subscribers, failing };
}

async function readTasks(
  { database: { read }, settings }: HealthSite,
  { now, lastDailyAt }: { readonly now: number; readonly lastDailyAt: number | undefined },
): Promise<ScheduledTask[]> {
  const [runs, next, noteAt] = await Promise.all([
    listTaskRuns(read),
    read
      .selectFrom('post')
      .select(({ fn }) => fn.min('published_at').as('at'))
      .where('status', '=', 'future')
      .executeTakeFirst(),
    nextNoteAt(read),
  ]);
  const runByName = new Map(runs.map((run) => [run.name, run]));
  const task = (name: string, nextAt: number | undefined): ScheduledTask => {
    const run = runByName.get(name);
    return { name, ranAt: run?.ranAt, nextAt, failedAt: run?.failedAt ?? 0, reason: run?.reason ?? '' };
  };
  const daily = (name: string) => {
    const ranAt = runByName.get(name)?.ranAt;
    return task(name, ranAt === undefined ? now : ranAt + dayMs);
  };
  const backupAt = settings.backup_daily ? nextDailyAt(lastDailyAt, settings.timezone_string) : undefined;
  const postAt = next?.at === null || next?.at === undefined ? undefined : Number(next.at);
  return [
    task('schedule', postAt),
    task('push', noteAt),
    task('backup-daily', backupAt === undefined ? undefined : Math.max(backupAt, lastDailyAt ?? now)),
    daily('forget-failed'),
    daily('forget-activity'),
    ...runs
      .filter(({ name }) => !scheduled.has(name))
      .map(({ name, ranAt, failedAt, reason }) => ({ name, ranAt, nextAt: undefined, failedAt, reason })),
  ];
}

const scheduled: ReadonlySet<string> = new Set([
  'schedule',
  'push',
  'backup-daily',
  'forget-failed',
  'forget-activity',
]);
