import { eachHtmlToken } from '../markup/html-tokens.ts';
import { isAttributeList, isPipedList } from './attributes.ts';
import { addressBetween, embeddedAddress, mayHoldAddress } from './embedded.ts';

/** A shortcode tag to be replaced; offsets refer to the HTML. */
export interface ShortcodeToken<List = unknown> {
  /**
   * `escaped` prints `text` (`[[gallery]]` prints `[gallery]`); `embed` embeds the URL `text`; `drop` removes the tag
   * of an unknown shortcode, but not its content; `list` replaces a plugin's list of posts by Broadsheet's.
   */
  readonly kind: 'known' | 'embed' | 'drop' | 'escaped' | 'list';
  readonly name: string;
  readonly closing: boolean;
  /** The part after the name; the text to print for `escaped`; the URL for `embed`. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Index of the closing tag that belongs to a known opening tag. */
  readonly partner?: number;
  readonly list?: List;
  /** Offset of the closing tag of a dropped opening tag. */
  readonly closedAt?: number;
}

/** Recognizes a plugin's shortcode for a list of posts, and its end. `start` and `end` are the offsets of the tag. */
export type FindList<List> = (
  name: string,
  text: string,
  place: { readonly html: string; readonly start: number; readonly end: number },
) => { readonly list: List; readonly end: number } | undefined;

const knownShortcodes: ReadonlySet<string> = new Set([
  'gallery',
  'caption',
  'wp_caption',
  'audio',
  'video',
  'embed',
  'playlist',
]);

export const isKnownShortcode = (name: string): boolean => knownShortcodes.has(name);

/** Name prefixes of page builders and themes, whose tags must never be visible. */
const builderName =
  /^(?:vc|td|tdb|tdc|tdm|tds|wpb|et_pb|fusion|avia|av|su|mk|nectar|ux|cs|rev|kc|dt|qode|mkdf|tatsu|themify|wpsm|ult)_[\w-]*$/;
/** Longest tag of an unknown shortcode; builders put whole style sheets into one. */
const maxTagLength = 50_000;

interface Candidate {
  readonly name: string;
  readonly closing: boolean;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly escapedEnd?: number;
  /** Within `pre` or `code`, where only escaping has a meaning. */
  readonly inCode: boolean;
}

/**
 * Finds shortcodes in HTML, but no other brackets (`[1]`, `[sic]`): an unknown name needs an underscore, attributes
 * `name="value"`, a closing slash or a closing tag. Ignores tags, comments, scripts, `pre` and `code`. Linear in time.
 */
export function scanShortcodes<List>(html: string, findList?: FindList<List>): ShortcodeToken<List>[] {
  if (!html.includes('[')) return [];
  const candidates = findCandidates(html);
  const partners = pairUp(candidates);
  const found = candidates.map((candidate, index) =>
    judge(candidate, html, candidates[partners.get(index) ?? -1], findList),
  );
  return pairKnown(found.filter((token) => token !== undefined));
}

function judge<List>(
  candidate: Candidate,
  html: string,
  partner: Candidate | undefined,
  findList: FindList<List> | undefined,
): ShortcodeToken<List> | undefined {
  const { name, closing, text, start, end } = candidate;
  const paired = partner !== undefined;
  const known = knownShortcodes.has(name);
  if (candidate.escapedEnd !== undefined) {
    return known || (!candidate.inCode && looksLikeShortcode(candidate, false))
      ? {
          kind: 'escaped',
          name,
          closing,
          text: html.slice(start + 1, candidate.escapedEnd - 1),
          start,
          end: candidate.escapedEnd,
        }
      : undefined;
  }
  if (candidate.inCode) return undefined;
  if (known) return { kind: 'known', name, closing, text, start, end };
  if (text.length > maxTagLength) return undefined;
  const found = closing ? undefined : findList?.(name, text, { html, start, end });
  if (found && !isAfterWord(html, start)) return { kind: 'list', name, closing, text, start, ...found };
  const address = closing ? undefined : embeddedAddress(name, text);
  if (address !== undefined) return { kind: 'embed', name, closing, text: address, start, end };
  const inside = closing || !paired ? undefined : addressBetween(name, html, end);
  if (inside !== undefined)
    return { kind: 'embed', name, closing, text: inside.address, start, end: inside.end };
  if (
    !paired &&
    !looksLikeShortcode(candidate, !closing && isAfterWord(html, start)) &&
    !isAloneInLine(candidate, html)
  )
    return undefined;
  return {
    kind: 'drop',
    name,
    closing,
    text,
    start,
    end,
    ...(partner && !closing ? { closedAt: partner.start } : {}),
  };
}

