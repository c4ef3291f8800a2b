import { defineFollower, on } from '../../kernel/events.ts';
import { onPostDeleted, postSaved } from '../posts/index.ts';
import { indexSavedPost } from './index-rows.ts';
import { fieldReferences } from './post-references.ts';

export { fieldSearchText, findFieldSearchTexts, holdsSearchedField } from './search-text.ts';

export const followers = [
  defineFollower('field-index', on(postSaved, indexSavedPost), onPostDeleted(fieldReferences)),
];
