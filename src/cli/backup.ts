import { closeSync, existsSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { mediaFolder } from '../modules/backup/archive.ts';
import { writeBackup } from '../modules/backup/write-backup.ts';
import { callerFolder } from '../config.ts';
import { BackupError } from '../lib/errors.ts';
import { loadSecret } from '../lib/keys.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { untilStopped } from './terminal.ts';
import { withDatabase } from './with-database.ts';

export const backupCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- backup [FILE | FOLDER] [--force]',
    '',
    '  FILE      where to write it; default: broadsheet-YYYYMMDD-HHMMSS.tar.gz here, or in the FOLDER that is named',
    '  --force   write over a backup that is there',
    '',
    'Database (as at one moment), media, settings and keys in one file; a server may run meanwhile. Keep it as safe as the server: it holds',
    'password hashes, addresses of readers and drafts. `restore` puts it back, into either kind of database.',
  ].join('\n'),
  run: async (args) => {
    const file = targetOf(args, callerFolder(process.env), new Date());
    return untilStopped('The backup is stopped; nothing of it is left.', (signal) =>
      withDatabase(async (database, config) => {
        refusePublic(file, config.dataDir);
        loadSecret(config.dataDir);
        const began = Date.now();
        const report = await writeBackup(
          { database, dataDir: config.dataDir, siteUrl: config.siteUrl ?? '' },
          file,
          signal,
        );
        for (const path of report.vanished)
          console.warn(
            `Left out, as it is not there (deleted meanwhile, or a link that leads nowhere): ${path}`,
          );
        const rows = Object.values(report.rows).reduce((sum, count) => sum + count, 0);
        console.log(
          `Wrote ${file}: ${report.rows.post ?? 0} posts, pages and pictures (${rows} rows), ${report.files} files, ` +
            `${(report.bytes / 1024 / 1024).toFixed(1)} MB, ${((Date.now() - began) / 1000).toFixed(1)} s.`,
        );
        return 0;
      }),
    );
  },
};

function targetOf(args: readonly string[], folder: string, now: Date): string {
  const { values, positionals } = readWords(args, { force: { type: 'boolean', default: false } });
  if (positionals.length > 1) throw new UsageError(`backup takes one file, and got ${positionals.length}.`);
  const stamp = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  const named = resolve(folder, positionals[0] ?? '.');
  const isFolder = statSync(named, { throwIfNoEntry: false })?.isDirectory() ?? false;
  // Otherwise the first backup would create a file with the folder's name, and every later one would fail.
  const parent = isFolder || positionals[0]?.endsWith('/') ? named : dirname(named);
  if (!(statSync(parent, { throwIfNoEntry: false })?.isDirectory() ?? false)) {
    throw new BackupError(`There is no folder ${parent}: make it, or name another one.`);
  }
  const file = isFolder ? join(named, `broadsheet-${stamp}.tar.gz`) : named;
  if (existsSync(file)) checkReplaced(file, values.force);
  return file;
}

/** Throws `UsageError` if the file exists, and with `--force` `BackupError` if it is not a backup. */
function checkReplaced(file: string, force: boolean): void {
  if (!statSync(file).isFile())
    throw new BackupError(`${file} is no ordinary file, and stays as it is: name another place.`);
  if (!force) throw new UsageError(`${file} is there already; --force writes over it.`);
  if (!isPacked(file))
    throw new BackupError(
      `${file} is no backup, and --force writes over backups only: name another file, or take that one away first.`,
    );
}

/** Whether a file starts like a backup (gzip) or is empty. */
function isPacked(file: string): boolean {
  const opened = openSync(file, 'r');
  try {
    const begin = Buffer.alloc(2);
    const length = readSync(opened, begin);
    return length === 0 || begin.equals(Buffer.from([0x1f, 0x8b]));
  } finally {
    closeSync(opened);
  }
}

/** Throws `BackupError` for a file in the media folder: anyone could download it, and the next backup would contain it. */
function refusePublic(file: string, dataDir: string): void {
  const media = join(dataDir, mediaFolder);
  const way = existsSync(media) ? relative(realpathSync(media), realpathSync(dirname(file))) : '..';
  if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) {
    throw new BackupError(
      `${file} is below ${media}, from where anybody may fetch it by its name: name another place.`,
    );
  }
}
