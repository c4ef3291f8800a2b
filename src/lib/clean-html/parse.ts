import { Parser, html as names } from 'parse5';
import type { Token, TreeAdapter, TreeAdapterTypeMap } from 'parse5';
import { voidElements } from './elements.ts';
import { eachHtmlToken } from '../markup/html-tokens.ts';
import { deepestNesting, blockTokens } from '../markup/block-markup.ts';

/** Maximum nesting of elements; deeper ones lose their tags and keep their text. Browsers stop at 512, including the surrounding page. */
export const deepestElements = 200;

/** Characters of tags that the parser may repeat: misnested formatting is reopened in every following element, without limit. */
const maxRepeated = (length: number) => 20_000 + length / 4;

/** Elements without child elements. Without their tags, hidden content would become visible, so they are kept at any depth. */
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
/** parse5's HTML parser with limits on nesting and on copies of formatting, and without `<plaintext>`. */
class BoundedParser extends Parser<TreeMap> {
  #latest: Token.TagToken | undefined;
  /** Attribute lists of elements so far; a repeated list shows a copied element. */
  readonly #written = new WeakSet<readonly Token.Attribute[]>();
  /** Characters of tags that may still be repeated. */
  room = 0;
  isTooDeep = false;
  /** Tags without an element, whose attributes are not in the tree. */
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

