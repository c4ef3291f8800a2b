import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { restoreBackup } from '../modules/backup/restore-backup.ts';
import { callerFolder } from '../config.ts';
import { BackupError } from '../lib/errors.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { untilStopped } from './terminal.ts';
import { withNewDatabaseOrNone } from './with-database.ts';

export const restoreCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- restore FILE [--replace]',
    '',
    '  --replace   replace a site that has posts; all of its content is lost',
    '',
    'Restores into DATA_DIR and the database set by DATA_DIR or DATABASE_URL, of either kind. Stop the server first.',
    'The file is read and checked in full before anything changes; a failed restore changes nothing.',
  ].join('\n'),
  run: async (args) => {
    const {
      values: { replace },
      positionals: [file, ...more],
    } = readWords(args, { replace: { type: 'boolean', default: false } });
    if (file === undefined || more.length > 0) throw new UsageError('Specify one file to restore.');
    const path = resolve(callerFolder(process.env), file);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw new BackupError(`${path} is a folder. Specify a backup file.`);
    const notice =
      'Stopping. Until the backup is in place nothing changes; after that the restore runs to its end.';
    return untilStopped(notice, (signal) =>
      withNewDatabaseOrNone(async (database, { dataDir }, markComplete) => {
        const began = Date.now();
        const { manifest, rows, files, indexed } = await restoreBackup({ database, dataDir }, path, {
          replace,
          onCommit: markComplete,
          signal,
        });
        console.log(
          `Restored the backup ${manifest.siteUrl && `of ${manifest.siteUrl} `}of ${manifest.createdAt}: ${rows.post ?? 0} posts, pages and media files, ` +
            `${files} files, ${indexed} posts in the search index, ${((Date.now() - began) / 1000).toFixed(1)} s.`,
        );
        return 0;
      }),
    );
  },
};
