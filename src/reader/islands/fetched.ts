import { trust } from './trust.ts';

/**
 * Parses HTML inertly. The only place where browsers turn HTML into nodes (enforced by `npm run check`); for
 * fetched.ts, fetched-page.ts and settings-nodes.ts.
 */
export const parse = (html: string): Document =>
  new DOMParser().parseFromString(trust().createHTML(html), 'text/html');

/** Turns the content of `<noscript>` into text: this parser treats it as markup, which would be found, shown and fetched. */
export function hideUnseen(parsed: Document): Document {
  for (const unseen of parsed.querySelectorAll('noscript')) unseen.textContent = unseen.innerHTML;
  return parsed;
}

/** Also removes scripts. */
export function settle(parsed: Document): Document {
  for (const script of parsed.querySelectorAll('script')) script.remove();
  return hideUnseen(parsed);
}

export function nodesOf(html: string, settled: (parsed: Document) => Document): DocumentFragment {
  const nodes = document.createDocumentFragment();
  nodes.append(...settled(parse(`<!doctype html><body>${html}`)).body.childNodes);
  return nodes;
}

/** Returns HTML of a reply as nodes. It contains no scripts and can't start behaviours: the reply declares those separately. */
export const fetchedNodes = (html: string): DocumentFragment => nodesOf(html, settle);
