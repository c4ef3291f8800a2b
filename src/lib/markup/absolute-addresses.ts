import { decodeEntities, escapeHtml } from '../plain-text.ts';
import { eachHtmlToken, readAttributes, writeTag } from './html-tokens.ts';
import type { HtmlAttribute } from './html-tokens.ts';
import { splice } from './splice.ts';
import type { Edit } from './splice.ts';

const addresses: ReadonlySet<string> = new Set(['href', 'src', 'poster', 'cite', 'data', 'action']);

/** An address from the root of the site, or with another query of the page, as ours are. */
const ownAddress = /^(?:\/(?!\/)|\?)/;
/** The same in an attribute, as texts and views are written. */
const holdsOwn = / (?:href|src|srcset|poster|cite|data|action)="(?:\/(?!\/)|\?)/;

/** An address as written (with entities) → absolute, with entities. What is absolute already, or no address, stays as it is. */
function absolute(written: string, pageUrl: string, which?: RegExp): string {
  if (which?.test(written) === false) return written;
  const url = decodeEntities(written).trim();
  if (/^[a-z][a-z0-9+.-]*:/i.test(url) || !URL.canParse(url, pageUrl)) return written;
  return escapeHtml(new URL(url, pageUrl).href);
}

/**
 * An attribute of a tag on the page at `pageUrl`; one that holds an address, or several, with absolute ones. Places on the same page (`#note`) stay. `which`:
 * addresses that are meant, by default all.
 */
export function withAbsoluteAddress(
  attribute: HtmlAttribute,
  pageUrl: string,
  which?: RegExp,
): HtmlAttribute {
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

/**
 * The HTML of the page at `pageUrl` for who reads it elsewhere: addresses from the root of the site are absolute, all else is as it was, as in WordPress.
 * Linear in time.
 */
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
