import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { settingsChanged } from '../settings/index.ts';
import { scheduleFontDeletion } from './font-files.ts';

export const followers = [
  defineFollower(
    'fonts',
    on(settingsChanged, async (tx: Tx, changes) => {
      const look = changes.get('look');
      if (look) await scheduleFontDeletion(tx, look.before, look.after);
    }),
  ),
];
