import { record, word } from './attributes.ts';
import { defineCoreBlock } from './core-block.ts';

export const block = defineCoreBlock({
  name: 'core/terms-query',
  showsPosts: true,
  attributes: { termQuery: record(), tagName: word(['div', 'main', 'section', 'aside']) },
  container: 'loader',
  // Its wrapper element is in the saved inner HTML.
  load: ({ termQuery }, context) => context.renderInner({ termQuery }),
});
