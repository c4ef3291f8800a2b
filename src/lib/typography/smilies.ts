import { htmlTokens } from '../markup/html-tokens.ts';

/** WordPress' emoji for smilies, without those that WordPress shows as its own images. */
const emojiBySmiley: Readonly<Record<string, string>> = {
  ':)': '🙂',
  ':-)': '🙂',
  ':smile:': '🙂',
  ':D': '😀',
  ':-D': '😀',
  ':grin:': '😀',
  ':(': '🙁',
  ':-(': '🙁',
  ':sad:': '🙁',
  ';)': '😉',
  ';-)': '😉',
  ':wink:': '😉',
  ':P': '😛',
  ':-P': '😛',
  ':razz:': '😛',
  ':o': '😮',
  ':-o': '😮',
  ':eek:': '😮',
  '8)': '😎',
  '8-)': '😎',
  ':cool:': '😎',
  ':x': '😡',
  ':-x': '😡',
  ':mad:': '😡',
  ':|': '😐',
  ':-|': '😐',
  ':neutral:': '😐',
  ':?': '😕',
  ':-?': '😕',
  ':???:': '😕',
  ':lol:': '😆',
  ':oops:': '😳',
  ':cry:': '😥',
  ':evil:': '👿',
  ':twisted:': '😈',
  ':roll:': '🙄',
  ':!:': '❗',
  ':?:': '❓',
  ':idea:': '💡',
  ':arrow:': '➡',
  ':shock:': '😯',
  '8O': '😯',
  '8-O': '😯',
};

/** A smiley is surrounded by spaces or at an end of its text. */
const smiley = /(?<![^\s\u00A0>])(?::[a-z]{3,7}:|:\?{3}:|:[!?]:|[:;8]-?[()DPOox|?])(?![^\s\u00A0<])/g;
const possible = /[:;8]/;

const verbatim: ReadonlySet<string> = new Set([
  'audio',
  'code',
  'kbd',
  'math',
  'pre',
  'samp',
  'script',
  'style',
  'svg',
  'textarea',
  'tt',
  'video',
]);

const inText = (text: string): string => text.replace(smiley, (found) => emojiBySmiley[found] ?? found);

/** Replaces smilies in the text of HTML by emoji; tags, code and preformatted text are unchanged. Linear in time. */
export function withEmoji(html: string): string {
  if (!possible.test(html)) return html;
  const within: string[] = [];
  let result = '';
  for (const { kind, name, start, end } of htmlTokens(html)) {
    const source = html.slice(start, end);
    if (kind === 'open' && verbatim.has(name) && !source.endsWith('/>')) within.push(name);
    else if (kind === 'close' && within.at(-1) === name) within.pop();
    result += kind === 'text' && within.length === 0 ? inText(source) : source;
  }
  return result;
}
