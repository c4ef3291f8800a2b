import type { Reader } from '../../kernel/db/open-database.ts';
import { endOfRoom, withEllipsis } from '../../lib/cut-text.ts';
import { contentToText } from '../../lib/content-text.ts';
import { enlistedBesideStatusSql } from '../posts/policy.ts';
import { supportOf } from '../posts/reader.ts';
import { findHits } from './highlight.ts';
import type { SearchTerm } from './query.ts';
import { fold } from '../../lib/fold.ts';
import { startOf } from '../../lib/start-of.ts';
import { isUnspaced } from './words.ts';

/** Longest passage and what stands before its first hit, in characters, of which wide ones count twice in a passage: what cards have room for. */
export const longestPassage = 200;
const before = 60;
/** Hits that are looked at, and content that is read of one post, in characters. */
const mostHits = 500;
const mostContent = 200_000;

/** The part of a plain text that holds most of the words that were searched for, the first one of its kind; undefined where it holds none. */
export function passageOf(text: string, terms: readonly SearchTerm[]): string | undefined {
  const hits: { readonly from: number; readonly to: number; readonly word: string }[] = [];
  for (const [from, to] of findHits(text, terms)) {
    if (hits.push({ from, to, word: fold(text.slice(from, to)) }) === mostHits) break;
  }
  let best = 0;
  let start: number | undefined;
  for (const [index, { from }] of hits.entries()) {
    const words = new Set<string>();
    for (let next = index; (hits[next]?.to ?? Infinity) <= from + longestPassage - before; next++)
      words.add(hits[next]?.word ?? '');
    if (start === undefined || words.size > best) [best, start] = [words.size, from];
  }
  return start === undefined ? undefined : cut(text, start);
}

/** Cuts between words, where there are any; scripts without spaces behind a mark or between two characters. */
function cut(text: string, hit: number): string {
  const from = beginning(text, hit);
  const late = from + endOfRoom(text.slice(from, from + longestPassage + 1), longestPassage);
  const lastSpace = text.lastIndexOf(' ', late);
  const to = late >= text.length ? text.length : lastSpace > hit ? lastSpace : late;
  const passage = startOf(text.slice(from), to - from);
  return `${from > 0 ? '…' : ''}${to < text.length ? withEllipsis(passage) : passage}`;
}

function beginning(text: string, hit: number): number {
  const early = hit - before;
  if (early <= 0) return 0;
  const leading = text.slice(early, hit);
  const space = leading.indexOf(' ');
  if (space >= 0) return early + space + 1;
  if (!isUnspaced(fold(text.slice(hit, hit + 2)))) return hit;
  const sentence = /[\u3001\u3002\uff01\uff0c\uff1f]/.exec(leading);
  // Marks belong to the character before, and halves of one to each other.
  return early + (sentence ? sentence.index + 1 : Math.max(0, leading.search(/[^\p{M}\udc00-\udfff]/u)));
}

/** Passages of the texts of listed posts, by id; those whose text holds none of the words are missing. */
export async function findPassages(
  read: Reader,
  ids: readonly number[],
  terms: readonly SearchTerm[],
): Promise<Map<number, string>> {
  if (ids.length === 0 || terms.length === 0) return new Map();
  const rows = await read
    .selectFrom('post')
    .select(['id', 'type'])
    .select((eb) =>
      eb
        .fn<string>('substr', [
          eb.fn.coalesce('post.expanded', 'post.content'),
          eb.val(1),
          eb.val(mostContent),
        ])
        .as('content'),
    )
    .where('id', 'in', ids)
    .where(enlistedBesideStatusSql)
    .execute();
  return new Map(
    rows
      .filter(({ type }) => supportOf(type)('editor'))
      .flatMap(({ id, content }) => {
        const passage = passageOf(contentToText(content), terms);
        return passage === undefined ? [] : [[id, passage] as const];
      }),
  );
}
