import type { NamedArchive } from '../../content/search/names.ts';
import { SearchForm } from '../../ui/search-form.tsx';
import type { ViewProps } from '../block.ts';
import type { SearchHeadingData, TypeFilter } from './loader.server.ts';

export function View({ data, blockId }: ViewProps<unknown, SearchHeadingData>) {
  const isEmpty = data.query.trim() === '';
  return (
    <div className="search-results">
      <h1 className="search-results-title">{isEmpty ? 'Search' : <>Results for <q>{data.query}</q></>}</h1>
      <SearchForm id={`${blockId}-search`} query={data.query} />
      {data.total > 0 && <p className="search-results-count">{countOf(data)}{data.pageNumber > 1 && <>, page {data.pageNumber}</>}</p>}
      {data.suggestion && <p className="search-results-near">Nothing matches exactly what you typed. Did you mean <a href={data.suggestion.url}>{data.suggestion.text}</a>?</p>}
      {data.filters.length > 0 && (
        <nav className="search-results-filters" aria-label="Kinds of results">
          {data.filters.map((filter) => <a key={filter.type} href={filter.url} aria-current={filter.isCurrent ? 'page' : undefined}>{nameOf(filter)} <span>{filter.count}</span></a>)}
        </nav>
      )}
      {data.archives.length > 0 && (
        <ul className="search-results-archives" aria-label="Writers, sections and tags of this name">
          {data.archives.map((archive) => <li key={`${archive.kind} ${archive.id}`}>{kinds[archive.kind]} <a href={archive.url}>{archive.name}</a></li>)}
        </ul>
      )}
    </div>
  );
}

const kinds: Readonly<Record<NamedArchive['kind'], string>> = { author: 'Writer', category: 'Section', post_tag: 'Tag' };
const typeNames: Readonly<Record<string, string>> = { '': 'Everything', post: 'Articles', page: 'Pages', product: 'Products' };

function nameOf({ type }: TypeFilter): string {
  return typeNames[type] ?? type.replaceAll(/[-_]+/g, ' ').replace(/^./, (letter) => letter.toUpperCase());
}

function countOf({ total, isCut, suggestion }: SearchHeadingData): string {
  if (isCut) return `The best ${total} results`;
  return `${total} ${suggestion ? 'similar ' : ''}${total === 1 ? 'result' : 'results'}`;
}
