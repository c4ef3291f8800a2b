import { htmlToText } from '../../lib/plain-text.ts';
import type { CardLink } from '../posts/card.ts';
import type { Content } from '../content/content.ts';
import { authorLink } from '../posts/author-links.ts';
import { termLink } from '../posts/cards.ts';
import { listTermsByBeginning } from '../terms/reader.ts';
import { listUsers } from '../users/reader.ts';
import { authors } from '../users/visible-users.ts';
import { matchesTerm } from './query.ts';
import type { SearchTerm } from './query.ts';
import { fold } from '../../lib/fold.ts';
import { splitWords } from './words.ts';
import { registeredTaxonomies } from '../types/registry.ts';

/** An archive whose name was searched for. */
export interface NamedArchive extends CardLink {
  /** `author`, which no taxonomy is called, or the name of one. */
  readonly kind: string;
}

const mostShown = 4;
/** Names that are compared. */
const mostCompared = 30;
const shortestName = 2;

const wordsOf = ({ word, also }: SearchTerm): readonly string[] =>
  also === undefined ? [word] : [word, also];

/** Taxonomies whose terms have archives that readers are told of, in order. */
export const namedTaxonomies = (): string[] =>
  registeredTaxonomies()
    .filter(({ isPublic }) => isPublic)
    .map(({ name }) => name);

/** Writers, then terms of public taxonomies in their order, with listed posts, that are called what was searched for, or begin so; at most four. */
export async function findNamedArchives(
  content: Content,
  terms: readonly SearchTerm[],
): Promise<NamedArchive[]> {
  const [first] = terms;
  const longest = terms.toSorted((a, b) => b.word.length - a.word.length)[0];
  if (!first || !longest || longest.word.length < shortestName) return [];
  const { read } = content.database;
  const isCalledSo = (name: string) => {
    const words = [...splitWords(fold(name))].map(({ text }) => text);
    return terms.every((term) => words.some((word) => matchesTerm(word, term)));
  };
  const [named, begun] = await Promise.all([
    Promise.all(
      wordsOf(longest).map((word) => listUsers(read, { among: authors, search: word, limit: mostCompared })),
    ),
    listTermsByBeginning(read, namedTaxonomies(), wordsOf(first), mostCompared),
  ]);
  const users = [...new Map(named.flatMap((page) => page.users).map((user) => [user.id, user])).values()];
  const found = begun.filter(({ name }) => isCalledSo(htmlToText(name)));
  const [above, site] = [
    await content.terms.withAncestors(found.map(({ id }) => id)),
    await content.settings.current(),
  ];
  return [
    ...users
      .filter(({ displayName }) => isCalledSo(displayName))
      .map((user) => ({ kind: 'author', ...authorLink(user, site.permalink_structure) })),
    ...found.map((term) => ({ kind: term.taxonomy, ...termLink(term, above, site) })),
  ].slice(0, mostShown);
}
