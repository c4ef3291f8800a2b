export { emptyMeta, metaInput, metaProperties } from './meta-field.ts';
export type { ShownMeta } from './meta-field.ts';
