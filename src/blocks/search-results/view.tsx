import type { ReactNode } from 'react';
import { articleType, pageType, sectionTaxonomy, tagTaxonomy } from '../../modules/types/names.ts';
import { fillIn } from '../../lib/messages.ts';
import type { Language } from '../../lib/language.ts';
import { useLanguage } from '../../ui/language.ts';
import { SearchForm } from '../../ui/search-parts.tsx';
import type { ViewProps } from '../block.ts';
import type { SearchHeadingData, SearchHeadingTexts, ShownArchive, TypeFilter } from './loader.server.ts';
import { readableName } from '../../modules/types/model.ts';

export function View({ data, blockId }: ViewProps<unknown, SearchHeadingData>) {
  const language = useLanguage();
  const { query, within, pageNumber, total, suggestion, filters, archives, texts } = data;
  return (
    <div className="search-results">
      <h1 className="search-results-title">
        {query.trim() === '' ? texts.search : around(texts.search_for, <q>{query}</q>)}
        {within !== '' && ` – ${within}`}
      </h1>
      <SearchForm id={`${blockId}-search`} query={query} texts={texts} />
      {total > 0 && (
        <p className="search-results-count">
          {countOf(data, language)}
          {pageNumber > 1 && `, ${fillIn(texts.search_page, language.number(pageNumber))}`}
        </p>
      )}
      {suggestion && (
        <p className="search-results-near">
          {around(texts.search_mistyped, <a href={suggestion.url}>{suggestion.text}</a>)}
        </p>
      )}
      {filters.length > 0 && (
        <nav className="search-results-filters" aria-label={texts.search_kinds}>
          {filters.map((filter) => (
            <a key={filter.type} href={filter.url} aria-current={filter.isCurrent ? 'page' : undefined}>
              {nameOf(filter, texts)} <span>{language.number(filter.count)}</span>
            </a>
          ))}
        </nav>
      )}
      {archives.length > 0 && (
        <ul className="search-results-archives" aria-label={texts.search_archives}>
          {archives.map((archive) => (
            <li key={`${archive.kind} ${archive.id}`}>
              {kindOf(archive, texts)} <a href={archive.url}>{archive.name}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const kinds: Readonly<Record<string, keyof SearchHeadingTexts>> = {
  author: 'search_author',
  [sectionTaxonomy]: 'search_category',
  [tagTaxonomy]: 'search_tag',
};
const typeNames: Readonly<Record<string, keyof SearchHeadingTexts>> = {
  '': 'search_everything',
  [articleType]: 'search_posts',
  [pageType]: 'search_pages',
};

/** A string with an element in place of its `%s`. */
function around(words: string, element: ReactNode): ReactNode {
  const [before, ...after] = words.split('%s');
  return (
    <>
      {before}
      {element}
      {after.join('')}
    </>
  );
}

function nameOf({ type, label }: TypeFilter, texts: SearchHeadingTexts): string {
  const known = typeNames[type];
  return known ? texts[known] : (label ?? readableName(type));
}

function kindOf({ kind, label }: ShownArchive, texts: SearchHeadingTexts): string {
  const known = kinds[kind];
  return known ? texts[known] : (label ?? readableName(kind));
}

function countOf(
  { total, isCut, suggestion, texts }: SearchHeadingData,
  { number, counted }: Language,
): string {
  if (isCut) return fillIn(texts.search_best, number(total));
  return counted(suggestion ? texts.search_similar : texts.search_count, total);
}
