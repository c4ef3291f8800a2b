import { defineCoreBlock } from './core-block.ts';

/** Exists only in the editor, while a page list is converted to links; readers get the list. */
export const block = defineCoreBlock({
  name: 'core/page-list-item',
  attributes: {},
  load: async () => undefined,
});
