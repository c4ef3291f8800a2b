/** Attributes of the elements that the visual editor shows, by their names; all others are edited as HTML. */
const shown: Readonly<Record<string, readonly string[]>> = {
  A: ['href', 'target', 'rel', 'title'],
  B: [],
  BLOCKQUOTE: [],
  BR: [],
  CODE: [],
  DEL: [],
  EM: [],
  H2: [],
  H3: [],
  H4: [],
  I: [],
  LI: [],
  OL: [],
  P: [],
  S: [],
  STRONG: [],
  SUB: [],
  SUP: [],
  U: [],
  UL: [],
};

const isSafeUrl = (url: string): boolean => /^(?:https?:|mailto:|tel:|\/|#)/i.test(url.trim());

const isShownAttribute = (element: Element, { name, value }: Attr): boolean =>
  (shown[element.tagName] ?? []).includes(name) && (name !== 'href' || isSafeUrl(value));

const parse = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body;

/** Whether the visual editor shows all of the HTML and changes nothing that it leaves alone. */
export function isShownWhole(html: string): boolean {
  const body = parse(html);
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  if (walker.nextNode()) return false;
  // Texts of some plugins have paragraphs without elements.
  const isLoose = [...body.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && /\n\s*\n/.test((node.textContent ?? '').trim()),
  );
  return (
    !isLoose &&
    [...body.querySelectorAll('*')].every(
      (element) =>
        Object.hasOwn(shown, element.tagName) &&
        [...element.attributes].every((attribute) => isShownAttribute(element, attribute)),
    )
  );
}

const replaced: Readonly<Record<string, string>> = {
  B: 'strong',
  I: 'em',
  DIV: 'p',
  H1: 'h2',
  H5: 'h4',
  H6: 'h4',
};
const dropped = new Set([
  'SCRIPT',
  'STYLE',
  'TEMPLATE',
  'IFRAME',
  'OBJECT',
  'SVG',
  'MATH',
  'TITLE',
  'META',
  'LINK',
]);

function cleanInto(target: Node, source: Node, document: Document): void {
  for (const node of source.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) target.appendChild(document.createTextNode(node.textContent ?? ''));
    if (!(node instanceof Element) || dropped.has(node.tagName.toUpperCase())) continue;
    const name = replaced[node.tagName] ?? node.tagName.toLowerCase();
    if (!Object.hasOwn(shown, name.toUpperCase())) {
      cleanInto(target, node, document);
      continue;
    }
    const copy = document.createElement(name);
    for (const attribute of node.attributes)
      if (isShownAttribute(copy, attribute)) copy.setAttribute(attribute.name, attribute.value);
    cleanInto(copy, node, document);
    target.appendChild(copy);
  }
}

function cleaned(html: string): HTMLElement {
  const source = parse(html);
  const target = source.ownerDocument.createElement('div');
  cleanInto(target, source, source.ownerDocument);
  return target;
}

/** Nodes of the HTML with only the elements and attributes of the visual editor. */
export const parseRich = (html: string): readonly ChildNode[] => [...cleaned(html).childNodes];

/** The HTML with only the elements and attributes of the visual editor; `<b>` and `<i>` become `<strong>` and `<em>`. */
export function cleanRich(html: string): string {
  const target = cleaned(html);
  return (target.textContent ?? '').trim() === '' ? '' : target.innerHTML;
}
