import { FormerSites } from '../../lib/former-sites.ts';
import { htmlTokens, readAttributes } from '../../lib/markup/html-tokens.ts';
import { attributeMap, completeImage, tagOf } from './content-images.ts';
import { LinkRewriter } from './content-urls.ts';

/** Rewrites links to pages of former sites (`exporters`, the setting `imported_from`) to this site. */
export function pageLinks(siteUrl: string, exporters: readonly string[]): LinkRewriter {
  return new LinkRewriter(siteUrl, new FormerSites(exporters), new Map(), new Map());
}

/** Rewrites links and library pictures in clean HTML other than post texts (comments, descriptions), as in texts. */
export function withOwnAddresses(html: string, links: LinkRewriter): string {
  if (!/<(?:a|img)[\s/]/i.test(html)) return html;
  let result = '';
  let copied = 0;
  for (const { kind, name, start, end } of htmlTokens(html)) {
    if (kind !== 'open' || (name !== 'a' && name !== 'img')) continue;
    const attributes = attributeMap(readAttributes(html.slice(start, end)));
    const before = tagOf(name, attributes);
    const [href, src] = [attributes.get('href'), attributes.get('src')];
    if (name === 'a' && href !== undefined) attributes.set('href', links.link(href));
    const picture = name === 'img' && src !== undefined ? links.picture(src) : undefined;
    if (picture) completeImage(attributes, picture, 'text');
    const after = tagOf(name, attributes);
    if (after === before) continue;
    result += html.slice(copied, start) + after;
    copied = end;
  }
  return result + html.slice(copied);
}
