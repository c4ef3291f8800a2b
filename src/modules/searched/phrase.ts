import { fold } from '../../lib/fold.ts';
import { splitWords, withoutStrokes } from '../search/words.ts';

/** A search as it is counted. */
export interface SearchPhrase {
  /** Folded words with a space between them: searches that find the same by their letters are one. */
  readonly phrase: string;
  /** As it was written: lower case, one space between words, nothing that nobody sees. */
  readonly shown: string;
}

/** Characters that a phrase may have. */
const shortest = 2;
const longest = 60;
/** So many digits are a number of somebody's: of a telephone, an account, a card. */
const mostDigits = 6;
/** A word of letters and digits that is as long may be a password or a key. */
const longestMixed = 9;
/** Longer words of letters alone are none that people write. */
const longestWord = 40;

// Joiners of letters stay, each for itself: Persian and Indian words are other words without them.
// oxlint-disable-next-line no-misleading-character-class
const noWords = /[^\p{L}\p{N}\p{M}\u200c\u200d '’&+#.-]+/gu;
const edges = /^[^\p{L}\p{N}]|[^\p{L}\p{N}\p{M}+#]$/u;
/** Marks on marks hide what stands below them. */
const pileOfMarks = /\p{M}{4}/u;
const host = /[\p{L}\p{N}]\.\p{L}{2}/u;
const digit = /\p{N}/gu;
const letter = /\p{L}/u;

/** What is counted of a search; undefined where it is too short or too long, or looks like an address, a number or a key of somebody's. */
export function phraseOf(text: string): SearchPhrase | undefined {
  if (text.length > 4 * longest || text.includes('@') || text.includes('://') || pileOfMarks.test(text))
    return undefined;
  let shown = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('\u00ad', '')
    .replace(noWords, ' ')
    .replace(/ +/g, ' ')
    .trim();
  while (edges.test(shown)) shown = shown.replace(edges, '').trim();
  // Unlike `3.5`, what has letters around a dot may be the name of a host.
  if (host.test(shown) || (shown.match(digit)?.length ?? 0) > mostDigits) return undefined;
  const phrase = foldedWords(shown);
  const size = [...phrase].length;
  if (size < shortest || size > longest || [...shown].length > longest || shown.split(/[ -]/).some(isToken))
    return undefined;
  return { phrase, shown };
}

/** The words of a text as phrases have them. */
export function foldedWords(text: string): string {
  const words: string[] = [];
  let run = '';
  for (const piece of splitWords(fold(text))) {
    // Of scripts without spaces the run stands whole, once.
    if (piece.run === undefined) words.push(piece.text);
    else if (piece.run !== run) words.push(withoutStrokes(piece.run));
    run = piece.run ?? '';
  }
  return words.join(' ');
}

function isToken(word: string): boolean {
  const { length } = word;
  return length > longestWord || (length > longestMixed && letter.test(word) && word.search(digit) >= 0);
}

/** Whether a phrase holds one of these words or phrases, as whole words; of scripts without spaces anywhere. `hidden`: folded by `foldedWords`. */
export function holdsAny(phrase: string, hidden: readonly string[]): boolean {
  return hidden.some(
    (words) =>
      words !== '' && (isUnspacedText(words) ? phrase.includes(words) : ` ${phrase} `.includes(` ${words} `)),
  );
}

const unspacedText =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const isUnspacedText = (text: string) => unspacedText.test(text);
