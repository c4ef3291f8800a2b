import { whole } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { pageNumbers, PageNumbers } from './page-numbers.tsx';
import { queriedPageUrl, queriedSize } from './queried-posts.server.ts';

export const block = defineCoreBlock({
  name: 'core/query-pagination-numbers',
  attributes: { midSize: whole(2, { max: 50 }) },
  load: async ({ midSize }, context) => {
    const { page, pages } = await queriedSize(context);
    if (pages < 2) return undefined;
    const urlOf = await queriedPageUrl(context);
    return {
      page,
      pages,
      urls: Object.fromEntries(pageNumbers(page, pages, midSize).map((number) => [number, urlOf(number)])),
    };
  },
  View: ({ settings, data: { page, pages, urls } }) => (
    <div {...wrapperProps('core/query-pagination-numbers', settings)}>
      <PageNumbers
        current={page}
        pages={pages}
        midSize={settings.midSize}
        urlOf={(number) => urls[number] ?? ''}
      />
    </div>
  ),
});
