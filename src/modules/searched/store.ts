import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { Settings } from '../settings/index.ts';
import { fold } from '../../lib/fold.ts';
import { splitWords, withoutStrokes } from '../../lib/search-words.ts';

export interface CountedSearch extends SearchPhrase {
  readonly caller: string;
}

/** Query parameter of links in lists of searches, which must not count as searches themselves. */
export const fromList = 'from=searched';

export function minAskers({
  popular_searches_min_readers: least,
}: Pick<Settings, 'popular_searches_min_readers'>): number {
  return least;
}

const dayMs = 24 * 60 * 60_000;
export const maxDays = 31;
const maxOfAsker = 50;
/** Phrases stored per day; beyond that the rarest and then the least recently used are deleted. */
const maxPhrases = 5000;
const maxLookedAt = 500;
const batchSize = 500;

const dayOf = (moment: number) => Math.floor(moment / dayMs);

interface Added {
  readonly phrase: string;
  shown: string;
  votes: number;
  askers: number;
}

/**
 * Adds searches to the day's counts: each visitor counts once per phrase, for up to fifty phrases. Deletes past days'
 * visitors (their hash key first) and phrases with fewer than `least` of them. Emits nothing: lists poll.
 */
export async function addSearches(
  tx: Tx,
  searches: readonly CountedSearch[],
  now: number,
  { least, most = maxPhrases }: { least: number; most?: number },
) {
  const day = dayOf(now);
  await forgetBefore(tx, day, least);
  await tx.db
    .insertInto('searched_day')
    .values({ day, secret: randomBytes(24).toString('base64url') })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute();
  const { secret } = await tx.db
    .selectFrom('searched_day')
    .select('secret')
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  const added = new Map<string, Added>();
  for (const { phrase, shown } of await newOf(tx, day, secret, searches)) {
    const known = added.get(phrase);
    if (!known) added.set(phrase, { phrase, shown, votes: 1, askers: 1 });
    else {
      known.askers++;
      if (known.shown === shown) known.votes++;
      else if (--known.votes < 0) Object.assign(known, { shown, votes: 1 });
    }
  }
  // Sorted, so that concurrent writers can't deadlock.
  const rows = [...added.values()]
    .toSorted((a, b) => (a.phrase < b.phrase ? -1 : 1))
    .map((row) => ({ day, seen_at: now, ...row }));
  for (let at = 0; at < rows.length; at += batchSize) {
    await tx.db
      .insertInto('searched_phrase')
      .values(rows.slice(at, at + batchSize))
      .onConflict((conflict) =>
        conflict.columns(['day', 'phrase']).doUpdateSet({
          askers: sql`searched_phrase.askers + excluded.askers`,
          seen_at: sql`excluded.seen_at`,
          // Majority vote (Boyer–Moore) on the spelling: the most frequent one remains.
          shown: sql`case when searched_phrase.shown = excluded.shown or searched_phrase.votes >= excluded.votes then searched_phrase.shown
        else excluded.shown end`,
          votes: sql`case when searched_phrase.shown = excluded.shown then searched_phrase.votes + excluded.votes
        else abs(searched_phrase.votes - excluded.votes) end`,
        }),
      )
      .execute();
  }
  await deleteExcess(tx, day, most);
}

async function forgetBefore(tx: Tx, day: number, least: number): Promise<void> {
  await tx.db.deleteFrom('searched_asker').where('day', '<>', day).execute();
  await tx.db.deleteFrom('searched_day').where('day', '<>', day).execute();
  await tx.db
    .deleteFrom('searched_phrase')
    .where((either) =>
      either.or([
        either('day', '<=', day - maxDays),
        either('day', '>', day),
        either.and([either('day', '<', day), either('askers', '<', least)]),
      ]),
    )
    .execute();
}

async function newOf(
  tx: Tx,
  day: number,
  secret: string,
  searches: readonly CountedSearch[],
): Promise<CountedSearch[]> {
  const visitorOf = new Map<string, string>();
  for (const { caller } of searches) {
    if (!visitorOf.has(caller))
      visitorOf.set(caller, createHmac('sha256', secret).update(caller).digest('base64url').slice(0, 22));
  }
  const byAsker = new Map<string, Map<string, CountedSearch>>();
  for (const search of searches) {
    const asker = visitorOf.get(search.caller) ?? '';
    byAsker.set(asker, (byAsker.get(asker) ?? new Map<string, CountedSearch>()).set(search.phrase, search));
  }
  const visitors = [...byAsker.keys()].toSorted();
  const found: CountedSearch[] = [];
  for (let at = 0; at < visitors.length; at += batchSize) {
    const some = visitors.slice(at, at + batchSize);
    const counted = new Map<string, number>();
    for (const { asker, phrase } of await tx.db
      .selectFrom('searched_asker')
      .select(['asker', 'phrase'])
      .where('day', '=', day)
      .where('asker', 'in', some)
      .execute()) {
      counted.set(asker, (counted.get(asker) ?? 0) + 1);
      byAsker.get(asker)?.delete(phrase);
    }
    const rows = some.flatMap((asker) =>
      [...(byAsker.get(asker)?.keys() ?? [])]
        .slice(0, Math.max(0, maxOfAsker - (counted.get(asker) ?? 0)))
        .toSorted()
        .map((phrase) => ({ day, asker, phrase })),
    );
    for (let from = 0; from < rows.length; from += batchSize) {
      const written = await tx.db
        .insertInto('searched_asker')
        .values(rows.slice(from, from + batchSize))
        .onConflict((conflict) => conflict.columns(['day', 'asker', 'phrase']).doNothing())
        .returning(['asker', 'phrase'])
        .execute();
      for (const { asker, phrase } of written) {
        const search = byAsker.get(asker)?.get(phrase);
        if (search) found.push(search);
      }
    }
  }
  return found;
}