/** Ends of the text before a tag alone on its line or in its paragraph, and starts of the text after it. */
const beginsLine =
  /(?:^|\n|<\/?(?:p|div|br|li|td|center|section|h[1-6]|figure)\b[^<>]{0,100}>|-->)[ \t]{0,20}$/i;
const endsLine = /^[ \t]{0,20}(?:\r?\n|$|<\/?(?:p|div|br|li|td|center|section|h[1-6]|figure)\b|<!--)/i;

/** Whether a tag such as `[podlove-web-player]`, typical of plugins but not of prose, is alone on its line. */
function isAloneInLine({ name, text, closing, start, end }: Candidate, html: string): boolean {
  if (closing || text.trim() !== '' || !/^[a-z][a-z\d]*(?:-[a-z\d]+)+$/.test(name)) return false;
  return (
    beginsLine.test(html.slice(Math.max(0, start - 130), start)) && endsLine.test(html.slice(end, end + 40))
  );
}

const isAfterWord = (html: string, start: number) =>
  start > 0 && /[\p{L}\p{N}_$)]/u.test(html.charAt(start - 1));

/** Shortcodes of podcast plugins that place the player of the post's own episode, which is shown above every text. */
const episodePlayers: ReadonlySet<string> = new Set(['powerpress', 'ss_player', 'ssp_player']);

export const isEpisodePlayer = ({ name, text }: Pick<ShortcodeToken, 'name' | 'text'>): boolean =>
  episodePlayers.has(name) && !/\b(?:url|episode)\s*=/i.test(text);

function looksLikeShortcode({ name, text, closing }: Candidate, afterWord: boolean): boolean {
  if (builderName.test(name) || isEpisodePlayer({ name, text })) return true;
  if (afterWord) return false;
  if (text.startsWith('|')) return !closing && isPipedList(text);
  const trimmed = text.trimEnd();
  const inside = trimmed.endsWith('/') ? trimmed.slice(0, -1) : text;
  const bare = inside.trim() === '';
  if (/^[a-z][a-z0-9-]*_[a-z0-9_-]*$/.test(name) && (bare || isAttributeList(inside))) return true;
  return !closing && ((bare && inside !== text) || (!bare && isAttributeList(inside)));
}

function findCandidates(html: string): Candidate[] {
  const skip = quotedRanges(html);
  const candidates: Candidate[] = [];
  const absent = new Set<string>();
  const tag = /\[(\/?)([a-zA-Z][\w-]*)(?=[\s\]/<=:|])/y;
  let range = 0;
  let close = -1;
  let open = html.indexOf('[');
  while (open !== -1) {
    while ((skip[range]?.end ?? Infinity) <= open) range++;
    const inside = skip[range];
    const inCode = inside?.kind === 'code' && inside.start <= open;
    if (inside && !inCode && inside.start <= open) {
      open = html.indexOf('[', inside.end);
      continue;
    }
    const doubled = html.charAt(open + 1) === '[';
    const inner = doubled ? open + 1 : open;
    tag.lastIndex = inner;
    const match = namedAt(tag, html);
    const next = html.indexOf('[', inner + 1);
    if (close < inner) close = html.indexOf(']', inner);
    if (close === -1) break;
    if (!match || (next !== -1 && next < close)) {
      open = doubled ? inner : next;
      if (doubled && !match) open = next;
      continue;
    }
    const name = match[2] ?? '';
    const base = {
      name,
      closing: match[1] === '/',
      text: html.slice(tag.lastIndex, close),
      start: open,
      end: close + 1,
      inCode,
    };
    const escapedEnd = doubled ? endOfEscaped(html, name, close, absent) : undefined;
    if (escapedEnd !== undefined) candidates.push({ ...base, escapedEnd });
    else candidates.push({ ...base, start: inner });
    open = html.indexOf('[', escapedEnd ?? close + 1);
  }
  return candidates;
}

