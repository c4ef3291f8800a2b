import { Parser, html as names } from 'parse5';
import type { Token } from 'parse5';
import { treeAdapter } from './tree.ts';
import type { TreeMap, TreeNode } from './tree.ts';

/** Elements that stand within others at most; deeper ones lose their tags and keep their words. Browsers stop at 512, in which the page around counts. */
export const deepestElements = 200;

/** Characters of the tags that a parser may repeat: misnested formatting is repeated in each element behind it, without an end. */
const mostRepeated = (length: number) => 20_000 + length / 4;

/** Hold no elements: however deep they stand, leaving their tags out would show what nobody is to read. */
const leaves: ReadonlySet<string> = new Set([
  'area',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'source',
  'track',
  'wbr',
  'iframe',
  'noembed',
  'noframes',
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
]);
/** The algorithm of the HTML standard, with an end to nesting and to copies of formatting, and without the tag after which there are no tags. */
class BoundedParser extends Parser<TreeMap> {
  #latest: Token.TagToken | undefined;
  /** Attributes of the elements so far: who has those of an earlier one repeats it. */
  readonly #written = new WeakSet<readonly Token.Attribute[]>();
  /** Characters of tags that may still be repeated. */
  room = 0;
  isTooDeep = false;
  /** Tags that no element was made of: their attributes are nowhere in the tree. */
  ignored = 0;

  override onStartTag(token: Token.TagToken): void {
    this.ignored++;
    this.#latest = token;
    const { tagName } = token;
    if (tagName === 'plaintext') return;
    if (this.openElements.depth >= deepestElements && !leaves.has(tagName)) {
      this.isTooDeep = true;
      return;
    }
    this.#stopRepeating();
    super.onStartTag(token);
    this.#stopRepeating();
  }

  override onEndTag(token: Token.TagToken): void {
    this.#stopRepeating();
    super.onEndTag(token);
  }

  /** Without room, formatting works only where it is nested well. */
  #stopRepeating(): void {
    if (this.room < 0) this.activeFormattingElements.clearToLastMarker();
  }

  heard(name: string, attributes: readonly Token.Attribute[]): void {
    if (this.#written.has(attributes)) {
      this.room -= name.length + 2;
      for (const attribute of attributes) this.room -= attribute.name.length + attribute.value.length + 4;
    }
    this.#written.add(attributes);
    if (this.#latest?.attrs !== attributes) return;
    this.#latest = undefined;
    this.ignored--;
  }
}

/** A parsed text, and whether each of its tags is an element of it. */
export interface ParsedText {
  /** Its nodes are the children of this one. */
  readonly root: TreeNode;
  readonly isWhole: boolean;
  /** Whether elements lost their tags, since they are deeper than `deepestElements`. */
  readonly isTooDeep: boolean;
}

/** Parses a text as browsers do that stands in the body of a page, for readers without scripts (what is in `noscript` is markup). */
export function parseText(html: string): ParsedText {
  const at: { parser?: Parser<TreeMap> } = {};
  const adapter = treeAdapter((name, attributes) => {
    if (at.parser instanceof BoundedParser) at.parser.heard(name, attributes);
  });
  const body = adapter.createElement('body', names.NS.HTML, []);
  const parser = BoundedParser.getFragmentParser<TreeMap>(body, {
    treeAdapter: adapter,
    scriptingEnabled: false,
  });
  at.parser = parser;
  if (parser instanceof BoundedParser) parser.room = mostRepeated(html.length);
  parser.tokenizer.write(html, true);
  const { ignored, isTooDeep } = parser as BoundedParser;
  return { root: parser.getFragment(), isWhole: ignored === 0, isTooDeep };
}

/** Whether elements of a text nest deeper than `deepestElements`. */
export const nestsTooDeep = (html: string): boolean => parseText(html).isTooDeep;
