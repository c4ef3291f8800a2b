import { z } from 'zod';
import { flag, record, string } from './attributes.ts';
import { defineCoreBlock } from './core-block.ts';
import type { BlockQuery } from '../load-context.ts';

/** Its wrapper element is in the saved HTML; this only passes the query to inner blocks. */
export const block = defineCoreBlock({
  name: 'core/query',
  showsPosts: true,
  attributes: {
    queryId: z.number().int().min(0).max(999_999_999).optional().catch(undefined),
    // Without a query, the list shows the page's listing.
    query: z.record(z.string(), z.unknown()).catch({}).default({ inherit: true }),
    displayLayout: record(),
    tagName: string('div', 20),
    namespace: string('', 100),
    enhancedPagination: flag(false),
  },
  container: 'loader',
  load: ({ queryId: id, query: given, displayLayout }, context) => {
    const { type, columns } = displayLayout;
    const query: BlockQuery = {
      id,
      given,
      ...(type === 'flex' && { columns: Math.min(6, Math.max(1, Math.trunc(Number(columns)) || 3)) }),
    };
    return context.renderInner({ query });
  },
});
