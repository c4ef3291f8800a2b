import { trust } from './trust.ts';

/**
 * Parses where nothing loads or runs. This is the only place where HTML becomes nodes in browsers (`npm run check` holds it). For the functions of fetched.ts,
 * fetched-page.ts and settings-nodes.ts.
 */
export const parse = (html: string): Document =>
  new DOMParser().parseFromString(trust().createHTML(html), 'text/html');

/** Shows `<noscript>` as readers with scripts have it: to this parser it is markup, which would be found, shown and fetched. */
export function hideUnseen(parsed: Document): Document {
  for (const unseen of parsed.querySelectorAll('noscript')) unseen.textContent = unseen.innerHTML;
  return parsed;
}

/** Does that, and takes scripts out. */
export function settle(parsed: Document): Document {
  for (const script of parsed.querySelectorAll('script')) script.remove();
  return hideUnseen(parsed);
}

/** What a piece of HTML holds, as nodes; `settled`: after this. */
export function nodesOf(html: string, settled: (parsed: Document) => Document): DocumentFragment {
  const nodes = document.createDocumentFragment();
  nodes.append(...settled(parse(`<!doctype html><body>${html}`)).body.childNodes);
  return nodes;
}

/** HTML of a reply, as nodes to put into the page. Nothing in it runs, nor says what runs: that its reply says beside it. */
export const fetchedNodes = (html: string): DocumentFragment => nodesOf(html, settle);
