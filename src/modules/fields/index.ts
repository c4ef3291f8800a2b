import { defineFollower, on } from '../../kernel/events.ts';
import { onPostDeleted, postSaved } from '../posts/index.ts';
import { indexSavedPost } from './index-rows.ts';
import { fieldReferences } from './post-references.ts';

export { fieldDefinition, fieldKinds } from './model.ts';
export type { Field, FieldDefinition, FieldKind, FieldSet, SentFieldDefinition, SubField } from './model.ts';
export { fieldOfKind, findFieldValues, findIdsByNumber, findRunningIds } from './read-values.ts';
export { fieldDirections, fieldOrder, listByFieldOrder } from './list-by-field.ts';
export type { FieldDirection, FieldOrder } from './list-by-field.ts';
export { fieldsOfType } from './site-fields.ts';
export { defineFirstFields } from './first-fields.ts';
export { readFieldSets } from './store.ts';
export { decodeValue, eachValue, encodeValue, idsOf, valueSchema } from './values.ts';
export { fieldSearchText, findFieldSearchTexts, holdsSearchedField } from './search-text.ts';

export const followers = [
  defineFollower('field-index', on(postSaved, indexSavedPost), onPostDeleted(fieldReferences)),
];
