import { permalinks } from '../../modules/types/permalinks.ts';
import type { NamedArchive } from '../../modules/search/results.ts';
import { searchPosts, findNamedArchives, namedTaxonomies } from '../../modules/search/results.ts';
import { maxRanked } from '../../modules/search/search-index.ts';
import type { SearchResult } from '../../modules/search/search-index.ts';
import { readerText, readerWords } from '../../modules/settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { searchFormWords } from '../../ui/search-parts.tsx';
import type { LoadContext } from '../load-context.ts';
import { conditionsOf, searchPage } from '../search.server.ts';
import { articleType, pageType } from '../../modules/types/names.ts';
import { postTypeNamed, taxonomyNamed } from '../../modules/types/registry.ts';

/** One post type with matches; for all types the name is empty. */
export interface TypeFilter {
  readonly type: string;
  /** The type's name, if the site has no string for it. */
  readonly label?: string;
  readonly count: number;
  readonly url: string;
  readonly isCurrent: boolean;
}

const wordings = [
  ...searchFormWords,
  'search_for',
  'search_count',
  'search_best',
  'search_similar',
  'search_page',
  'search_mistyped',
  'search_kinds',
  'search_everything',
  'search_posts',
  'search_pages',
  'search_archives',
  'search_author',
  'search_category',
  'search_tag',
] as const satisfies readonly ReaderText[];
export type SearchHeadingTexts = Readonly<Record<(typeof wordings)[number], string>>;

/** `label`: the name of its kind, if the site has no string for it. */
export interface ShownArchive extends NamedArchive {
  readonly label?: string;
}

export interface SearchHeadingData {
  readonly query: string;
  readonly within: string;
  readonly pageNumber: number;
  /** Matches on all pages. */
  readonly total: number;
  /** There may be more matches than are ranked and counted. */
  readonly isCut: boolean;
  /** Empty if all matches have one type. */
  readonly filters: readonly TypeFilter[];
  /** The corrected query; undefined if something matched as typed. */
  readonly suggestion: { readonly text: string; readonly url: string } | undefined;
  readonly archives: readonly ShownArchive[];
  readonly texts: SearchHeadingTexts;
}

export async function load(_settings: unknown, context: LoadContext): Promise<SearchHeadingData> {
  const { content, page } = context;
  const query = page.search ?? '';
  const found = await searchPage(context);
  if (found.total > 0 && !found.mistyped) context.found(query);
  const site = await content.settings.current();
  const { search } = permalinks(site.permalink_structure);
  const urlOf = (text: string, type?: string) => search(text, type, page.narrowed?.query);
  const [filters, archives] = await Promise.all([
    findFilters(context, site, found.byType, urlOf),
    page.pageNumber === 1 ? namedArchives(context, found) : [],
  ]);
  return {
    query,
    within: page.narrowed?.name ?? '',
    pageNumber: page.pageNumber,
    total: found.total,
    isCut: found.total >= maxRanked,
    filters,
    archives,
    texts: readerWords(site, wordings),
    suggestion: found.mistyped
      ? { text: found.suggestion, url: urlOf(found.suggestion, page.postType) }
      : undefined,
  };
}

/** Archives whose names match the query; tags whatever may match in the future. */
async function namedArchives(context: LoadContext, { terms }: SearchResult): Promise<ShownArchive[]> {
  const { content } = context;
  const archives = await findNamedArchives(content, terms);
  context.tag('names', 'secondary');
  for (const taxonomy of namedTaxonomies()) context.tag(`terms:${taxonomy}`, 'secondary');
  for (const { kind, id } of archives) {
    const names =
      kind === 'author'
        ? ([`user:${id}`, `list:author:${id}`] as const)
        : ([`term:${id}`, `list:term:${id}`] as const);
    for (const name of names) context.tag(name, 'secondary');
  }
  return archives.map((archive) =>
    archive.kind === 'author' ? archive : { ...archive, label: taxonomyNamed(archive.kind).labels.singular },
  );
}

/** Posts first, then pages, then all others by name. */
const order = (type: string) => [articleType, pageType].indexOf(type) >>> 0;

async function findFilters(
  { content, page }: LoadContext,
  site: Settings,
  byType: Readonly<Record<string, number>>,
  urlOf: (text: string, type?: string) => string,
): Promise<TypeFilter[]> {
  const query = page.search ?? '';
  // Results limited to one type lack the other types' counts.
  const within = page.narrowed && conditionsOf(page.narrowed);
  const counts =
    page.postType === undefined ? byType : (await searchPosts(content, { query, limit: 0, within })).byType;
  const types = Object.keys(counts).toSorted((a, b) => order(a) - order(b) || (a < b ? -1 : 1));
  if (types.length < 2) return [];
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return [
    { type: '', count: all, url: urlOf(query), isCurrent: page.postType === undefined },
    ...types.map((type) => ({
      type,
      label: labelOf(type, site),
      count: counts[type] ?? 0,
      url: urlOf(query, type),
      isCurrent: page.postType === type,
    })),
  ];
}

/** The type's plural name; products have a string of the site. */
function labelOf(type: string, site: Settings): string {
  const { searchKind, labels } = postTypeNamed(type);
  return searchKind === 'woo_search_archive' ? readerText(site, 'search_products') : labels.plural;
}
