import { html as names } from 'parse5';
import type { Token, TreeAdapter, TreeAdapterTypeMap } from 'parse5';

/** A node of a parsed text. Children are a linked list: moving one costs the same wherever it stands. */
export interface TreeNode {
  readonly kind: 'root' | 'element' | 'text' | 'comment';
  /** Of elements: as its namespace writes it (`div`, `linearGradient`). */
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Token.Attribute[];
  /** Of texts and comments. */
  value: string;
  parent: TreeNode | undefined;
  first: TreeNode | undefined;
  last: TreeNode | undefined;
  previous: TreeNode | undefined;
  next: TreeNode | undefined;
}

export type TreeMap = TreeAdapterTypeMap<
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

/** Puts `child` before `next`, or at the end. */
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

/** What parse5 builds trees with. `onElement` hears of each element made. */
export function treeAdapter(
  onElement: (name: string, attributes: readonly Token.Attribute[]) => void,
): TreeAdapter<TreeMap> {
  const contentByTemplate = new WeakMap<TreeNode, TreeNode>();
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
    // What a template holds is none of the page's; nobody here asks for it.
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
