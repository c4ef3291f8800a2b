import { availableParallelism, totalmem } from 'node:os';
import type { HealthFacts } from './health-facts.ts';

export interface InfoSection {
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly value: string }[];
}

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
const section = (title: string, rows: Readonly<Record<string, string | number>>): InfoSection => ({
  title,
  rows: Object.entries(rows).map(([name, value]) => ({ name, value: String(value) })),
});

/** Facts for a report to someone who helps: no secrets, folders, mail addresses, or addresses of clients. */
export function healthInfo(facts: HealthFacts, version: string): InfoSection[] {
  const { config, counts, database, disk, jobs, push } = facts;
  const memory = process.memoryUsage();
  return [
    section('Broadsheet', {
      Version: version || 'unknown',
      'Site URL': config.siteUrl,
      'Visible to search engines': config.isIndexed ? 'yes' : 'no',
    }),
    section('Server', {
      Node: process.versions.node,
      System: `${process.platform} ${process.arch}`,
      Processors: availableParallelism(),
      Memory: megabytes(totalmem()),
      'Memory of this process': megabytes(memory.rss),
      'Running since': new Date(Date.now() - process.uptime() * 1000).toISOString(),
    }),
    section('Database', {
      Kind: database.name === 'sqlite' ? 'SQLite' : 'PostgreSQL',
      Version: database.version,
      Size: megabytes(database.bytes),
      Damage: database.damage === '' ? 'none found' : 'found',
    }),
    section('Disk', {
      Free: megabytes(disk.freeBytes),
      Media: disk.mediaBytes === undefined ? 'not counted: too many files' : megabytes(disk.mediaBytes),
    }),
    section('Content', {
      'Published posts and pages': counts.posts,
      'Media files': counts.media,
      Comments: counts.comments,
      Users: counts.users,
      'Push subscribers': push.subscribers,
    }),
    section('Background jobs', {
      ...Object.fromEntries(
        jobs.map(({ kind, waiting, retrying, failed }) => [
          kind,
          `${waiting} waiting, ${retrying} to be retried, ${failed} failed`,
        ]),
      ),
      ...(jobs.length === 0 ? { Waiting: 0 } : {}),
    }),
    section('Environment variables', config.environment.set),
  ];
}