  /** When the limit is reached, only well-nested formatting works. */
  #stopRepeating(): void {
    if (this.room < 0) this.activeFormattingElements.clearToLastMarker();
  }

  countElement(name: string, attributes: readonly Token.Attribute[]): void {
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

export interface ParsedText {
  readonly root: TreeNode;
  readonly isWhole: boolean;
  /** Whether elements lost their tags because of `deepestElements`. */
  readonly isTooDeep: boolean;
}

/** Parses HTML as the content of `<body>`, with scripting disabled (`noscript` contains markup). */
export function parseText(html: string): ParsedText {
  const at: { parser?: Parser<TreeMap> } = {};
  const adapter = treeAdapter((name, attributes) => {
    if (at.parser instanceof BoundedParser) at.parser.countElement(name, attributes);
  });
  const body = adapter.createElement('body', names.NS.HTML, []);
  const parser = BoundedParser.getFragmentParser<TreeMap>(body, {
    treeAdapter: adapter,
    scriptingEnabled: false,
  });
  at.parser = parser;
  if (parser instanceof BoundedParser) parser.room = maxRepeated(html.length);
  parser.tokenizer.write(html, true);
  const { ignored, isTooDeep } = parser as BoundedParser;
  return { root: parser.getFragment(), isWhole: ignored === 0, isTooDeep };
}

const nestsTooDeep = (html: string): boolean => parseText(html).isTooDeep;

/** A node of the tree. Children are a linked list, so that moving one takes constant time. */
export interface TreeNode {
  readonly kind: 'root' | 'element' | 'text' | 'comment';
  /** Of elements, in the case of its namespace (`div`, `linearGradient`). */
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Token.Attribute[];
  value: string;
  parent: TreeNode | undefined;
  first: TreeNode | undefined;
  last: TreeNode | undefined;
  previous: TreeNode | undefined;
  next: TreeNode | undefined;
}

type TreeMap = TreeAdapterTypeMap<
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode
>;

function node(
  kind: TreeNode['kind'],
  name: string,
  namespace: string,
  attributes: Token.Attribute[],
  value: string,
): TreeNode {
  return {
    kind,
    name,
    namespace,
    attributes,
    value,
    parent: undefined,
    first: undefined,
    last: undefined,
    previous: undefined,
    next: undefined,
  };
}

function detach(child: TreeNode): void {
  const { parent, previous, next } = child;
  if (!parent) return;
  if (previous) previous.next = next;
  else parent.first = next;
  if (next) next.previous = previous;
  else parent.last = previous;
  child.parent = child.previous = child.next = undefined;
}

function insert(parent: TreeNode, child: TreeNode, next: TreeNode | undefined): void {
  detach(child);
  child.parent = parent;
  child.next = next;
  child.previous = next ? next.previous : parent.last;
  if (child.previous) child.previous.next = child;
  else parent.first = child;
  if (next) next.previous = child;
  else parent.last = child;
}

function insertText(parent: TreeNode, text: string, next: TreeNode | undefined): void {
  const before = next ? next.previous : parent.last;
  if (before?.kind === 'text') before.value += text;
  else insert(parent, node('text', '', '', [], text), next);
}

/** The tree adapter for parse5. `onElement` is called for each created element. */
function treeAdapter(
  onElement: (name: string, attributes: readonly Token.Attribute[]) => void,
): TreeAdapter<TreeMap> {
  const contentByTemplate = new Map<TreeNode, TreeNode>();
  return {
    createDocument: () => node('root', '', '', [], ''),
    createDocumentFragment: () => node('root', '', '', [], ''),
    createElement: (name, namespace, attributes) => {
      onElement(name, attributes);
      return node('element', name, namespace, attributes, '');
    },
    createCommentNode: (value) => node('comment', '', '', [], value),
    createTextNode: (value) => node('text', '', '', [], value),
    appendChild: (parent, child) => insert(parent, child, undefined),
    insertBefore: insert,
    insertText: (parent, text) => insertText(parent, text, undefined),
    insertTextBefore: insertText,
    detachNode: detach,
    // The content of a template is not part of the page, and not used here.
    setTemplateContent: (template, content) => void contentByTemplate.set(template, content),
    getTemplateContent: (template) => contentByTemplate.get(template) ?? template,
    adoptAttributes: () => undefined,
    setDocumentType: () => undefined,
    setDocumentMode: () => undefined,
    getDocumentMode: () => names.DOCUMENT_MODE.NO_QUIRKS,
    getFirstChild: (parent) => parent.first ?? null,
    getChildNodes: (parent) => {
      const children: TreeNode[] = [];
      for (let child = parent.first; child; child = child.next) children.push(child);
      return children;
    },
    getParentNode: (child) => child.parent ?? null,
    getAttrList: ({ attributes }) => attributes,
    getTagName: ({ name }) => name,
    getNamespaceURI: ({ namespace }) => namespace as names.NS,
    getTextNodeContent: ({ value }) => value,
    getCommentNodeContent: ({ value }) => value,
    getDocumentTypeNodeName: () => '',
    getDocumentTypeNodePublicId: () => '',
    getDocumentTypeNodeSystemId: () => '',
    getNodeSourceCodeLocation: () => undefined,
    setNodeSourceCodeLocation: () => undefined,
    updateNodeSourceCodeLocation: () => undefined,
    isTextNode: (other): other is TreeNode => other.kind === 'text',
    isCommentNode: (other): other is TreeNode => other.kind === 'comment',
    isDocumentTypeNode: (other): other is TreeNode => other.name === '!doctype',
    isElementNode: (other): other is TreeNode => other.kind === 'element',
  };
}

/** Why a text is nested too deeply to be saved, as the end of a sentence; undefined when it is not. Linear in time. */
export function nestingFault(markup: string): string | undefined {
  if (markup.includes('<!--') && maxDepthOf(blockNesting(markup)) > deepestNesting)
    return `its blocks are nested more than ${deepestNesting} levels deep.`;
  // Half of the limit leaves room for elements that the parser adds, such as `tbody`.
  if (maxDepthOf(elementNesting(markup)) <= deepestElements / 2 || !nestsTooDeep(markup)) return undefined;
  return `its HTML is nested more than ${deepestElements} elements deep. Close elements, or remove some of the outer ones.`;
}

type Step = readonly [name: string, opens: boolean];

/** Upper bound of the nesting, whichever end tag closes which element. */
function maxDepthOf(steps: Iterable<Step>): number {
  const openByName = new Map<string, number>();
  let depth = 0;
  let maxDepth = 0;
  for (const [name, opens] of steps) {
    const open = openByName.get(name) ?? 0;
    if (!opens && open === 0) continue;
    openByName.set(name, open + (opens ? 1 : -1));
    depth += opens ? 1 : -1;
    maxDepth = Math.max(maxDepth, depth);
  }
  return maxDepth;
}

function* blockNesting(markup: string): Iterable<Step> {
  for (const { kind, name } of blockTokens(markup)) if (kind !== 'void') yield [name, kind === 'open'];
}

function elementNesting(html: string): Step[] {
  const steps: Step[] = [];
  if (!html.includes('<')) return steps;
  eachHtmlToken(html, ({ kind, name }) => {
    if ((kind === 'open' || kind === 'close') && !voidElements.has(name)) steps.push([name, kind === 'open']);
  });
  return steps;
}
