import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { settingsSaved } from '../settings/index.ts';
import { dailyQueueName } from './backup-files.ts';

export const followers = [
  defineFollower(
    'daily-backups',
    on(settingsSaved, async (tx: Tx, { changed }) => {
      if (changed.includes('backup_daily')) tx.emit(`jobs:${dailyQueueName}`);
    }),
  ),
];
