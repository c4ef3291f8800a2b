import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeWxr } from '../../test/bench/made-up-wxr.ts';
import { wxr } from '../../test/fixtures/wxr.ts';
import { commandLine } from '../../test/harness/command-line.ts';
import { makeTestDatabase } from '../../test/harness/databases.ts';
import { makePost } from '../../test/harness/factories.ts';
import { writeBackup } from '../modules/backup/write-backup.ts';
import { openSiteDatabase } from '../site-database.ts';
import { loadSecret } from '../lib/keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'broadsheet-refusals-'));
const site = join(folder, 'site');
const below = (path: string) => join(folder, path);

/** Runs a command on the site as npm would, in the folder of the test. */
function run(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string }> {
  const all = { INIT_CWD: folder, DATA_DIR: site, ADMIN_PASSWORD: 'long enough', ...env };
  return new Promise((resolve) =>
    execFile(process.execPath, [commandLine, ...args], { env: all }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    ),
  );
}

async function refusalOf(args: readonly string[], env?: Record<string, string>): Promise<string> {
  const { code, out, err } = await run(args, env);
  expect([code, out]).toEqual([1, '']);
  expect(err).not.toMatch(/^\s+at /m);
  return err.trimEnd();
}

beforeAll(async () => {
  const database = await openSiteDatabase({ dataDir: site });
  await database.migrate();
  await database.write((tx) =>
    makePost(tx, { title: 'One', slug: 'one', content: randomBytes(100_000).toString('hex') }),
  );
  loadSecret(site);
  await writeBackup({ database, dataDir: site, siteUrl: '' }, below('good.tar.gz'));
  await database.close();
  writeFileSync(below('export.xml'), wxr([]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a message instead of a stack, and no files left', () => {
  test('backup into a folder that is not there', async () => {
    expect(await refusalOf(['backup', 'nowhere/'])).toBe(
      `Folder ${below('nowhere')} not found. Create it, or choose another one.`,
    );
    expect(await refusalOf(['backup', 'nowhere/a.tar.gz'])).toBe(
      `Folder ${below('nowhere')} not found. Create it, or choose another one.`,
    );
    expect(existsSync(below('nowhere'))).toBe(false);
  });

  test('backup to an unwritable place: the message names the given path', async () => {
    expect(await refusalOf(['backup', '/proc/x.tar.gz'])).toBe(
      'The backup /proc/x.tar.gz could not be made, and nothing of it is left. No file can be made in /proc: name another place.',
    );
    const long = 'x'.repeat(252); // the limit is 255, and our suffix is longer
    expect(await refusalOf(['backup', long])).toContain(
      `. The name ${below(long)} is too long for the disk. Use a shorter one.`,
    );
  });

  test('backup over a file that is not a backup, or in a public folder: the existing file stays', async () => {
    const database = join(site, 'broadsheet.sqlite');
    for (const force of [[], ['--force']]) {
      expect(await refusalOf(['backup', '/dev/null', ...force])).toBe(
        '/dev/null is not a regular file and was left unchanged. Choose another path.',
      );
    }
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
    const before = statSync(database).ino;
    expect(await refusalOf(['backup', database, '--force'])).toContain(
      `${database} is not a backup, and --force overwrites only backups`,
    );
    expect(statSync(database).ino).toBe(before);
    mkdirSync(join(site, 'media/2026'), { recursive: true });
    symlinkSync(join(site, 'media/2026'), below('leads-in'));
    for (const place of [
      join(site, 'media/'),
      join(site, 'media/2026/a.tar.gz'),
      'leads-in/',
      'leads-in/a.tar.gz',
    ]) {
      expect(await refusalOf(['backup', place])).toContain('where anyone can download it by its name');
    }
    expect(readdirSync(join(site, 'media'), { recursive: true })).toEqual(['2026']);
    rmSync(join(site, 'media'), { recursive: true });
    for (const force of [[], ['--force']])
      expect((await run(['backup', 'again.tar.gz', ...force])).code).toBe(0);
    expect((await run(['backup', 'again.tar.gz'])).code).toBe(2);
  });

  test('restore of a folder names it', async () => {
    expect(await refusalOf(['restore', '.'], { DATA_DIR: below('new') })).toBe(
      `${folder} is a folder. Specify a backup file.`,
    );
  });

  test('media add with an invalid file: nothing is added, not even the valid ones', async () => {
    writeFileSync(below('fine.txt'), 'fine');
    expect(await refusalOf(['media', 'add', 'fine.txt', 'nofile.jpg'])).toBe(
      `File ${below('nofile.jpg')} not found. Nothing was added.`,
    );
    expect(await refusalOf(['media', 'add', '.'])).toBe(
      `${folder} is not a file. Specify the files themselves. Nothing was added.`,
    );
    expect(existsSync(join(site, 'media'))).toBe(false);
  });

  test('import --report to an unwritable path: reported before the import', async () => {
    const data = { DATA_DIR: below('new') };
    expect(await refusalOf(['import', 'export.xml', '--report', 'nowhere/r.json'], data)).toBe(
      `--report is ${below('nowhere/r.json')}, but the folder ${below('nowhere')} does not exist. Create it, or choose another file. Nothing was imported.`,
    );
    expect(await refusalOf(['import', 'export.xml', '--report', '.'], data)).toMatch(
      /is a folder\. Specify a file in it/,
    );
    const before = readFileSync(below('export.xml'), 'utf8');
    symlinkSync(below('export.xml'), below('same.xml'));
    for (const own of ['export.xml', './export.xml', 'same.xml']) {
      expect(await refusalOf(['import', 'export.xml', '--report', own], data)).toContain(
        'so the report would overwrite it. Choose another file. Nothing was imported.',
      );
    }
    expect(readFileSync(below('export.xml'), 'utf8')).toBe(before);
    expect(existsSync(data.DATA_DIR)).toBe(false);
  });

  test('--uploads on a parent, year or month folder asks for the right one', async () => {
    const data = { DATA_DIR: below('new') };
    mkdirSync(below('wp/wp-content/uploads/2026/01'), { recursive: true });
    expect(await refusalOf(['import', 'export.xml', '--uploads', 'wp'], data)).toContain(
      `Did you mean ${below('wp/wp-content/uploads')}?`,
    );
    for (const nearby of ['wp/wp-content', 'wp/wp-content/uploads/2026', 'wp/wp-content/uploads/2026/01']) {
      expect(await refusalOf(['import', 'export.xml', '--uploads', nearby], data)).toContain(
        `Did you mean ${below('wp/wp-content/uploads')}?`,
      );
    }
    expect(existsSync(data.DATA_DIR)).toBe(false);
    expect(
      (await run(['import', 'export.xml', '--uploads', 'wp/wp-content/uploads', '--quiet'], data)).code,
    ).toBe(0);
  });

  test('a command with a wrong DATA_DIR creates no empty site', async () => {
    expect(await refusalOf(['settings', 'list'], { DATA_DIR: below('wrong') })).toBe(
      `DATA_DIR is "${below('wrong')}", but it contains no site (no broadsheet.sqlite). Use the folder of your site. ` +
        'Create a site with npm start, import, restore or demo.',
    );
    expect(existsSync(below('wrong'))).toBe(false);
    mkdirSync(below('wrong'));
    await Promise.all(
      ['backup', 'reindex', 'comments list'].map((line) =>
        refusalOf(line.split(' '), { DATA_DIR: below('wrong') }),
      ),
    );
    expect(readdirSync(below('wrong'))).toEqual([]);
    rmSync(below('wrong'), { recursive: true });
  });

  test('the demo is created once, with all its pictures', async () => {
    const dataDir = below('demo');
    const { code, out } = await run(['demo'], { DATA_DIR: dataDir });
    expect([code, out]).toEqual([0, expect.stringMatching(/\nDemo installed: \d+ posts and pages/)]);
    const database = await openSiteDatabase({ dataDir });
    const files = (await database.read.selectFrom('media').select('file').execute()).map(({ file }) => file);
    await database.close();
    expect(files.length).toBeGreaterThan(140);
    for (const file of files) expect(existsSync(join(dataDir, 'media', file)), file).toBe(true);
    expect((await run(['demo'], { DATA_DIR: dataDir })).err).toMatch(/^This site is not empty/m);
    rmSync(dataDir, { recursive: true });
  });

  test('a PostgreSQL database without a site stays without one', async () => {
    const place = await makeTestDatabase('postgres', { migrated: false });
    try {
      expect(await refusalOf(['settings', 'list'], { DATABASE_URL: place.databaseUrl ?? '' })).toMatch(
        /^The database in DATABASE_URL contains no site\. Use the database of your site/,
      );
      const database = await openSiteDatabase(place);
      expect(await database.read.introspection.getTables()).toEqual([]);
      await database.close();
    } finally {
      await place.drop();
    }
  });

  test('a failed restore leaves nothing of its site, and keeps other files', async () => {
    writeFileSync(below('no-backup.tar.gz'), 'hello');
    mkdirSync(below('mine/empty'), { recursive: true });
    for (const place of ['mine/empty', 'mine/new/data']) {
      expect(await refusalOf(['restore', 'no-backup.tar.gz'], { DATA_DIR: below(place) })).toMatch(
        /no backup/,
      );
    }
    expect(readdirSync(below('mine'), { recursive: true })).toEqual(['empty']);
    rmSync(below('mine'), { recursive: true });
  });

  test('settings about nothing, with the groups that there are', async () => {
    expect(await refusalOf(['settings', 'list', 'xyzzy'])).toMatch(
      /^No setting matches "xyzzy"\. The groups are general, localization, /,
    );
  });

  test('a stopped backup exits at once and leaves no files', async () => {
    const big = join(site, 'media/2026/11');
    mkdirSync(big, { recursive: true });
    const noise = randomBytes(2_000_000); // takes seconds to compress, so that the running command can be observed
    for (let index = 0; index < 40; index++) writeFileSync(join(big, `${index}.bin`), noise);
    const child = spawn(process.execPath, [commandLine, 'backup', below('stopped.tar.gz')], {
      env: { DATA_DIR: site },
    });
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const ended = new Promise((resolve) => child.once('close', resolve));
    await expect.poll(() => existsSync(below('stopped.tar.gz.part')), { interval: 2 }).toBe(true);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(err).toBe('Backup stopped. The partial file was removed.\n');
    expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual([]);
    rmSync(join(site, 'media'), { recursive: true });
  });
});

test('mistyped variables are reported on stderr, and the command runs', async () => {
  const { code, err } = await run(['settings', 'get', 'blogname'], {
    SITE_ULR: 'https://x.example',
    DATABSE_URL: 'postgres://me:secret@h/n',
    HOSTS: 'x',
    XDG_DATA_DIRS: '/usr/share',
  });
  expect([code, err.trim().split('\n').toSorted()]).toEqual([
    0,
    [
      'DATABSE_URL is not a Broadsheet variable and has no effect. Did you mean DATABASE_URL?',
      'SITE_ULR is not a Broadsheet variable and has no effect. Did you mean SITE_URL?',
    ],
  ]);
});

function mounted(name: string, options: string): string | undefined {
  const path = below(name);
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'ignore' });
    return path;
  } catch {
    return undefined; // not root
  }
}

