import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandLine } from '../../test/harness/command-line.ts';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { listRedirects } from '../modules/redirects/store.ts';
import { runRedirect } from './redirect.ts';
import type { RedirectTask } from './redirect.ts';

onBothDatabases('the redirect command', (get) => {
  const run = (task: RedirectTask) => runRedirect(get(), task, 'https://paper.example');

  test('sets, replaces, lists and removes redirects, each by the address that it is of', async () => {
    const list = (page = 1) => run({ action: 'list', page });
    const set = (source: string, target: string, status: 301 | 302 | 410 = 301) =>
      run({ action: 'set', source, target, status });
    expect(await list()).toEqual(['0 redirects.']);
    expect(await set('/old/', '/new/')).toEqual(['/old/ → /new/ (301)']);
    expect(await set(' /old/', 'https://example.org/there', 302)).toEqual([
      '/old/ → https://example.org/there (302)',
      'Previously: /old/ → /new/ (301)',
    ]);
    expect(await set('/moved/', 'https://paper.example/here/?a=1#b')).toEqual([
      '/moved/ → /here/?a=1#b (301)',
    ]);
    expect(await run({ action: 'remove', source: '/moved/' })).toEqual([
      '"/moved/" is no longer redirected.',
    ]);
    expect(await set('/2%2a4/', '/8/')).toEqual(['/2%2A4/ → /8/ (301)']);
    await run({ action: 'remove', source: '/2%2a4/' });
    expect(await set('/lost/', '', 410)).toEqual(['/lost/  permanently removed (410)']);
    expect(await list()).toEqual([
      '/lost/  permanently removed (410)',
      '/old/ → https://example.org/there (302)',
      '2 redirects.',
    ]);
    expect(await list(9)).toEqual(['2 redirects.']);
    expect(await run({ action: 'remove', source: '/lost/' })).toEqual(['"/lost/" is no longer redirected.']);
    await expect(run({ action: 'remove', source: '/lost/' })).rejects.toThrow('No redirect from "/lost/".');
  });

  test('concurrent redirects are all set, one after the other', async () => {
    const set = (target: string) => run({ action: 'set', source: '/wanted/', target, status: 301 });
    for (const _ of ['new', 'there']) await Promise.all(['/one/', '/two/', '/three/'].map(set));
    const removed = await Promise.allSettled([1, 2].map(() => run({ action: 'remove', source: '/wanted/' })));
    expect(removed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(removed.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))).toEqual([
      expect.stringContaining('No redirect from'),
    ]);
  });

  test('a stored address that bypassed the commands does nothing to the terminal', async () => {
    await get().write((tx) =>
      tx.db
        .insertInto('redirect')
        .values({ source: '/sly\u001b[2J/', target: '/\u202enew/', status: 301, created_at: 1 })
        .execute(),
    );
    expect(await run({ action: 'list', page: 1 })).toContain('/sly[2J/ → /new/ (301)');
    expect(await run({ action: 'remove', source: '/sly\u001b[2J/' })).toEqual([
      '"/sly[2J/" is no longer redirected.',
    ]);
    await expect(run({ action: 'remove', source: '/sly\u001b[2J/' })).rejects.toThrow(
      'No redirect from "/sly[2J/".',
    );
  });

  test('[IMP-12] redirects are exported, and a file is imported as a whole or not at all', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'broadsheet-redirects-'));
    const inFolder = (task: RedirectTask) => runRedirect(get(), task, 'https://paper.example', folder);
    const imports = (csv: string, isPreview = false) => {
      writeFileSync(join(folder, 'in.csv'), csv);
      return inFolder({ action: 'import', file: 'in.csv', isPreview });
    };
    const csv = '/csv/*,/new/*\n/csv-gone/,,410\n';
    expect(await imports(`${csv}no-path,/x/\n`, true)).toEqual([
      expect.stringMatching(/^Line 3: A redirect can't start at "no-path"/),
      'Line 1: /csv/* → /new/* (301)',
      'Line 2: /csv-gone/  permanently removed (410)',
      'Would add 2 redirects, change 0; 0 unchanged, 1 refused.',
    ]);
    await expect(imports(`${csv}no-path,/x/\n`)).rejects.toThrow(/^Nothing was imported\. Line 3: /);
    expect(await imports(csv)).toEqual(['Added 2 redirects, changed 0; 0 unchanged.']);
    const out = () => readFileSync(join(folder, 'out.csv'), 'utf8');
    writeFileSync(join(folder, 'out.csv'), 'mine');
    await expect(inFolder({ action: 'export', file: 'out.csv', force: false })).rejects.toThrow(
      'out.csv already exists. Use --force to overwrite it.',
    );
    expect(out()).toBe('mine');
    await inFolder({ action: 'export', file: 'out.csv', force: true });
    expect(out()).toContain('/csv/*,/new/*,301\r\n');
    expect(await inFolder({ action: 'export', file: 'new.csv', force: false })).toEqual([
      'Exported 3 redirects to new.csv.',
    ]);
    for (const source of ['/csv/*', '/csv-gone/']) await run({ action: 'remove', source });
    rmSync(folder, { recursive: true });
  });

  test('an invalid redirect is refused with a message, and changes nothing', async () => {
    const before = await listRedirects(get().read, { limit: 9 });
    for (const [source, target, message] of [
      ['/', '/new/', "The front page can't be redirected."],
      ['//elsewhere.example/', '/new/', "can't start at"],
      ['no path', '/new/', "can't start at"],
      ['/a\u0007/', '/new/', "can't start at"],
      ['/a/', '/\u001b/', "can't lead to"],
      ['/a/', 'javascript:alert(1)', "can't lead to"],
      ['/a/', '/a/', 'leads back to itself'],
      ['/a/', 'https://paper.example/a', 'leads back to itself'],
      [`/${'a'.repeat(2100)}`, '/b/', ''],
    ] as const) {
      await expect(run({ action: 'set', source, target, status: 301 }), source.slice(0, 40)).rejects.toThrow(
        message,
      );
    }
    expect(await listRedirects(get().read, { limit: 9 })).toEqual(before);
  });
});

test.each<[string[], RegExp]>([
  [[], /Missing action/],
  [['shrink'], /Unknown action "shrink"/],
  [['set', '/a/'], /needs two addresses/],
  [['gone', '/a/', '/b/'], /needs one address/],
  [['set', '/a/', '/b/', '--status', '410'], /For 410, use "redirect gone"/],
  [['remove', '/a/', '--status', '301'], /--status works only with set/],
  [['list', '--page', 'x'], /--page must be a whole number/],
  [['list', '/a/'], /no argument/],
  [['import'], /needs one file/],
  [['export', 'a.csv', '--preview'], /--preview works only with import/],
  [['import', 'a.csv', '--force'], /--force works only with export/],
])('redirect %j is refused with a sentence and the usage', (args, message) => {
  const { status, stderr } = spawnSync(process.execPath, [commandLine, 'redirect', ...args], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
  expect(stderr).toContain('Usage: npm run broadsheet -- redirect list');
});
