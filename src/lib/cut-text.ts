// Word boundaries depend on the script, not on the language.
const sentences = /* @__PURE__ */ new Intl.Segmenter('en', { granularity: 'sentence' });
const words = /* @__PURE__ */ new Intl.Segmenter('en', { granularity: 'word' });

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\ud840-\ud8bf][\udc00-\udfff]/gu;
/** Text that ends with a full stop but does not end a sentence: `Dr.`, `St.`, `U.S.`, `z. B.`, a number before a name. */
const abbreviation = /(?:^|[\s("“„«])(?:\p{Lu}\p{L}{0,2}|\p{L}(?:\.\s?\p{L}){0,3}|\d{1,3})\.$/u;
/** The end of a sentence, or of a text cut before, with closing quotes and brackets. */
const sentenceEnd = /[.!?。！？؟।]["”’»」』)]*$/u;
const cutEnd = /…["”’»」』)]*$/u;
/** Characters dropped before an ellipsis. */
const trailing: ReadonlySet<string> = new Set(' ,;:–—،、-');
/** Share of the room that whole sentences must fill. */
const minShare = 0.4;

/** The index at which the room is full; double-width characters count twice. */
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
 * Shortens a text to `room` characters (double-width ones count twice): whole sentences if they fill `enough` of it,
 * else whole words and an ellipsis. A text that fits is unchanged, unless it was cut before (`…`).
 */
export function cutText(text: string, room: number): string {
  const end = endOfRoom(text, room);
  const wasCut = text.endsWith('…');
  if (end >= text.length && !wasCut) return text;
  const least = end * minShare;
  let sentence = 0;
  const fit = text.slice(0, Math.min(text.length, end + 1)); // one more character shows whether a sentence ends at the edge
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

/** Replaces the last comma or space of a text cut between words by an ellipsis; a text that ends with a sentence is unchanged. */
export function withEllipsis(text: string): string {
  let to = text.length;
  while (to > 0 && trailing.has(text.charAt(to - 1))) to--;
  const cut = text.slice(0, to);
  return sentenceEnd.test(cut) || cutEnd.test(cut) ? cut : `${cut}…`;
}

/** The last word boundary up to `end`; `end` when a word is longer than the examined part. */
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

/** The first UTF-16 units of a text, at most `maxLength`. Drops half of a surrogate pair, which would be invalid in URLs and JSON. */
export function startOf(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed();
}

/** Shortens a text for messages and lists, with an ellipsis. `cutText` keeps whole words. */
export function shortened(text: string, maxLength: number): string {
  return text.length > maxLength ? `${startOf(text, maxLength - 1)}…` : text;
}

/** Removes `characters` from the end of a text. Linear in time, unlike an expression such as `/\/+$/`. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

export function trimEndsOf(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start++;
  return trimEndOf(text.slice(start), characters);
}
