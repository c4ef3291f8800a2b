import { sql } from 'kysely';
import { scriptOf } from '../../lib/language-tags.ts';
import { htmlToText, trimWords } from '../../lib/plain-text.ts';
import { siteTypography } from '../settings/index.ts';
import type { SiteSource, Settings, TypographySettings } from '../settings/index.ts';
import { chainOf, colourOf } from '../terms/index.ts';
import type { TermCache, Term } from '../terms/index.ts';
import type { UserCache } from '../users/index.ts';
import { toPicture } from '../media/index.ts';
import { permalinks, isSection } from '../types/index.ts';
import {
  authorLinks,
  findAuthorsWithPages,
  detailsSql,
  toDetails,
  openingMarkupSql,
  readOpening,
  coAuthorIdsSql,
  summaryColumns,
  supportOf,
  termIdsSql,
  toAuthorIds,
  toSummary,
  toTermIds,
  findPostPaths,
  isListed,
} from '../posts/index.ts';
import type { Post, PostSummary, PostDetails, CategoryLink, Picture, PostCard } from '../posts/index.ts';

/** Reading speed in bytes per minute: 230 words of 6 characters, plus a quarter for markup; about 500 Chinese characters. */
const bytesPerMinute = 1725;
/** For scripts with two or three bytes per letter. */
const bytesByScript: Readonly<Record<string, number>> = {
  Arab: 3000,
  Cyrl: 3000,
  Grek: 3000,
  Hebr: 3000,
  Armn: 3000,
  Thai: 3000,
  Laoo: 3000,
  Khmr: 3000,
  Mymr: 3000,
  Deva: 4500,
  Beng: 4500,
  Geor: 4500,
};

export type LinkSettings = TypographySettings & Pick<Settings, 'permalink_structure' | 'look'>;

interface CardSource extends SiteSource {
  readonly terms: TermCache;
  readonly users: UserCache;
}

interface CardRow extends PostSummary {
  readonly opening: string;
  readonly bytes: number;
  readonly holdsPatterns: boolean;
  readonly termIds: readonly number[];
  readonly authorIds: readonly number[];
  readonly details: PostDetails;
  readonly picture: Picture | undefined;
}

async function findCardRows({ database, siteUrl }: CardSource, ids: readonly number[]): Promise<CardRow[]> {
  const rows = await database.read
    .selectFrom('post')
    .leftJoin('media', (join) =>
      join.onRef('media.post_id', '=', 'post.featured_media_id').on('post.featured_media_id', '>', 0),
    )
    .select(summaryColumns.map((column) => `post.${column}` as const))
    .select([
      'post.opening',
      openingMarkupSql.as('opening_markup'),
      sql<number>`octet_length(coalesce(post.expanded, post.content))`.as('bytes'),
      sql<boolean | 0 | 1>`post.expanded is not null`.as('holds_patterns'),
      termIdsSql.as('term_ids'),
      coAuthorIdsSql.as('co_author_ids'),
      detailsSql.as('details'),
      'media.post_id as picture_id',
      'media.file as picture_file',
      'media.source_url as picture_source',
      'media.edition as picture_edition',
      'media.width as picture_width',
      'media.height as picture_height',
      'media.alt as picture_alt',
      'media.focal_x as picture_x',
      'media.focal_y as picture_y',
      'media.color as picture_color',
      'media.sizes as picture_sizes',
    ])
    .where('post.id', 'in', ids)
    .execute();
  return rows
    .map((row) => {
      const has = supportOf(row.type);
      return {
        ...toSummary(row, has),
        opening: has('editor') ? readOpening(row) : '',
        bytes: has('editor') ? row.bytes : 0,
        holdsPatterns: Boolean(row.holds_patterns),
        termIds: toTermIds(row.term_ids),
        authorIds: has('author') ? toAuthorIds(row.author_id, row.co_author_ids) : [],
        details: toDetails(row.details),
        picture:
          row.picture_id === null || (!row.picture_file && !row.picture_source) || !has('thumbnail')
            ? undefined
            : toPicture(siteUrl, {
                id: row.picture_id,
                file: row.picture_file ?? '',
                sourceUrl: row.picture_source ?? '',
                edition: row.picture_edition ?? 0,
                width: row.picture_width ?? 0,
                height: row.picture_height ?? 0,
                alt: row.picture_alt ?? '',
                focalX: row.picture_x ?? 500,
                focalY: row.picture_y ?? 500,
                color: row.picture_color ?? '',
                sizes: row.picture_sizes ?? '{}',
                caption: '',
              }),
      };
    })
    .filter(isListed);
}

/** Returns cards of the listed posts among these. One query for any number of posts, plus cache misses of terms and users. */
export async function findCards(
  content: CardSource,
  ids: readonly number[],
  site: LinkSettings,
): Promise<Map<number, PostCard>> {
  if (ids.length === 0) return new Map();
  const structure = site.permalink_structure;
  const typography = siteTypography(site);
  const posts = await findCardRows(content, ids);
  const [paths, withPages, terms, users] = await Promise.all([
    findPostPaths(content.database.read, posts, structure),
    findAuthorsWithPages(content.database.read, posts),
    content.terms.withAncestors(posts.flatMap(({ termIds }) => termIds)),
    content.users.byIds(posts.flatMap(({ authorIds }) => authorIds)),
  ]);
  return new Map(
    posts.map((post) => {
      const category = categoryOf(post, terms);
      return [
        post.id,
        {
          id: post.id,
          type: post.type,
          title: typography.line(post.title),
          url: paths.get(post.id) ?? permalinks(structure).post(post),
          excerpt: typography.text(excerptOf(post)),
          ...(post.excerpt !== '' && htmlToText(post.excerpt) !== '' ? { hasOwnExcerpt: true } : {}),
          ...(post.holdsPatterns ? { holdsPatterns: true } : {}),
          publishedAt: post.publishedAt,
          modifiedAt: post.modifiedAt,
          format: post.format,
          commentCount: post.commentCount,
          commentStatus: post.commentStatus,
          sticky: post.sticky,
          authors: authorLinks(post.authorIds, users, structure, withPages),
          termIds: post.termIds,
          category: category && termLink(category, terms, site),
          picture: post.picture,
          readingMinutes: minutesToRead(post.bytes, site.site_language),
        },
      ];
    }),
  );
}

export function minutesToRead(bytes: number, language: string): number {
  return Math.max(1, Math.round(bytes / (bytesByScript[scriptOf(language)] ?? bytesPerMinute)));
}

export function categoryOf(
  { termIds, details }: Pick<Post, 'termIds' | 'details'>,
  terms: ReadonlyMap<number, Term>,
): Term | undefined {
  const categories = termIds
    .map((id) => terms.get(id))
    .filter((term) => term !== undefined && isSection(term.taxonomy));
  return categories.find((term) => term?.id === details.primaryCategoryId) ?? categories[0];
}

export function termLink(term: Term, terms: ReadonlyMap<number, Term>, site: LinkSettings): CategoryLink {
  const chain = chainOf(term, terms);
  return {
    id: term.id,
    name: siteTypography(site).line(term.name),
    url: permalinks(site.permalink_structure).term(chain),
    ...colourOf(chain, site),
  };
}

/** Words of an automatic excerpt, as in WordPress. */
export const excerptWords = 55;

/** Plain-text excerpt: the first words of the author's excerpt, else of the text, with an ellipsis if truncated. */
export function excerptOf(
  { excerpt, opening }: Pick<Post, 'excerpt' | 'opening'>,
  words = excerptWords,
): string {
  return trimWords(htmlToText(excerpt) || opening, words);
}
