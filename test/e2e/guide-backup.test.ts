import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSiteDatabase } from '../../src/site-database.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
const textOf = (file: string) => readFileSync(join(project, file), 'utf8');

/** The cron command of the guide, run as root. */
function cronCommand(): string {
  const found = /```cron\n[\s\S]*?^0 3 \* \* \* +root +(.+)$/m.exec(textOf('docs/guides/backup.md'))?.[1];
  if (!found) throw new Error('docs/guides/backup.md prints no line for cron.');
  return found;
}

onBothDatabases('the nightly backup of the guide, in the layout of the guides', (get, place) => {
  let root: string;
  const below = (path: string) => join(root, path);
  /** A text of the guides or of deploy/ with absolute paths below the test's root and this machine's programs. */
  const moved = (text: string) =>
    text
      .replaceAll('/usr/bin/node', below('/node'))
      .replaceAll('/usr/bin/su', below('/su'))
      .replaceAll(/\/(?:srv|etc)\/broadsheet/g, (path) => below(path));
  /** Runs it as cron does: with sh and almost no environment. */
  const run = (command = moved(cronCommand())) =>
    spawnSync('/bin/sh', ['-c', command], {
      cwd: root,
      encoding: 'utf8',
      env: { HOME: root, PATH: '/usr/bin:/bin' },
    });
  const backups = () => readdirSync(below('/srv/broadsheet/backups'));

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'broadsheet-cron-'));
    for (const folder of ['/etc', '/srv/broadsheet/app/scripts', '/srv/broadsheet/backups'])
      mkdirSync(below(folder), { recursive: true });
    // Continues like the launcher after Node, packages and the build exist, which the test doesn't install.
    writeFileSync(
      below('/srv/broadsheet/app/scripts/launch.mjs'),
      `process.argv.splice(2, 1);\nawait import(${JSON.stringify(join(project, 'dist/server/cli.js'))});\n`,
    );
    // The guide's user doesn't exist on this machine, but the command still checks the name.
    writeFileSync(
      below('/su'),
      '#!/bin/sh\n[ "$1 $2 $3 $4" = "-s /bin/sh broadsheet -c" ] || exit 64\nexec /bin/sh -c "$5"\n',
    );
    chmodSync(below('/su'), 0o755);
    symlinkSync(process.execPath, below('/node'));
    const { dataDir, databaseUrl } = place();
    const env = textOf('deploy/broadsheet.env').replace('/srv/broadsheet/data', dataDir);
    writeFileSync(
      below('/etc/broadsheet.env'),
      databaseUrl ? env.replace(/^#DATABASE_URL=.*$/m, `DATABASE_URL='${databaseUrl}'`) : env,
    );
    await get().write((tx) => makePost(tx, { title: 'Worth keeping', slug: 'worth-keeping' }));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('writes a restorable backup, prints nothing, and deletes those older than two weeks', async () => {
    const old = below('/srv/broadsheet/backups/broadsheet-20200101-030000.tar.gz');
    writeFileSync(old, '');
    utimesSync(old, 1, 1);
    const killed = `${old}.part`;
    writeFileSync(killed, '');
    utimesSync(killed, 1, 1);
    const { status, stdout, stderr } = run();
    expect([status, stdout, stderr]).toEqual([0, '', '']);
    const [name = '', ...more] = backups();
    expect([name, more]).toEqual([expect.stringMatching(/^broadsheet-\d{8}-\d{6}\.tar\.gz$/), []]);

    const dataDir = below('/restored');
    const restored = run(
      `cd ${below('/srv/broadsheet/app')} && DATA_DIR=${dataDir} ${below('/node')} scripts/launch.mjs broadsheet restore ` +
        `${below('/srv/broadsheet/backups')}/${name}`,
    );
    expect(restored.status, restored.stderr).toBe(0);
    const database = await openSiteDatabase({ dataDir, databaseUrl: undefined });
    expect(
      (
        await database.read.selectFrom('post').select('title').where('slug', '=', 'worth-keeping').execute()
      ).map(({ title }) => title),
    ).toEqual(['Worth keeping']);
    await database.close();
    // Backups are named by the second, so the next one may collide.
    renameSync(below(`/srv/broadsheet/backups/${name}`), old);
  });

  test('the timer runs the same command in the same folder, with the same environment and for the same user', () => {
    const unit = textOf('deploy/broadsheet-backup.service');
    const line = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
    expect(cronCommand()).toBe(
      `set -a; . ${line('EnvironmentFile')}; cd ${line('WorkingDirectory')} && /usr/bin/su -s /bin/sh ${line('User')} -c '${line('ExecStart')}' >/dev/null ` +
        `&& ${line('ExecStartPost').replace('/usr/bin/', '')}`,
    );
    const service = textOf('deploy/broadsheet@.service');
    for (const name of ['EnvironmentFile', 'WorkingDirectory', 'User'])
      expect(service).toContain(`\n${name}=${line(name)}\n`);
  });

  test.each([
    ['the application', '/srv/broadsheet/app', /can't cd to/],
    ['the environment', '/etc/broadsheet.env', /broadsheet\.env/],
    ['the folder for it', '/srv/broadsheet/backups', /^Folder .*backups not found\. Create it/],
  ])('reports a missing %s with a non-zero exit code', (_, path, said) => {
    renameSync(below(path), below('/away'));
    const { status, stderr } = run();
    renameSync(below('/away'), below(path));
    expect([status === 0, stderr]).toEqual([false, expect.stringMatching(said)]);
    expect(backups()).toHaveLength(1);
  });

  test('reports a missing site, and leaves existing files', () => {
    const file = below('/etc/broadsheet.env');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, `${before}\nDATABASE_URL='postgres://broadsheet:secret@127.0.0.1:9/none'\n`);
    const away = run();
    writeFileSync(file, `${before}\nDATABASE_URL=\nDATA_DIR='${below('/empty')}'\n`);
    const empty = run();
    writeFileSync(file, before);
    expect([away.status, away.stderr]).toEqual([1, expect.stringMatching(/127\.0\.0\.1:9/)]);
    expect(away.stderr).not.toContain('secret');
    expect([empty.status, empty.stderr]).toEqual([
      1,
      expect.stringMatching(/^DATA_DIR is .*it contains no site/),
    ]);
    expect(backups()).toHaveLength(1);
  });
});
