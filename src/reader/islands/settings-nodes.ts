import { hideUnseen, nodesOf } from './fetched.ts';

/** HTML of the site's settings, scripts included, as nodes; for places that make their scripts anew. */
export const settingsNodes = (html: string): DocumentFragment => nodesOf(html, hideUnseen);
