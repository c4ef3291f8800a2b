import { defineFollower } from '../../kernel/events.ts';
import { onPostDeleted } from '../posts/post-references.ts';
import { templateReferences } from './post-references.ts';

export const followers = [defineFollower('templates', onPostDeleted(templateReferences))];
