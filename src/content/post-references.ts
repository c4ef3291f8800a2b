import { commentReferences } from './comments/post-references.ts';
import { frontReferences } from './front/post-references.ts';
import { mediaReferences } from './media/post-references.ts';
import type { PostReferences } from './posts/post-references.ts';
import { ownReferences } from './posts/own-references.ts';
import { patternReferences } from './patterns/post-references.ts';
import { pushReferences } from './push/post-references.ts';
import { relatedReferences } from './related/post-references.ts';
import { searchReferences } from './search/post-references.ts';
import { templateReferences } from './templates/post-references.ts';

/** Every domain that keeps ids of posts; a test finds columns that are missing here. */
export const postReferences: readonly PostReferences[] = [
  ownReferences,
  searchReferences,
  commentReferences,
  mediaReferences,
  frontReferences,
  relatedReferences,
  pushReferences,
  templateReferences,
  patternReferences,
  // Menus leave out what is not there and imports remember what they brought: both know the post again if an import brings it back under its id. The log is
  // about what was.
  {
    goes: [],
    stays: ['menu_item.object_id', 'menu_item.mega_id', 'import_item.local_id', 'activity.item_id'],
  },
];
