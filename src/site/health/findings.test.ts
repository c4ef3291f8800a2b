import { expect, test } from 'vitest';
import { findingsOf } from './findings.ts';
import type { HealthFacts } from './health-facts.ts';
import { patternOf, SlowPages } from './slow-pages.ts';

const now = Date.UTC(2027, 4, 20, 12);
const dayMs = 86_400_000;

const sound: HealthFacts = {
  now,
  database: { name: 'sqlite', version: '3.50', bytes: 4096, damage: '' },
  disk: { freeBytes: 50 * 2 ** 30, mediaBytes: 10, isKeyFileOpen: false },
  backup: { lastAt: now - dayMs, isDaily: true },
  jobs: [],
  mail: { sendsMail: true, failing: 0, reason: '' },
  push: { isOn: true, isOwn: true, subscribers: 10, failing: 1 },
  tasks: [],
  missedPosts: 0,
  slowPages: { since: now, pages: [] },
  logins: { days: [{ day: now, count: 3 }], addresses: [] },
  config: {
    siteUrl: 'https://paper.example',
    isIndexed: true,
    demoItems: 0,
    trustsProxy: true,
    environment: { set: {}, mistyped: {} },
  },
  counts: { posts: 1, media: 1, comments: 1, users: 1 },
};
const problems = (change: Partial<HealthFacts>, node = '24.1.0') =>
  findingsOf({ ...sound, ...change }, node)
    .filter(({ status }) => status !== 'good')
    .map(({ id, status }) => `${id} ${status}`);

test('[IMP-33] a sound site has no findings that need attention', () => {
  expect(problems({})).toEqual([]);
  expect(findingsOf(sound, '24.1.0').length).toBeGreaterThan(10);
});

test('[IMP-33] each problem is found, the most serious first', () => {
  const config = (change: Partial<HealthFacts['config']>) => ({ config: { ...sound.config, ...change } });
  const job = { kind: 'mail', waiting: 1, running: 0, retrying: 0, failed: 0, nextAt: now - 2 * 3_600_000 };
  const task = { name: 'schedule', ranAt: undefined, nextAt: undefined, failedAt: 0, reason: '' };
  const page = { pattern: '/*/', path: '/a/', ms: 900, at: now };
  for (const [change, expected] of [
    [{ database: { ...sound.database, damage: 'malformed' } }, ['database-damaged critical']],
    [{ disk: { ...sound.disk, freeBytes: 2 ** 20 } }, ['disk-full critical']],
    [{ disk: { ...sound.disk, freeBytes: 500 * 2 ** 20 } }, ['disk-full recommended']],
    [{ disk: { ...sound.disk, isKeyFileOpen: true } }, ['keys critical']],
    [{ backup: { lastAt: undefined, isDaily: false } }, ['backup recommended']],
    [{ backup: { lastAt: now - 8 * dayMs, isDaily: true } }, ['backup recommended']],
    [{ jobs: [{ ...job, nextAt: undefined, failed: 2 }] }, ['jobs-failed recommended']],
    [{ jobs: [job] }, ['jobs-stuck critical']],
    [{ jobs: [{ ...job, running: 1 }] }, []],
    [{ mail: { sendsMail: false, failing: 0, reason: '' } }, ['mail recommended']],
    [{ mail: { sendsMail: true, failing: 2, reason: 'ECONNREFUSED' } }, ['mail-failing recommended']],
    [{ push: { ...sound.push, failing: 9 } }, ['push-failing recommended']],
    [{ push: { ...sound.push, isOn: false, failing: 9 } }, []],
    [{ missedPosts: 1 }, ['posts-missed critical']],
    [{ tasks: [{ ...task, failedAt: now, reason: 'broken' }] }, ['tasks-failing critical']],
    [{ tasks: [{ ...task, nextAt: now - 2 * 3_600_000 }] }, ['tasks-late recommended']],
    [{ tasks: [{ ...task, ranAt: now - 3_600_000, nextAt: now - 2 * 3_600_000 }] }, []],
    [{ slowPages: { since: now, pages: [{ ...page, count: 4 }] } }, []],
    [{ slowPages: { since: now, pages: [{ ...page, count: 5 }] } }, ['slow-pages recommended']],
    [{ logins: { days: [{ day: now, count: 100 }], addresses: [] } }, ['logins recommended']],
    [config({ siteUrl: 'http://paper.example' }), ['https critical', 'push-insecure recommended']],
    [config({ siteUrl: 'http://localhost:3000' }), ['site-url recommended']],
    [config({ trustsProxy: false }), ['proxy recommended']],
    [config({ environment: { set: {}, mistyped: { SITE_ULR: 'SITE_URL' } } }), ['variables recommended']],
    [config({ demoItems: 3 }), ['demo recommended']],
    [config({ isIndexed: false }), ['search-engines recommended']],
  ] as const)
    expect(problems(change)).toEqual(expected);
  expect(problems({}, '20.9.0')).toEqual(['node recommended']);
});

test('[IMP-33] slow pages are grouped by pattern, bounded, and hold no queries', () => {
  expect(['/', '/story/', '/author/ann/', '/2027/05/20/'].map(patternOf)).toEqual([
    '/',
    '/*/',
    '/author/*/',
    '/2027/*/',
  ]);
  const pages = new SlowPages(() => now);
  for (let n = 0; n < 500; n++) pages.note(`/p${n}/x/`, 1000 + n);
  pages.note('/late/x/', 1);
  pages.note('/p499/y/', 1200);
  const list = pages.list();
  expect([list.length, list[0], list.at(-1)?.path]).toEqual([
    50,
    { pattern: '/p499/*/', count: 2, path: '/p499/x/', ms: 1499, at: now },
    '/p450/x/',
  ]);
});
