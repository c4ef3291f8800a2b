import type { WorkerTask } from '../worker-pool.ts';
import { htmlTokens, readAttributes, writeTag, eachHtmlToken, splice } from './html-tokens.ts';
import { decodeEntities, escapeHtml } from '../plain-text.ts';
import type { HtmlAttribute, Edit } from './html-tokens.ts';

/** Elements that are useless outside of the site's pages; removed with their content. */
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
/** Of these, the void elements. */
const single: ReadonlySet<string> = new Set(['input']);

/** Attributes read only by the site's scripts and styles, or decided by feed readers. */
const ours = /^(?:data-|on)|^(?:style|loading|decoding|fetchpriority|tabindex)$/;

/** Runs `feedHtml` for a long text in a worker. */
export const feedTask: WorkerTask<{ readonly html: string; readonly pageUrl: string }, string> = {
  name: 'feed',
};

/** A post's HTML for feeds and other sites: absolute URLs; no scripts, controls or marks of islands and behaviours. Linear in time. */
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
  const attributes = readAttributes(tag).filter((attribute) => !ours.test(attribute.name));
  return writeTag(
    name,
    attributes.map((attribute) =>
      // Feed readers show many posts on one page, so fragment links need the full URL.
      name === 'a' && attribute.name === 'href' && attribute.value.startsWith('#')
        ? { ...attribute, value: pageUrl + attribute.value }
        : withAbsoluteAddress(attribute, pageUrl),
    ),
  );
}

const addresses: ReadonlySet<string> = new Set(['href', 'src', 'poster', 'cite', 'data', 'action']);

/** A root-relative URL, or one with only a query. */
const ownAddress = /^(?:\/(?!\/)|\?)/;
/** The same in an attribute, in the form that texts and views have. */
const holdsOwn = / (?:href|src|srcset|poster|cite|data|action)="(?:\/(?!\/)|\?)/;

/** Makes a URL with entities absolute. Absolute URLs and other texts are unchanged. */
function absolute(written: string, pageUrl: string, which?: RegExp): string {
  if (which?.test(written) === false) return written;
  const url = decodeEntities(written).trim();
  if (/^[a-z][a-z0-9+.-]*:/i.test(url) || !URL.canParse(url, pageUrl)) return written;
  return escapeHtml(new URL(url, pageUrl).href);
}

/** Makes the URLs in an attribute absolute, based on `pageUrl`. Fragments (`#note`) are unchanged. `which` limits the URLs; default all. */
function withAbsoluteAddress(attribute: HtmlAttribute, pageUrl: string, which?: RegExp): HtmlAttribute {
  if (addresses.has(attribute.name)) {
    return attribute.value.startsWith('#')
      ? attribute
      : { ...attribute, value: absolute(attribute.value, pageUrl, which) };
  }
  if (attribute.name !== 'srcset') return attribute;
  const value = attribute.value.replace(
    /(^|,\s*)([^\s,]\S*)/g,
    (_whole, before: string, url: string) => before + absolute(url, pageUrl, which),
  );
  return { ...attribute, value };
}

/** Makes root-relative URLs absolute for use elsewhere, as in WordPress; the rest is unchanged. Linear in time. */
export function withAbsoluteAddresses(html: string, pageUrl: string): string {
  if (!holdsOwn.test(html)) return html;
  const edits: Edit[] = [];
  eachHtmlToken(html, ({ kind, name, start, end, cut }) => {
    const tag = html.slice(start, end);
    if (kind !== 'open' || cut || !holdsOwn.test(tag)) return;
    edits.push({
      start,
      end,
      text: writeTag(
        name,
        readAttributes(tag).map((attribute) => withAbsoluteAddress(attribute, pageUrl, ownAddress)),
      ),
    });
  });
  return splice(html, edits);
}
