import { mendStretch, eachHtmlToken } from '../markup/html-tokens.ts';
import { parseText } from './parse.ts';
import { articleProfile, authorProfile } from './profiles.ts';
import type { Profile } from './profiles.ts';
import type { TreeNode } from './parse.ts';
import { eachNode, writeTree } from './write.ts';
import type { OwnMarks } from './write.ts';

/** How often a text is read and written until it reads as it was written. Three are rare. */
const mostRounds = 5;

/**
 * Parses a text as browsers do and writes it anew with what the profile allows: closed, escaped, without scripts and without marks of ours. The result is read
 * once more and is the same then, so what browsers make of it is what was looked at; a text that reads differently each time keeps its words only. Linear in
 * time, throws at nothing.
 */
export function cleanHtml(html: string, profile: Profile = articleProfile): string {
  return (profile.isArticle ? html.includes('<') : /[<>&]/.test(html)) ? settle(html, profile, {}) : html;
}

/**
 * Cleans a text that stands in several pieces, between which something else is put: it is read as a whole, so that an element may begin in one piece and end in
 * another, and comes back in as many pieces. Of `own` marks `places` is none of the caller's.
 */
export function cleanPieces(pieces: readonly string[], own: Omit<OwnMarks, 'places'> = {}): string[] {
  if (pieces.length === 1) return [settle(pieces[0] ?? '', articleProfile, own)];
  const places = placesName();
  const written = settle(joined(pieces, places), articleProfile, { ...own, places });
  return parted(written, places, pieces.length);
}

/**
 * The same for what people without `unfiltered_html` have stored: pieces of which nothing has to go come back as they are written, by the byte. Where parsers
 * differ (drawings, formulas, `<` in raw text and values, wrong nesting) they are written anew in any case.
 */
export function cleanWhereNeeded(
  pieces: readonly string[],
  profile: Profile = authorProfile,
): readonly string[] {
  if (!pieces.some((piece) => piece.includes('<'))) return pieces;
  const mended = pieces.map(mendStretch);
  const places = placesName();
  const whole = joined(mended, places);
  const written = settle(whole, profile, { places });
  if (mended.every((piece, index) => piece === pieces[index]) && readsTheSame(whole, written)) return pieces;
  return parted(written, places, pieces.length);
}

/** The beginning of the names of elements that nobody can know. */
function placesName(): string {
  return `x-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')}-`;
}

function joined(pieces: readonly string[], places: string): string {
  return pieces
    .map((piece, index) => (index === 0 ? piece : `<${places}${index}></${places}${index}>${piece}`))
    .join('');
}

function parted(written: string, places: string, count: number): string[] {
  const [first = '', ...others] = written.split(`<${places}`);
  const cleaned = [first];
  for (const other of others) {
    // `3></x-…-3>` and what stands behind. A place that is missing was in an attribute or in raw text: it stands in front of the next, or at the end.
    while (cleaned.length <= Number.parseInt(other, 10)) cleaned.push('');
    cleaned[cleaned.length - 1] += other.slice(other.indexOf('>', other.indexOf('>') + 1) + 1);
  }
  while (cleaned.length < count) cleaned.push('');
  return cleaned;
}

function settle(html: string, profile: Profile, own: OwnMarks): string {
  let written = html;
  for (let round = 0; round < mostRounds; round++) {
    const before = written;
    written = writeTree(parseText(before).root, profile, own);
    if (written === before) return written;
  }
  return wordsOf(parseText(written).root, own);
}

const blocks =
  /^(?:address|article|aside|blockquote|br|dd|div|dl|dt|fieldset|figure|figcaption|footer|form|h[1-6]|header|hr|li|nav|ol|p|pre|section|table|td|th|tr|ul|caption)$/;

/** The words of a text in paragraphs, and its places. */
function wordsOf(root: TreeNode, { places }: OwnMarks): string {
  let result = '';
  let line = '';
  const end = () => {
    if (line.trim() !== '') result += `<p>${line.trim()}</p>`;
    line = '';
  };
  eachNode(root, ({ kind, name, value, parent }) => {
    if (kind === 'text' && !/^(?:style|script|iframe|noembed|noframes|title)$/.test(parent?.name ?? ''))
      line += value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    else if (kind === 'element' && (blocks.test(name) || (places !== undefined && name.startsWith(places)))) {
      end();
      if (places !== undefined && name.startsWith(places)) result += `<${name}></${name}>`;
    }
  });
  end();
  return result;
}

/** Elements in which browsers of different age find different tags. */
const readDifferently: ReadonlySet<string> = new Set(['math', 'select', 'svg']);

/**
 * Whether a text says what its cleaned form says, in a way that every parser reads alike: each of its tags is an element of both, with the same attributes in
 * the same place, and no tag, comment or raw text holds a `<`. Comments without markup don't count.
 */
function readsTheSame(html: string, cleaned: string): boolean {
  if (html === cleaned) return true;
  if (!isPlain(html)) return false;
  const { root, isWhole } = parseText(html);
  const said = isWhole ? outline(root) : undefined;
  return said !== undefined && said === outline(parseText(cleaned).root);
}

function isPlain(html: string): boolean {
  let plain = true;
  eachHtmlToken(html, ({ kind, start, end }) => {
    if (!plain || kind === 'text') return;
    const inside = html.slice(kind === 'raw' ? start : start + 1, end);
    plain = !inside.includes('<') && (kind !== 'comment' || !inside.slice(0, -1).includes('>'));
  });
  return plain;
}

/** What a text says, node by node; undefined where browsers differ about it. */
function outline(root: TreeNode): string | undefined {
  const lines: string[] = [];
  const depths = new Map<TreeNode | undefined, number>([[root, 0]]);
  let isSure = true;
  let textOf: TreeNode | undefined; // whose text the last line is
  eachNode(root, (node) => {
    const { kind, name, value, attributes } = node;
    if (kind === 'comment') return;
    const depth = (depths.get(node.parent) ?? 0) + 1;
    if (kind === 'text') {
      const text = value.replaceAll('\n', '\n ');
      lines.push(textOf && textOf === node.parent ? text : `\n${depth} ${text}`);
      textOf = node.parent;
    } else {
      depths.set(node, depth);
      lines.push(
        `\n${depth} <${name}${attributes.map((attribute) => ` ${attribute.name}=${JSON.stringify(attribute.value)}`).join('')}>`,
      );
      isSure &&= !readDifferently.has(name);
      textOf = undefined;
    }
  });
  return isSure ? lines.join('') : undefined;
}
