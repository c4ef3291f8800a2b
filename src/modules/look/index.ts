import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { settingsChanged } from '../settings/events.ts';
import { leaveFonts } from './leave-fonts.ts';

export const followers = [
  defineFollower(
    'fonts',
    on(settingsChanged, async (tx: Tx, changes) => {
      const look = changes.get('look');
      if (look) await leaveFonts(tx, look.before, look.after);
    }),
  ),
];
