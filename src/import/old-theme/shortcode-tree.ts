import { parseShortcodeAttributes } from '../../lib/shortcodes/attributes.ts';

export interface Shortcode {
  /** Lower case; empty for text outside of shortcodes. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Shortcode[];
  readonly text: string;
  /** The tag as written, for the report; for plain text, the text. */
  readonly tag: string;
}

/** Container elements. Each is a direct child of a lower rank, so the depth is limited by the number of ranks. */
const ranks: ReadonlyMap<string, number> = new Map(
  ['tdc_zone', 'vc_section', 'vc_row', 'vc_column', 'vc_row_inner', 'vc_column_inner'].map((name, rank) => [
    name,
    rank,
  ]),
);

const texts: ReadonlySet<string> = new Set([
  'vc_column_text',
  'vc_raw_html',
  'vc_raw_js',
  'vc_message',
  'td_block_text_with_title',
  'td_block_html',
]);

export const maxElements = 1000;
/** Longest tag; composers put whole style sheets into attributes. */
const maxTagLength = 200_000;

export interface ShortcodeTree {
  readonly nodes: readonly Shortcode[];
  readonly faults: readonly string[];
}

export const isStructure = (name: string): boolean => ranks.has(name);

export function writeShortcode({ name, tag, text, children }: Shortcode): string {
  if (name === '') return text;
  const isClosed = isStructure(name) || texts.has(name);
  return tag + text + children.map(writeShortcode).join('') + (isClosed ? `[/${name}]` : '');
}

/**
 * Parses a composer text. Unclosed elements end where the next of their kind begins; stray closing tags are skipped;
 * other brackets are text. Linear in time; depth is limited by the number of ranks, whatever the input.
 */
export function readShortcodes(
  source: string,
  isElement: (name: string, at: number) => boolean = () => true,
): ShortcodeTree {
  const root: Shortcode = { name: '', attributes: {}, children: [], text: '', tag: '' };
  const stack = [root];
  const faults = new Set<string>();
  const absent = new Set<string>();
  const tag = /\[(\/?)([a-z][\w-]{0,80})(?=[\s\]/])/iy;
  const into = () => stack.at(-1) ?? root;
  const rankAt = (node: Shortcode) => ranks.get(node.name) ?? -1;
  let elements = 0;
  let at = 0;
  let open = source.indexOf('[');
  const words = (from: number, to: number) => {
    const text = source.slice(from, to);
    if (
      text.trim() === '' ||
      (/^(?:\s|<\/?p>|<br ?\/?>|&nbsp;)*$/.test(text.slice(0, 1000)) && text.length <= 1000)
    )
      return;
    if (++elements <= maxElements)
      into().children.push({ name: '', attributes: {}, children: [], text, tag: text.trim() });
  };
  while (open !== -1) {
    tag.lastIndex = open;
    const match = tag.exec(source);
    const name = (match?.[2] ?? '').toLowerCase();
    if (!match || !isElement(name, open)) {
      open = source.indexOf('[', open + 1);
      continue;
    }
    const end = source.indexOf(']', tag.lastIndex);
    if (end === -1) break;
    words(at, open);
    const inside = source.slice(tag.lastIndex, end);
    const rank = ranks.get(name);
    at = end + 1;
    if (match[1] === '/') {
      const place = stack.findLastIndex((node) => node.name === name);
      if (place > 0) stack.length = place;
    } else if (inside.length > maxTagLength)
      faults.add(`${name} has a tag of ${inside.length} characters and was left out`);
    else if (++elements > maxElements)
      faults.add(`it has more than ${maxElements} elements; the rest were left out`);
    else {
      const text = texts.has(name) ? textOf(source, name, at, absent) : undefined;
      if (text !== undefined) at += text.length;
      const { named: attributes } = parseShortcodeAttributes(inside.replace(/\/$/, ''));
      const node: Shortcode = {
        name,
        attributes,
        children: [],
        text: text ?? '',
        tag: source.slice(open, end + 1),
      };
      if (rank !== undefined) while (stack.length > 1 && rankAt(into()) >= rank) stack.pop();
      into().children.push(node);
      if (rank !== undefined) stack.push(node);
    }
    open = source.indexOf('[', at);
  }
  words(at, source.length);
  return { nodes: root.children, faults: [...faults] };
}

function textOf(source: string, name: string, from: number, absent: Set<string>): string | undefined {
  if (absent.has(name)) return undefined;
  const end = source.indexOf(`[/${name}]`, from);
  if (end === -1) absent.add(name);
  return end === -1 ? undefined : source.slice(from, end);
}
