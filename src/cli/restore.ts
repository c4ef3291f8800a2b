import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '../backup/restore-backup.ts';
import { callerFolder, readConfig } from '../config.ts';
import { openDatabase } from '../db/open-database.ts';
import { messageOf } from '../lib/errors.ts';
import { UsageError } from './command.ts';
import type { Command } from './command.ts';
import { ensureDataFolder } from './start-faults.ts';

export const restoreCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- restore FILE [--replace]',
    '',
    '  --replace   put the backup in the place of a site that holds posts; what is there is gone then',
    '',
    'Where to: DATA_DIR and the database that DATA_DIR or DATABASE_URL name, of either kind, whichever the backup comes from. Stop the server first.',
    'The file is read and checked whole before anything changes; a restore that fails changes nothing.',
  ].join('\n'),
  run: async (args) => {
    const { file, replace } = read(args);
    const config = readConfig(process.env);
    ensureDataFolder(config);
    const database = await openDatabase({ ...config, busyTimeoutMs: 5000, maxConnections: 2, onWarning: (message) => console.warn(message) });
    try {
      const began = Date.now();
      const { manifest, rows, files, indexed } = await restoreBackup({ database, dataDir: config.dataDir }, resolve(callerFolder(process.env), file), { replace });
      console.log(`Restored the backup of ${manifest.siteUrl} of ${manifest.createdAt}: ${rows.post ?? 0} posts, pages and pictures, ${files} files, ${indexed} posts in the search index, ${((Date.now() - began) / 1000).toFixed(1)} s.`);
      return 0;
    } finally {
      await database.close();
    }
  },
};

function read(args: readonly string[]): { file: string; replace: boolean } {
  try {
    const { values, positionals: [file, ...more] } = parseArgs({ args: [...args], allowPositionals: true, options: { replace: { type: 'boolean', default: false } } });
    if (file === undefined || more.length > 0) throw new UsageError('Name one file to restore.');
    return { file, replace: values.replace };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(messageOf(error));
  }
}
