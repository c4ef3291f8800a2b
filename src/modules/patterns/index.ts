import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { postExpanding, postSaved, onPostDeleted } from '../posts/index.ts';
import { patternType } from '../types/index.ts';
import { settingsChanged } from '../settings/index.ts';
import { followPattern, followTimeZone } from './jobs.ts';
import { patternReferences } from './post-references.ts';
import { expandTexts, forgetVersions, notePatterns } from './store.ts';

export { textsExpanded } from './events.ts';
export type { ExpandedPost } from './events.ts';
export { maxPatterns } from './expand-patterns.ts';

export const followers = [
  defineFollower(
    'pattern-uses',
    on(postExpanding, async (tx: Tx, text) => {
      [text.expansion] = await expandTexts(tx, [text.source]);
    }),
    on(postSaved, async (tx: Tx, { id, before, after, text }) => {
      if (text?.versions) await notePatterns(tx, new Map([[id, text.versions]]));
      if (!before && after.type === patternType) await forgetVersions(tx, id);
    }),
  ),

  // Content of other posts that embeds a pattern or binds a date.
  defineFollower(
    'pattern-texts',
    on(postSaved, async (tx: Tx, { id, before, after }) => {
      if (after.type === patternType || before?.type === patternType) await followPattern(tx, id);
    }),
    on(settingsChanged, async (tx: Tx, changes) => {
      if (changes.has('timezone_string')) await followTimeZone(tx);
    }),
    onPostDeleted(patternReferences),
  ),
];
