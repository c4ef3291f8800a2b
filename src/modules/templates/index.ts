import { templateReferences } from './post-references.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { postComposing } from '../posts/events.ts';
import { onPostDeleted } from '../posts/post-references.ts';
import { termDeleted } from '../terms/events.ts';
import { forgetTemplateItem } from './assign.ts';
import { kindOfTerm } from './kinds.ts';
import { composeOwnTemplate } from './own-template.ts';

export const followers = [
  defineFollower(
    'templates',
    on(postComposing, composeOwnTemplate),
    on(termDeleted, (tx: Tx, { id, taxonomy }) => forgetTemplateItem(tx, kindOfTerm(taxonomy), id)),
    onPostDeleted(templateReferences),
  ),
];