test('a disk that is full, or can only be read', async ({ skip }) => {
  const [full, readOnly] = [mounted('full', 'size=16k'), mounted('read-only', 'ro')];
  if (full === undefined || readOnly === undefined) return skip('No file system can be mounted here.');
  try {
    expect(await refusalOf(['backup', 'full/'])).toMatch(
      /^The backup \S+ could not be made, and nothing of it is left\. The disk is full\. Free some space/,
    );
    expect(await refusalOf(['backup', 'read-only/'])).toMatch(
      /could not be made, and nothing of it is left\. \S+ is on a read-only disk\. Choose another path\.$/,
    );
    expect(readdirSync(full)).toEqual([]);
    expect(await refusalOf(['restore', 'good.tar.gz'], { DATA_DIR: join(readOnly, 'data') })).toMatch(
      /^DATA_DIR is /,
    );
    expect(await refusalOf(['backup', 'read-only/a.tar.gz'])).toContain(
      `${below('read-only/a.tar.gz')} is on a read-only disk`,
    );
    execFileSync('mount', ['-o', 'remount,size=80k', full]);
    expect(await refusalOf(['restore', 'good.tar.gz'], { DATA_DIR: full })).toMatch(
      /could not be restored, and nothing was changed\. The disk of DATA_DIR has no room for it\. Free some/,
    );
    expect(await refusalOf(['restore', 'good.tar.gz'], { DATA_DIR: join(full, 'new/data') })).toMatch(
      /The disk of DATA_DIR (?:is full|has no room for it)/,
    );
    expect(readdirSync(full)).toEqual([]);
    // The import writes as it reads: imported items stay.
    const pieces: string[] = [];
    for await (const piece of makeWxr(400)) pieces.push(piece);
    writeFileSync(below('many.xml'), pieces.join(''));
    execFileSync('mount', ['-o', 'remount,size=4m', full]);
    const importing = () =>
      run(['import', 'many.xml', '--quiet', '--report', 'broken.json'], { DATA_DIR: join(full, 'site') });
    const { code, err } = await importing();
    const message =
      /^The import failed\. Everything imported so far remains; run the same import again to continue\. The disk of DATA_DIR is full\. Free some space, then try again\.$/m;
    expect([code, err]).toEqual([1, expect.stringMatching(message)]);
    expect(err).not.toMatch(/^\s+at /m);
    const report = JSON.parse(readFileSync(below('broken.json'), 'utf8')) as {
      fault: string;
      counts: Record<string, { imported: number }>;
    };
    // The disk is full before the first batch or later; the report lists imported items. (A copy, because a full disk
    // opens no database.)
    cpSync(join(full, 'site'), below('what-is-in'), { recursive: true });
    const copy = await openSiteDatabase({ dataDir: below('what-is-in') });
    const imported = await copy.read
      .selectFrom('post')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('type', '=', 'post')
      .executeTakeFirstOrThrow();
    await copy.close();
    expect([report.fault, report.counts['item post']?.imported ?? 0]).toEqual([
      expect.stringMatching(message),
      imported.n,
    ]);
    rmSync(below('broken.json'));
    symlinkSync('/dev/full', below('broken.json'));
    expect((await importing()).err).toMatch(
      /^The import failed. .*\nThe import report could not be written to \S+broken\.json\. The disk is full\. Free some space, then try again\.\n$/,
    );
    execFileSync('mount', ['-o', 'remount,size=40m', full]);
    expect((await importing()).err).toMatch(
      /^The import is complete, but its report could not be written to \S+broken\.json\. The disk is full\. Free some space, then try again\.\n$/,
    );
  } finally {
    for (const path of [full, readOnly]) execFileSync('umount', ['--lazy', path]);
  }
});
