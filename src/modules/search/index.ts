import { defineFollower, on } from '../../kernel/events.ts';
import { postSaved } from '../posts/events.ts';
import { onPostDeleted } from '../posts/post-references.ts';
import { indexSavedPost } from './store.ts';
import { searchReferences } from './post-references.ts';

export const followers = [
  defineFollower('search', on(postSaved, indexSavedPost), onPostDeleted(searchReferences)),
];
