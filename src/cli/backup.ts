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
    '  FILE      file to write; default: broadsheet-YYYYMMDD-HHMMSS.tar.gz in the current folder, or in FOLDER',
    '  --force   overwrite an existing backup',
    '',
    'A consistent snapshot of the database, with media, settings and keys, in one file; the server may be running. Store it as securely as the server:',
    'it holds password hashes, email addresses of readers and drafts. `restore` restores it, into either kind of database.',
  ].join('\n'),
  run: async (args) => {
    const file = targetOf(args, callerFolder(process.env), new Date());
    return untilStopped('Backup stopped. The partial file was removed.', (signal) =>
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
            `Skipped, because the file is missing (deleted during the backup, or a broken link): ${path}`,
          );
        const rows = Object.values(report.rows).reduce((sum, count) => sum + count, 0);
        console.log(
          `Wrote ${file}: ${report.rows.post ?? 0} posts, pages and media files (${rows} rows), ${report.files} files, ` +
            `${(report.bytes / 1024 / 1024).toFixed(1)} MB, ${((Date.now() - began) / 1000).toFixed(1)} s.`,
        );
        return 0;
      }),
    );
  },
};

function targetOf(args: readonly string[], folder: string, now: Date): string {
  const { values, positionals } = readWords(args, { force: { type: 'boolean', default: false } });
  if (positionals.length > 1) throw new UsageError(`backup takes one file, but got ${positionals.length}.`);
  const stamp = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  const named = resolve(folder, positionals[0] ?? '.');
  const isFolder = statSync(named, { throwIfNoEntry: false })?.isDirectory() ?? false;
  // Otherwise the first backup would create a file with the folder's name, and every later one would fail.
  const parent = isFolder || positionals[0]?.endsWith('/') ? named : dirname(named);
  if (!(statSync(parent, { throwIfNoEntry: false })?.isDirectory() ?? false)) {
    throw new BackupError(`Folder ${parent} not found. Create it, or choose another one.`);
  }
  const file = isFolder ? join(named, `broadsheet-${stamp}.tar.gz`) : named;
  if (existsSync(file)) checkReplaced(file, values.force);
  return file;
}

/** Throws `UsageError` if the file exists, and with `--force` `BackupError` if it is not a backup. */
function checkReplaced(file: string, force: boolean): void {
  if (!statSync(file).isFile())
    throw new BackupError(`${file} is not a regular file and was left unchanged. Choose another path.`);
  if (!force) throw new UsageError(`${file} already exists. Use --force to overwrite it.`);
  if (!isPacked(file))
    throw new BackupError(
      `${file} is not a backup, and --force overwrites only backups. Choose another file, or move that one first.`,
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
export function refusePublic(file: string, dataDir: string): void {
  const media = join(dataDir, mediaFolder);
  const way = existsSync(media) ? relative(realpathSync(media), realpathSync(dirname(file))) : '..';
  if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) {
    throw new BackupError(
      `${file} is inside ${media}, where anyone can download it by its name. Choose another path.`,
    );
  }
}
