// The scripts say where their words end, whatever the language.
const sentences = /* @__PURE__ */ new Intl.Segmenter('en', { granularity: 'sentence' });
const words = /* @__PURE__ */ new Intl.Segmenter('en', { granularity: 'word' });

/** Characters that are as wide as two of others. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\ud840-\ud8bf][\udc00-\udfff]/gu;
/** What ends with a full stop and ends no sentence: `Dr.`, `St.`, `U.S.`, `z. B.`, a number before a name. */
const abbreviation = /(?:^|[\s("“„«])(?:\p{Lu}\p{L}{0,2}|\p{L}(?:\.\s?\p{L}){0,3}|\d{1,3})\.$/u;
/** What ends a sentence, and what was cut off before, with the marks that may close behind it. */
const sentenceEnd = /[.!?。！？؟।]["”’»」』)]*$/u;
const cutEnd = /…["”’»」』)]*$/u;
/** What stands before no ellipsis. */
const goesOn: ReadonlySet<string> = new Set(' ,;:–—،、-');
/** Of the room, what a text that ends with a sentence has to fill. */
const enough = 0.4;

/** Where a text is full after so many characters, of which wide ones count twice. */
export function endOfRoom(text: string, room: number): number {
  if (text.length * 2 <= room) return text.length;
  const doubled = [...text.slice(0, room + 1).matchAll(wide)].map(({ index }) => index);
  let end = room;
  for (const [before, index] of doubled.entries()) {
    if (index + before >= room) break;
    end = room - before - 1;
  }
  return Math.min(text.length, end);
}

/**
 * A plain text that fits into the room of so many characters, of which wide ones count twice: whole sentences where these fill it half, else whole words with
 * an ellipsis, in every script. A text that fits stays as it is; one that was cut off before (`…` at its end) ends with a sentence, too, if it can.
 */
export function cutText(text: string, room: number): string {
  const end = endOfRoom(text, room);
  const wasCut = text.endsWith('…');
  if (end >= text.length && !wasCut) return text;
  const least = end * enough;
  let sentence = 0;
  const fit = text.slice(0, Math.min(text.length, end + 1)); // one character more says whether a sentence ends at the edge
  for (const { index, segment } of sentences.segment(fit)) {
    const to = index + segment.trimEnd().length;
    const isWhole = index + segment.length < fit.length || sentenceEnd.test(segment.trimEnd());
    if (to <= end && isWhole && !(wasCut && to === text.length) && !abbreviation.test(segment.trimEnd()))
      sentence = to;
  }
  if (sentence >= least && sentence > 0) return text.slice(0, sentence);
  if (end >= text.length) return text;
  return withEllipsis(text.slice(0, endOfWord(text, end)));
}

/** A text that was cut off between two words, with an ellipsis in the place of its last comma; one that ends with a sentence as it is. */
export function withEllipsis(text: string): string {
  let to = text.length;
  while (to > 0 && goesOn.has(text.charAt(to - 1))) to--;
  const cut = text.slice(0, to);
  return sentenceEnd.test(cut) || cutEnd.test(cut) ? cut : `${cut}…`;
}

/** The last place up to `end` at which no word is cut; `end` where a word is longer than what is looked at. */
export function endOfWord(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const from = Math.max(0, end - 200);
  const start = text.charCodeAt(from) >= 0xdc00 && text.charCodeAt(from) <= 0xdfff ? from + 1 : from;
  const at =
    start + (words.segment(text.slice(start, end + 64)).containing(end - start)?.index ?? end - start);
  return at > start
    ? at
    : end - (text.charCodeAt(end - 1) >= 0xd800 && text.charCodeAt(end - 1) <= 0xdbff ? 1 : 0);
}

/**
 * The first units of a text, at most so many, well formed: the half of a character that stands at the cut goes, which shows as `�`, and of which no address
 * and no JSON can be made.
 */
export function startOf(text: string, longest: number): string {
  return text
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed();
}

/** A text of at most so many units for messages and lists: a longer one ends with an ellipsis. Whole words are `cutText`'s. */
export function shortened(text: string, longest: number): string {
  return text.length > longest ? `${startOf(text, longest - 1)}…` : text;
}

/** The text without any of `characters` at its end. Linear in time: an expression such as `/\/+$/` begins anew at each of them. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The text without any of `characters` at its beginning and its end. */
export function trimEndsOf(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start++;
  return trimEndOf(text.slice(start), characters);
}
