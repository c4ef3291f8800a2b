import { SearchForm } from '../../ui/search-form.tsx';
import type { ViewProps } from '../block.ts';
import type { SearchHeadingData } from './loader.server.ts';

export function View({ data, blockId }: ViewProps<unknown, SearchHeadingData>) {
  return (
    <div className="search-results">
      <h1 className="search-results-title">{data.query.trim() === '' ? 'Search' : <>Results for <q>{data.query}</q></>}</h1>
      {data.pageNumber > 1 && <p className="archive-page">Page {data.pageNumber}</p>}
      <SearchForm id={`${blockId}-search`} query={data.query} />
    </div>
  );
}
