import { defineCoreBlock } from './core-block.ts';

/** What editors see of a list of pages while they turn it into links; readers get the list. */
export const block = defineCoreBlock({
  name: 'core/page-list-item',
  attributes: {},
  load: async () => undefined,
});