async function deleteExcess(tx: Tx, day: number, max: number): Promise<void> {
  const { count } = await tx.db
    .selectFrom('searched_phrase')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  const excess = Number(count) - max;
  if (excess <= 0) return;
  // The records of the visitors stay, so that none of their other phrases counts instead.
  await tx.db
    .deleteFrom('searched_phrase')
    .where('day', '=', day)
    .where('phrase', 'in', (eb) =>
      eb
        .selectFrom('searched_phrase')
        .select('phrase')
        .where('day', '=', day)
        .orderBy('askers')
        .orderBy('seen_at')
        .orderBy('phrase')
        .limit(excess),
    )
    .execute();
}

export interface SearchedList {
  /** Including today. */
  readonly days: number;
  readonly limit: number;
  readonly least: number;
  readonly hidden: readonly string[];
}

export async function listSearched(
  read: Reader,
  { days, limit, least, hidden }: SearchedList,
  now: number,
): Promise<string[]> {
  const [from, to] = [dayOf(now) - days + 1, dayOf(now)];
  const rows = await read
    .selectFrom('searched_phrase')
    .select('phrase')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('phrase')
    .having((eb) => eb.fn.max('askers'), '>=', least)
    .orderBy((eb) => eb.fn.sum('askers'), 'desc')
    .orderBy('phrase')
    .limit(maxLookedAt)
    .execute();
  const without = hidden.map(foldedWords);
  const phrases = rows
    .map(({ phrase }) => phrase)
    .filter((phrase) => !holdsAny(phrase, without))
    .slice(0, limit);
  if (phrases.length === 0) return [];
  const written = await read
    .selectFrom('searched_phrase')
    .select(['phrase', 'shown'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('phrase', 'in', phrases)
    .orderBy('votes')
    .orderBy('day')
    .execute();
  const shownBy = new Map(written.map(({ phrase, shown }) => [phrase, shown]));
  return phrases.map((phrase) => shownBy.get(phrase) ?? phrase);
}

interface SearchPhrase {
  /** Folded words separated by spaces: spellings that find the same count as one. */
  readonly phrase: string;
  /** As typed, in lower case, without extra spaces and invisible characters. */
  readonly shown: string;
}

const shortest = 2;
const maxLength = 60;
/** More digits may be a phone, account or card number. */
const maxDigits = 6;
/** A longer word of letters and digits may be a password or key. */
const maxMixedLength = 9;
/** Longer words of letters are not natural language. */
const maxWordLength = 40;

// Single joiners stay: they distinguish words in Persian and Indian languages.
// oxlint-disable-next-line no-misleading-character-class
const noWords = /[^\p{L}\p{N}\p{M}\u200c\u200d '’&+#.-]+/gu;
const edges = /^[^\p{L}\p{N}]|[^\p{L}\p{N}\p{M}+#]$/u;
/** Stacked combining marks can cover other text. */
const pileOfMarks = /\p{M}{4}/u;
const host = /[\p{L}\p{N}]\.\p{L}{2}/u;
const digit = /\p{N}/gu;
const letter = /\p{L}/u;

/** Normalizes a search for counting; undefined if it is too short or long, or looks like an address, number or key of a person. */
export function phraseOf(text: string): SearchPhrase | undefined {
  if (text.length > 4 * maxLength || text.includes('@') || text.includes('://') || pileOfMarks.test(text))
    return undefined;
  let shown = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('\u00ad', '')
    .replace(noWords, ' ')
    .replace(/ +/g, ' ')
    .trim();
  while (edges.test(shown)) shown = shown.replace(edges, '').trim();
  // Unlike `3.5`, letters around a dot may be a host name.
  if (host.test(shown) || (shown.match(digit)?.length ?? 0) > maxDigits) return undefined;
  const phrase = foldedWords(shown);
  const size = [...phrase].length;
  if (
    size < shortest ||
    size > maxLength ||
    [...shown].length > maxLength ||
    shown.split(/[ -]/).some(isToken)
  )
    return undefined;
  return { phrase, shown };
}

export function foldedWords(text: string): string {
  const words: string[] = [];
  let run = '';
  for (const piece of splitWords(fold(text))) {
    // For scripts without spaces the whole run is used, once.
    if (piece.run === undefined) words.push(piece.text);
    else if (piece.run !== run) words.push(withoutStrokes(piece.run));
    run = piece.run ?? '';
  }
  return words.join(' ');
}

function isToken(word: string): boolean {
  const { length } = word;
  return length > maxWordLength || (length > maxMixedLength && letter.test(word) && word.search(digit) >= 0);
}

/** Whether a phrase contains one of the hidden ones as whole words, in scripts without spaces anywhere. `hidden`: folded by `foldedWords`. */
export function holdsAny(phrase: string, hidden: readonly string[]): boolean {
  return hidden.some(
    (words) =>
      words !== '' && (isUnspacedText(words) ? phrase.includes(words) : ` ${phrase} `.includes(` ${words} `)),
  );
}

const unspacedText =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const isUnspacedText = (text: string) => unspacedText.test(text);
