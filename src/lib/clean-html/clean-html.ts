import { mendStretch, eachHtmlToken } from '../markup/html-tokens.ts';
import { parseText } from './parse.ts';
import { articleProfile, authorProfile } from './profiles.ts';
import type { Profile } from './profiles.ts';
import type { TreeNode } from './parse.ts';
import { eachNode, writeTree } from './write.ts';
import type { OwnMarks } from './write.ts';

/** Maximum rounds of parsing and serializing until the result is stable. Three are rare. */
const maxRounds = 5;

/**
 * Parses HTML as browsers do and serializes what the profile allows, repeatedly until the result is stable, so that
 * browsers read the checked structure; otherwise only text remains. Linear in time, never throws.
 */
export function cleanHtml(html: string, profile: Profile = articleProfile): string {
  return (profile.isArticle ? html.includes('<') : /[<>&]/.test(html)) ? settle(html, profile, {}) : html;
}

/**
 * Cleans a text whose pieces are separated by other content: it is parsed as a whole, since an element may begin in one
 * piece and end in another, and returned in as many pieces. Callers can't set `places` in `own`.
 */
export function cleanPieces(pieces: readonly string[], own: Omit<OwnMarks, 'places'> = {}): string[] {
  if (pieces.length === 1) return [settle(pieces[0] ?? '', articleProfile, own)];
  const places = placesName();
  const written = settle(joined(pieces, places), articleProfile, { ...own, places });
  return parted(written, places, pieces.length);
}

/**
 * The same for texts by users without `unfiltered_html`: returns pieces unchanged if nothing is removed. Constructs
 * that parsers read differently (drawings, formulas, `<` in raw text and values, wrong nesting) are always rewritten.
 */
export function cleanWhereNeeded(
  pieces: readonly string[],
  profile: Profile = authorProfile,
): readonly string[] {
  if (!pieces.some((piece) => piece.includes('<'))) return pieces;
  const repaired = pieces.map(mendStretch);
  const places = placesName();
  const whole = joined(repaired, places);
  const written = settle(whole, profile, { places });
  if (repaired.every((piece, index) => piece === pieces[index]) && readsTheSame(whole, written))
    return pieces;
  return parted(written, places, pieces.length);
}

/** Unguessable prefix for the placeholder elements. */
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
    // Skips the rest of the placeholder, `3></x-…-3>`. One missing because it was in an attribute or raw text moves to
    // the next one, or to the end.
    while (cleaned.length <= Number.parseInt(other, 10)) cleaned.push('');
    cleaned[cleaned.length - 1] += other.slice(other.indexOf('>', other.indexOf('>') + 1) + 1);
  }
  while (cleaned.length < count) cleaned.push('');
  return cleaned;
}

function settle(html: string, profile: Profile, own: OwnMarks): string {
  let written = html;
  for (let round = 0; round < maxRounds; round++) {
    const before = written;
    written = writeTree(parseText(before).root, profile, own);
    if (written === before) return written;
  }
  return wordsOf(parseText(written).root, own);
}

const blocks =
  /^(?:address|article|aside|blockquote|br|dd|div|dl|dt|fieldset|figure|figcaption|footer|form|h[1-6]|header|hr|li|nav|ol|p|pre|section|table|td|th|tr|ul|caption)$/;

/** The text in paragraphs, with its placeholders. */
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

/** Elements that older and newer browsers parse differently. */
const readDifferently: ReadonlySet<string> = new Set(['math', 'select', 'svg']);

/**
 * Whether a text is equivalent to its cleaned form for every parser: the same elements and attributes in the same
 * place, and no `<` in a tag, comment or raw text. Comments without markup don't count.
 */
function readsTheSame(html: string, cleaned: string): boolean {
  if (html === cleaned) return true;
  if (!isPlain(html)) return false;
  const { root, isWhole } = parseText(html);
  const expected = isWhole ? outline(root) : undefined;
  return expected !== undefined && expected === outline(parseText(cleaned).root);
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

/** The nodes of a text in order; undefined when browsers parse it differently. */
function outline(root: TreeNode): string | undefined {
  const lines: string[] = [];
  const depths = new Map<TreeNode | undefined, number>([[root, 0]]);
  let isSure = true;
  let textOf: TreeNode | undefined; // owner of the text in the last line
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
