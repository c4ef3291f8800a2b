import { findByTitle, findTexts } from '../../modules/posts/list-filtered.ts';
import type { PostFilter } from '../../modules/posts/post-filter.ts';
import type { PostStatus } from '../../modules/posts/model.ts';
import { fileType } from '../../modules/types/names.ts';
import type { PostType } from '../../modules/types/model.ts';
import { fold } from '../../lib/fold.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';

export const searchColumns = ['post_title', 'post_content', 'post_excerpt'] as const;
type Column = (typeof searchColumns)[number];

interface Sent {
  readonly search: string | undefined;
  readonly search_columns: readonly Column[] | undefined;
  readonly search_semantics: 'exact' | undefined;
  readonly include: readonly number[] | undefined;
  readonly orderby: string;
}

/** As many as the search ranks. */
const maxMatches = 500;

/** Ids selected by `include` and `search`, in that order or by relevance. Finds unindexed content, such as files and drafts, by title only. */
export async function searchFilter(
  request: RestRequest,
  { search, include, orderby, ...sent }: Sent,
  type: PostType,
  wanted: readonly PostStatus[] | undefined,
): Promise<Pick<PostFilter, 'ids' | 'titleSearch'>> {
  if (!search) return { ids: include };
  const columns = sent.search_columns ?? searchColumns;
  const isExact = sent.search_semantics === 'exact';
  const inTitles = columns.includes('post_title');
  const isFile = type.name === fileType;
  if (isFile && !isExact) return inTitles ? { ids: include, titleSearch: search } : { ids: [] };
  const { database, search: index } = request.site.content;
  const { site_language: language } = request.settings;
  const unindexed = (wanted ?? [type.openStatuses[0]]).filter(
    (status) => status !== 'publish' || !type.isSearched,
  );
  const [indexed, titled] = await Promise.all([
    type.isSearched
      ? index.find({ query: search, language, types: [type.name], limit: maxMatches })
      : undefined,
    inTitles && unindexed.length > 0
      ? findByTitle(database.read, type.name, unindexed, search)
      : { whole: [], others: [] },
  ]);
  // Alternates both kinds, since unindexed posts, matched by title only, have no comparable relevance.
  const all = [...new Set([...titled.whole, ...inTurn(indexed?.ids ?? [], titled.others)])];
  const isNarrowed = isExact || columns.length < searchColumns.length;
  const matches = isNarrowed
    ? await among(request, all, (texts) => holds(texts, columns, search, isExact))
    : all;
  if (!include) return { ids: matches };
  return {
    ids:
      orderby === 'relevance'
        ? matches.filter((id) => include.includes(id))
        : include.filter((id) => matches.includes(id)),
  };
}

/** Alternates both lists. */
const inTurn = (first: readonly number[], others: readonly number[]): readonly number[] =>
  Array.from({ length: Math.max(first.length, others.length) }, (_, at) => [
    ...first.slice(at, at + 1),
    ...others.slice(at, at + 1),
  ]).flat();

type Texts = Readonly<Record<Column, string>>;

async function among(
  { site }: RestRequest,
  ids: readonly number[],
  test: (texts: Texts) => boolean,
): Promise<number[]> {
  const texts = await findTexts(site.content.database.read, ids);
  return ids.filter((id) => {
    const { title = '', content = '', excerpt = '' } = texts.get(id) ?? {};
    return test({ post_title: title, post_content: content, post_excerpt: excerpt });
  });
}

/** Whether each word occurs in one of the columns, or one column equals the whole query. */
function holds(texts: Texts, columns: readonly Column[], search: string, isExact: boolean): boolean {
  const folded = columns.map((column) => fold(texts[column]));
  const wanted = fold(search).trim();
  if (isExact) return folded.some((text) => text.trim() === wanted);
  return wanted.split(/\s+/).every((word) => folded.some((text) => text.includes(word)));
}
