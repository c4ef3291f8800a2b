import { findProvider } from '../../lib/embed-providers.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { videoAt } from '../../lib/video-address.ts';

/** What the site of an address is called, as HTML: by its name where we know it, else by its host. `url` is HTML, too. */
export function siteNameOf(url: string): string {
  return escapeHtml(
    findProvider(url)?.name ?? /^https?:\/\/(?:www\.)?([^/?#:&"'<>]{1,100})/i.exec(url)?.[1] ?? '',
  );
}

/**
 * A link that stands for something on another site and asks nothing of that site. Videos that can be played here carry `data-video` (the platform): a click
 * plays them (reader/behaviours/video.ts).
 * The address stays readable: it is part of what the author wrote. Phrasing content: it may stand in a paragraph.
 */
export function embedLink(url: string): string {
  const address = safeUrl(url.startsWith('//') ? `https:${url}` : url);
  const provider = findProvider(address);
  const platform = videoAt(address)?.platform;
  const host = /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(address)?.[1] ?? address;
  return (
    `<a class="embed-link${platform ? ' embed-video' : ''}" href="${escapeHtml(address)}"${platform ? ` data-video="${platform}"` : ''} rel="noopener">` +
    `<span class="embed-provider">${provider ? escapeHtml(provider.name) : asTyped(host)}</span> <span class="embed-url">${shortened(url)}</span></a>`
  );
}

/** A host as HTML in which typographic marks find neither dashes nor signs of multiplication. */
const asTyped = (host: string) =>
  escapeHtml(host).replaceAll(/-(?=-)|(?<=\d)x(?=\d)/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** An address as HTML whose scheme the theme does not show. */
function shortened(url: string): string {
  const [scheme = ''] = /^https?:\/\/(?:www\.)?(?=.)/i.exec(url) ?? [];
  return (
    (scheme === '' ? '' : `<span class="embed-scheme">${scheme}</span>`) +
    escapeHtml(url.slice(scheme.length))
  );
}

/** The link in a figure with the classes that WordPress gives embeds. `url` is plain text, not HTML. */
export function embedFigure(url: string): string {
  const provider = findProvider(url);
  const kind =
    provider === undefined
      ? ''
      : ` is-type-${provider.kind} is-provider-${provider.slug} wp-block-embed-${provider.slug}`;
  return `<figure class="wp-block-embed${kind}"><div class="wp-block-embed__wrapper">${embedLink(url)}</div></figure>`;
}

/** The address if a browser may follow it; `#` for `javascript:` and its like. */
export function safeUrl(url: string): string {
  // eslint-disable-next-line no-control-regex -- browsers skip control characters and white space when they read the scheme
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url.replace(/[\u0000-\u0020]+/g, ''))?.[1]?.toLowerCase();
  return scheme === undefined || /^(?:https?|mailto|tel|sms|ftp)$/.test(scheme) ? url.trim() : '#';
}
