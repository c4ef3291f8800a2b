import type { HealthFacts, ScheduledTask } from './health-facts.ts';

/** The checks. The newsroom explains each, and how to fix it (`features/health/finding-texts.tsx`). */
export const findingIds = [
  'database-damaged',
  'database',
  'disk-full',
  'disk',
  'backup',
  'jobs-failed',
  'jobs-stuck',
  'mail',
  'mail-failing',
  'push-insecure',
  'push-failing',
  'push',
  'posts-missed',
  'tasks-failing',
  'tasks-late',
  'slow-pages',
  'logins',
  'https',
  'site-url',
  'proxy',
  'keys',
  'node',
  'variables',
  'demo',
  'search-engines',
] as const;
export type FindingId = (typeof findingIds)[number];

export const findingStatuses = ['critical', 'recommended', 'good'] as const;

export interface Finding {
  readonly id: FindingId;
  readonly status: (typeof findingStatuses)[number];
  /** Numbers and names for its text. Sizes are in bytes, times ISO 8601. */
  readonly values: Readonly<Record<string, string | number>>;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const [scarceBytes, fewBytes] = [200 * 2 ** 20, 2 ** 30];
const backupAgeMs = 7 * dayMs;
/** Milliseconds that a due job or task may wait. */
export const lateMs = hourMs;
/** Slow renders of one pattern from which it is a finding; a first render after a start may be slow. */
const manySlow = 5;
/** Failed log-ins of a day from which they are a finding. */
const manyFailures = 100;
const [oldNode] = [22];

type Values = Finding['values'];
const critical = (id: FindingId, values: Values = {}): Finding => ({ id, status: 'critical', values });
const recommended = (id: FindingId, values: Values = {}): Finding => ({ id, status: 'recommended', values });
const good = (id: FindingId, values: Values = {}): Finding => ({ id, status: 'good', values });
const iso = (at: number) => new Date(at).toISOString();

/** Whether a task should have run by now. */
export const isLate = ({ nextAt, ranAt }: ScheduledTask, now: number): boolean =>
  nextAt !== undefined && nextAt + lateMs < now && (ranAt ?? 0) < nextAt;

/** Judges the facts: problems first, the most serious ones at the top. */
export function findingsOf(facts: HealthFacts, nodeVersion = process.versions.node): Finding[] {
  const all = [
    ...storageFindings(facts),
    ...workFindings(facts),
    ...pushFindings(facts),
    ...accessFindings(facts),
    ...configFindings(facts, nodeVersion),
  ];
  return findingStatuses.flatMap((status) => all.filter((one) => one.status === status));
}

function storageFindings({ now, database, disk, backup }: HealthFacts): Finding[] {
  const { freeBytes, mediaBytes = -1 } = disk;
  const room = { free: freeBytes, media: mediaBytes };
  const { lastAt } = backup;
  const saved = { last: lastAt === undefined ? '' : iso(lastAt), daily: backup.isDaily ? 1 : 0 };
  return [
    database.damage === ''
      ? good('database', { name: database.name, version: database.version, bytes: database.bytes })
      : critical('database-damaged', { message: database.damage }),
    freeBytes < scarceBytes
      ? critical('disk-full', room)
      : freeBytes < fewBytes
        ? recommended('disk-full', room)
        : good('disk', room),
    lastAt === undefined || now - lastAt > backupAgeMs ? recommended('backup', saved) : good('backup', saved),
  ];
}

function workFindings({ now, jobs, mail, tasks, missedPosts, slowPages }: HealthFacts): Finding[] {
  const failed = jobs.reduce((sum, one) => sum + one.failed, 0);
  const stuck = jobs.filter(
    ({ nextAt, running }) => running === 0 && nextAt !== undefined && nextAt + lateMs < now,
  );
  const failing = tasks.filter(({ failedAt }) => failedAt > 0);
  const late = tasks.filter((task) => isLate(task, now));
  const slow = slowPages.pages.filter(({ count }) => count >= manySlow);
  const [slowest] = slow;
  return [
    failed > 0 ? recommended('jobs-failed', { count: failed }) : good('jobs-failed'),
    stuck.length > 0
      ? critical('jobs-stuck', { kinds: stuck.map(({ kind }) => kind).join(' ') })
      : good('jobs-stuck'),
    mail.sendsMail ? good('mail') : recommended('mail'),
    ...(mail.failing > 0 ? [recommended('mail-failing', { count: mail.failing, message: mail.reason })] : []),
    missedPosts > 0 ? critical('posts-missed', { count: missedPosts }) : good('posts-missed'),
    ...failing.map(({ name, reason }) => critical('tasks-failing', { task: name, message: reason })),
    late.length > 0
      ? recommended('tasks-late', { tasks: late.map(({ name }) => name).join(' ') })
      : good('tasks-late'),
    slowest
      ? recommended('slow-pages', { count: slow.length, path: slowest.path, ms: slowest.ms })
      : good('slow-pages'),
  ];
}

function pushFindings({
  push: { isOn, isOwn, subscribers, failing },
  config: { siteUrl },
}: HealthFacts): Finding[] {
  if (!isOn) return [];
  const values = { subscribers, failing };
  if (!isSecure(siteUrl)) return [recommended('push-insecure')];
  return [isOwn && failing * 2 > subscribers ? recommended('push-failing', values) : good('push', values)];
}

function accessFindings({ logins: { days, addresses } }: HealthFacts): Finding[] {
  const today = days.at(-1)?.count ?? 0;
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const values = { today, total, days: days.length, addresses: addresses.length };
  return [today >= manyFailures ? recommended('logins', values) : good('logins', values)];
}

const isLocal = (siteUrl: string) => /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(siteUrl).hostname);
const isSecure = (siteUrl: string) => siteUrl.startsWith('https:') || isLocal(siteUrl);

function configFindings(
  { config: { siteUrl, isIndexed, demoItems, trustsProxy, environment }, disk }: HealthFacts,
  nodeVersion: string,
): Finding[] {
  const mistyped = Object.entries(environment.mistyped);
  const isHttps = siteUrl.startsWith('https:');
  return [
    isLocal(siteUrl) ? recommended('site-url', { url: siteUrl }) : good('site-url', { url: siteUrl }),
    ...(isLocal(siteUrl)
      ? []
      : [isHttps ? good('https', { url: siteUrl }) : critical('https', { url: siteUrl })]),
    // This server speaks HTTP only, so readers reach an https address through a proxy.
    ...(isHttps ? [trustsProxy ? good('proxy') : recommended('proxy')] : []),
    disk.isKeyFileOpen ? critical('keys') : good('keys'),
    Number.parseInt(nodeVersion, 10) < oldNode
      ? recommended('node', { version: nodeVersion })
      : good('node', { version: nodeVersion }),
    mistyped.length > 0
      ? recommended('variables', {
          names: mistyped.map(([name]) => name).join(' '),
          meant: mistyped.map(([, meant]) => meant).join(' '),
        })
      : good('variables'),
    ...(demoItems > 0 ? [recommended('demo', { count: demoItems })] : []),
    isIndexed ? good('search-engines') : recommended('search-engines'),
  ];
}
