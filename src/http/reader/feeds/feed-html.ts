import { htmlTokens, readAttributes, writeTag } from '../../../lib/markup/html-tokens.ts';
import { decodeEntities, escapeHtml } from '../../../lib/plain-text.ts';

/** Elements that mean nothing outside of our pages; they go with all that is inside. */
const dropped: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'form', 'button', 'input', 'select', 'textarea']);
/** Of those, the ones that have no end tag. */
const single: ReadonlySet<string> = new Set(['input']);

const addresses: ReadonlySet<string> = new Set(['href', 'src', 'poster', 'cite', 'data', 'action']);
/** What only our scripts and styles read, and what browsers of readers decide themselves. */
const ours = /^(?:data-|on)|^(?:style|loading|decoding|fetchpriority|tabindex)$/;

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
  return writeTag(name, kept.map((attribute) => {
    if (addresses.has(attribute.name) && (name === 'a' || !attribute.value.startsWith('#'))) return { ...attribute, value: absolute(attribute.value, pageUrl) };
    return attribute.name === 'srcset'
      ? { ...attribute, value: attribute.value.replace(/(^|,\s*)([^\s,]\S*)/g, (_whole, before: string, url: string) => before + absolute(url, pageUrl)) }
      : attribute;
  }));
}

/** An address as written (with entities) → absolute, with entities. What is absolute already, or no address, stays as it is. */
function absolute(written: string, pageUrl: string): string {
  const url = decodeEntities(written).trim();
  if (/^[a-z][a-z0-9+.-]*:/i.test(url) || !URL.canParse(url, pageUrl)) return written;
  return escapeHtml(new URL(url, pageUrl).href);
}
