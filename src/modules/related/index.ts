import { defineFollower } from '../../kernel/events.ts';
import { onPostDeleted } from '../posts/post-references.ts';
import { relatedReferences } from './post-references.ts';

export const followers = [defineFollower('related', onPostDeleted(relatedReferences))];
