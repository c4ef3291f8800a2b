import type { WorkerTask } from '../worker-pool.ts';
import { withAbsoluteAddress } from './absolute-addresses.ts';
import { htmlTokens, readAttributes, writeTag } from './html-tokens.ts';

/** Elements that mean nothing outside of our pages; they go with all that is inside. */
const dropped: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'form',
  'button',
  'input',
  'select',
  'textarea',
]);
/** Of those, the ones that have no end tag. */
const single: ReadonlySet<string> = new Set(['input']);

/** What only our scripts and styles read, and what browsers of readers decide themselves. */
const ours = /^(?:data-|on)|^(?:style|loading|decoding|fetchpriority|tabindex)$/;

/** `feedHtml` of a long text, in a worker. */
export const feedTask: WorkerTask<{ readonly html: string; readonly pageUrl: string }, string> = {
  name: 'feed',
};

/** A post's HTML for readers outside of our pages: addresses absolute, no scripts, controls, or marks of our islands and behaviours. Linear in time. */
export function feedHtml(html: string, pageUrl: string): string {
  const parts: string[] = [];
  let inside: { readonly name: string; depth: number } | undefined;
  for (const { kind, name, start, end, cut } of htmlTokens(html)) {
    if (inside) {
      if (name === inside.name && kind === 'open') inside.depth++;
      else if (name === inside.name && kind === 'close' && --inside.depth === 0) inside = undefined;
    } else if (kind === 'comment' || cut) continue;
    else if (kind === 'open' && dropped.has(name)) inside = single.has(name) ? undefined : { name, depth: 1 };
    else if (kind === 'open') parts.push(plainTag(html.slice(start, end), name, pageUrl));
    else parts.push(html.slice(start, end));
  }
  return parts.join('').trim();
}

function plainTag(tag: string, name: string, pageUrl: string): string {
  const kept = readAttributes(tag).filter((attribute) => !ours.test(attribute.name));
  return writeTag(
    name,
    kept.map((attribute) =>
      // A reader of feeds shows many pages on one of its own.
      name === 'a' && attribute.name === 'href' && attribute.value.startsWith('#')
        ? { ...attribute, value: pageUrl + attribute.value }
        : withAbsoluteAddress(attribute, pageUrl),
    ),
  );
}
