import { darkClass } from '../../../../reader/islands/page-config.ts';

/** What brings other pages, or code, into one. */
const foreign = 'iframe, frame, frameset, embed, object, applet, portal, fencedframe';
/** What a frame that runs nothing has no use for, and what would ask for more than is seen. */
const idle = 'script, noscript, template, base, meta[http-equiv], link:not([rel=stylesheet])';

const boxStyle =
  'display:grid;place-items:center;min-height:9rem;background:#8f959c33;font:14px system-ui,sans-serif';

// By way of the prototypes: a text may hold a form or a picture that is called like what is asked for.
const all = (root: ParentNode, selector: string) =>
  Element.prototype.querySelectorAll.call(root as Element, selector);
const namesOf = (element: Element) => Element.prototype.getAttributeNames.call(element);
const valueOf = (element: Element, name: string) => Element.prototype.getAttribute.call(element, name) ?? '';
const without = (element: Element, name: string) => Element.prototype.removeAttribute.call(element, name);
const classesOf = (element: Element) => Reflect.get(Element.prototype, 'classList', element) as DOMTokenList;

/** The outermost element of a document, whatever names its text took. */
export const rootOf = (page: Document) =>
  Reflect.get(Document.prototype, 'documentElement', page) as HTMLElement;

/**
 * A reader's page for a frame in which no script runs: without what would be refused there, loudly, and with what its scripts would have done at once: pictures
 * are there, and it is dark or light as the newsroom is. `address`: where it stands. None of this is a wall: the frame is (decision 074).
 */
export function quietPage(
  html: string,
  { address, isDark }: { readonly address: string; readonly isDark: boolean },
): HTMLElement {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const root = rootOf(page);
  for (const element of all(root, idle)) Element.prototype.remove.call(element);
  for (const element of all(root, foreign)) {
    const box = Document.prototype.createElement.call(page, 'div');
    const host = hostOf(valueOf(element, 'src') || valueOf(element, 'data-src') || valueOf(element, 'data'));
    box.setAttribute('class', valueOf(element, 'class'));
    box.setAttribute('style', `${valueOf(element, 'style')};${boxStyle}`);
    box.textContent = host === '' ? 'Another page stands here' : `${host} stands here`;
    Element.prototype.replaceWith.call(element, box);
  }
  for (const element of all(root, '*')) silence(element);
  const head = all(root, 'head')[0];
  const base = Document.prototype.createElement.call(page, 'base');
  base.setAttribute('href', address);
  head?.prepend(base);
  root.classList.toggle(darkClass, isDark);
  // Nothing in it can be pressed, and Tab goes past it: it is a picture of the page, which can be scrolled.
  all(root, 'body')[0]?.setAttribute('inert', '');
  return root;
}

function silence(element: Element): void {
  for (const name of namesOf(element)) {
    const isLed = /^(?:xlink:)?href$|^(?:form)?action$/.test(name) && isCode(valueOf(element, name));
    if (name.startsWith('on') || name === 'autoplay' || name === 'srcdoc' || isLed) without(element, name);
  }
  // What waits for the reader to come near.
  if (!classesOf(element).contains('lazy')) return;
  for (const name of ['src', 'srcset', 'sizes']) {
    const late = valueOf(element, `data-${name}`);
    if (late !== '') Element.prototype.setAttribute.call(element, name, late);
  }
  const picture = valueOf(element, 'data-bg');
  if (picture !== '') {
    Element.prototype.setAttribute.call(
      element,
      'style',
      `${valueOf(element, 'style')};background-image:url(${JSON.stringify(picture)})`,
    );
  }
  classesOf(element).remove('lazy');
}

const isCode = (address: string) =>
  URL.canParse(address) && !/^(?:https?|mailto|tel):$/.test(new URL(address).protocol);

function hostOf(address: string): string {
  try {
    return new URL(address, location.href).host;
  } catch {
    return '';
  }
}

/** Makes what is shown like what is to be shown, and leaves what is the same where it is: pictures stay, and nobody's place is lost. */
export function becomeLike(shown: Element, wanted: Element): void {
  const names = namesOf(wanted);
  for (const name of namesOf(shown)) if (!names.includes(name)) without(shown, name);
  for (const name of names) {
    if (valueOf(shown, name) !== valueOf(wanted, name))
      Element.prototype.setAttribute.call(shown, name, valueOf(wanted, name));
  }
  const [before, after] = [shown, wanted].map((element) => [
    ...(Reflect.get(Node.prototype, 'childNodes', element) as NodeListOf<ChildNode>),
  ]);
  if (!before || !after) return;
  const same = (a: ChildNode | undefined, b: ChildNode | undefined) =>
    a !== undefined && b !== undefined && Node.prototype.isEqualNode.call(a, b);
  let first = 0;
  while (same(before[first], after[first])) first += 1;
  let last = 0;
  while (
    last < Math.min(before.length, after.length) - first &&
    same(before.at(-1 - last), after.at(-1 - last))
  )
    last += 1;
  const old = before.slice(first, before.length - last);
  const fresh = after.slice(first, after.length - last);
  const end = before[before.length - last] ?? null;
  const insert = (node: ChildNode) => Node.prototype.insertBefore.call(shown, node, end);
  for (const [index, node] of fresh.entries()) {
    const [from, to] = [old[index], node];
    if (from && isElement(from) && isElement(to) && kindOf(from) === kindOf(to) && kindOf(from) !== 'style')
      becomeLike(from, to);
    else if (from) Node.prototype.replaceChild.call(shown, to, from);
    else insert(to);
  }
  for (const node of old.slice(fresh.length)) Node.prototype.removeChild.call(shown, node);
}

const isElement = (node: ChildNode): node is HTMLElement =>
  Reflect.get(Node.prototype, 'nodeType', node) === Node.ELEMENT_NODE;
const kindOf = (element: Element) => Reflect.get(Element.prototype, 'localName', element) as string;