/** The name after a bracket, possibly followed by a URL: `[youtube=https://…]`, `[audio:https://…]`. */
function namedAt(tag: RegExp, html: string): RegExpExecArray | undefined {
  const match = tag.exec(html);
  const sign = match ? html.charAt(tag.lastIndex) : '';
  if (!match || (sign === '=' && !mayHoldAddress(match[2] ?? '')) || (sign === ':' && match[2] !== 'audio'))
    return undefined;
  return match;
}

/** The offset after `[[name …]]` or `[[name]…[/name]]`. */
function endOfEscaped(html: string, name: string, close: number, absent: Set<string>): number | undefined {
  if (html.charAt(close + 1) === ']') return close + 2;
  const ending = `[/${name}]]`;
  if (absent.has(ending)) return undefined;
  const at = html.indexOf(ending, close);
  if (at !== -1) return at + ending.length;
  absent.add(ending);
  return undefined;
}

/** Indices of matching opening and closing candidates by name, innermost first, in both directions. */
function pairUp(candidates: readonly Candidate[]): Map<number, number> {
  const open = new Map<string, number[]>();
  const paired = new Map<number, number>();
  for (const [index, { name, closing, text, escapedEnd, inCode }] of candidates.entries()) {
    if (escapedEnd !== undefined || inCode || text.length > maxTagLength) continue;
    if (!closing) {
      const waiting = open.get(name);
      if (waiting) waiting.push(index);
      else open.set(name, [index]);
      continue;
    }
    const opener = open.get(name)?.pop();
    if (opener === undefined) continue;
    paired.set(opener, index);
    paired.set(index, opener);
  }
  return paired;
}

/** A known shortcode extends to its closing tag unless another one of its name opens before: text between two players belongs to neither. */
function pairKnown<List>(tokens: readonly ShortcodeToken<List>[]): ShortcodeToken<List>[] {
  const following = new Map<string, number>();
  const result = [...tokens];
  for (let index = tokens.length - 1; index >= 0; index--) {
    const token = tokens[index];
    if (!token || token.kind !== 'known') continue;
    const partner = following.get(token.name);
    following.set(token.name, index);
    if (
      !token.closing &&
      partner !== undefined &&
      tokens[partner]?.closing &&
      !token.text.trimEnd().endsWith('/')
    )
      result[index] = { ...token, partner };
  }
  return result;
}

interface QuotedRange {
  readonly kind: 'markup' | 'code';
  readonly start: number;
  end: number;
}

/** Ranges in which brackets have no meaning (tags, comments, raw text) or a limited one (code). */
function quotedRanges(html: string): QuotedRange[] {
  const ranges: QuotedRange[] = [];
  let code = 0;
  eachHtmlToken(html, (token) => {
    if (token.name === 'pre' || token.name === 'code') {
      if (token.kind === 'open') code++;
      else if (token.kind === 'close') code = Math.max(0, code - 1);
    }
    if (token.kind === 'text' && code === 0) return;
    const kind = token.kind === 'text' ? 'code' : 'markup';
    const last = ranges.at(-1);
    if (last && last.end === token.start && last.kind === kind) last.end = token.end;
    else ranges.push({ kind, start: token.start, end: token.end });
  });
  return ranges;
}
