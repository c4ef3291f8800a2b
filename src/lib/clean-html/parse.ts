import { Parser, html as names } from 'parse5';
import type { Token } from 'parse5';
import { treeAdapter } from './tree.ts';
import type { TreeMap, TreeNode } from './tree.ts';

/** Elements that stand within others at most; deeper ones lose their tags and keep their words. Browsers stop at 512, in which the page around counts. */
const deepest = 200;

/** Elements that a parser may make of so many tags; misnested formatting makes more, without an end. */
const mostElements = (tags: number) => 2000 + 3 * tags;

/** Hold no elements: however deep they stand, leaving their tags out would show what nobody is to read. */
const leaves: ReadonlySet<string> = new Set([
  'area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'source', 'track', 'wbr', 'iframe', 'noembed', 'noframes', 'script', 'style', 'textarea', 'title', 'xmp',
]);
const formatting: ReadonlySet<string> = new Set(['a', 'b', 'big', 'code', 'em', 'font', 'i', 'nobr', 's', 'small', 'strike', 'strong', 'tt', 'u']);

/** The algorithm of the HTML standard, with an end to nesting and to copies of formatting, and without the tag after which there are no tags. */
class BoundedParser extends Parser<TreeMap> {
  #tags = 0;
  #elements = 0;
  #latest: Token.TagToken | undefined;
  /** Tags that no element was made of: their attributes are nowhere in the tree. */
  ignored = 0;

  override onStartTag(token: Token.TagToken): void {
    this.#tags++;
    this.ignored++;
    this.#latest = token;
    const { tagName } = token;
    if (tagName === 'plaintext' || (this.openElements.depth >= deepest && !leaves.has(tagName))) return;
    if (this.#elements > mostElements(this.#tags)) {
      this.activeFormattingElements.clearToLastMarker();
      if (formatting.has(tagName)) return;
    }
    super.onStartTag(token);
  }

  heard(attributes: readonly Token.Attribute[]): void {
    this.#elements++;
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
}

/** Parses a text as browsers do that stands in the body of a page, for readers without scripts (what is in `noscript` is markup). */
export function parseText(html: string): ParsedText {
  const at: { parser?: Parser<TreeMap> } = {};
  const adapter = treeAdapter((attributes) => at.parser instanceof BoundedParser && at.parser.heard(attributes));
  const body = adapter.createElement('body', names.NS.HTML, []);
  const parser = BoundedParser.getFragmentParser<TreeMap>(body, { treeAdapter: adapter, scriptingEnabled: false });
  at.parser = parser;
  parser.tokenizer.write(html, true);
  return { root: parser.getFragment(), isWhole: parser instanceof BoundedParser && parser.ignored === 0 };
}
