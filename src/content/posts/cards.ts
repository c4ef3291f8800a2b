import { sql } from 'kysely';
import type { Content } from '../content.ts';
import { findPictures } from '../media/reader.ts';
import { permalinks } from '../permalinks.ts';
import type { PermalinkStructure } from '../permalinks.ts';
import type { Term } from '../terms/term.ts';
import { findUsers } from '../users/reader.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import type { CardLink, PostCard } from './card.ts';
import { excerptOf } from './excerpt.ts';
import { findPostPaths } from './page-path.ts';
import { isListed } from './policy.ts';
import type { PostSummary } from './post.ts';
import { findPostTermIds, summaryColumns, toSummary } from './reader.ts';

/** Content read for an excerpt, in characters: block comments and markup take their share. */
const openingCharacters = 2000;
/** Reading speed in bytes of content a minute: 230 words of 6 characters, a quarter more for markup. */
const bytesPerMinute = 1725;

/** Slugs, first to last, from the outermost term down to this one. */
export function chainOf(term: Term, terms: ReadonlyMap<number, Term>): Term[] {
  const chain: Term[] = [];
  for (let at: Term | undefined = term; at && !chain.includes(at); at = terms.get(at.parentId)) chain.unshift(at);
  return chain;
}

interface CardRow extends PostSummary {
  readonly opening: string;
  readonly bytes: number;
}

async function findCardRows(content: Content, ids: readonly number[]): Promise<CardRow[]> {
  const rows = await content.database.read.selectFrom('post').select(summaryColumns)
    .select((eb) => [
      eb.fn<string>('substr', ['content', eb.val(1), eb.val(openingCharacters)]).as('opening'),
      sql<number>`octet_length(content)`.as('bytes'),
    ]).where('id', 'in', ids).execute();
  return rows.map((row) => ({ ...toSummary(row), opening: row.opening, bytes: row.bytes })).filter(isListed);
}

/** What lists show of these posts; those that are not listed are missing. Four queries, whatever the number of posts. */
export async function findCards(content: Content, ids: readonly number[], structure: PermalinkStructure): Promise<Map<number, PostCard>> {
  if (ids.length === 0) return new Map();
  const { read } = content.database;
  const [posts, termIds] = await Promise.all([findCardRows(content, ids), findPostTermIds(read, ids)]);
  const [paths, terms, users, pictures] = await Promise.all([
    findPostPaths(read, posts, structure),
    content.terms.withAncestors([...termIds.values()].flat()),
    findUsers(read, [...new Set(posts.map(({ authorId }) => authorId))]),
    findPictures(content, posts.map(({ featuredMediaId }) => featuredMediaId).filter((id) => id > 0)),
  ]);
  const links = permalinks(structure);
  return new Map(posts.map((post) => {
    const author = users.get(post.authorId);
    const category = (termIds.get(post.id) ?? []).map((id) => terms.get(id)).find((term) => term?.taxonomy === 'category');
    return [post.id, {
      id: post.id,
      type: post.type,
      title: htmlToText(post.title),
      url: paths.get(post.id) ?? links.post(post),
      excerpt: excerptOf(post, post.opening),
      publishedAt: post.publishedAt,
      modifiedAt: post.modifiedAt,
      format: post.format,
      commentCount: post.commentCount,
      author: author && { id: author.id, name: author.displayName, url: links.author(author) },
      category: category && termLink(category, terms, structure),
      picture: pictures.get(post.featuredMediaId),
      readingMinutes: Math.max(1, Math.round(post.bytes / bytesPerMinute)),
    }];
  }));
}

/** A term as a link. */
export function termLink(term: Term, terms: ReadonlyMap<number, Term>, structure: PermalinkStructure): CardLink {
  return { id: term.id, name: term.name, url: permalinks(structure).term(chainOf(term, terms)) };
}
