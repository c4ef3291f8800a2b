import { otherFile } from '../../lib/former-sites.ts';
import type { FormerSites } from '../../lib/former-sites.ts';
import { decodeEntities, escapeHtml } from '../../lib/plain-text.ts';
import { fullSizeUrl } from './content-env.ts';
import type { ContentMedia, ContentPicture } from './content-env.ts';

const pictureFile = /\.(?:jpe?g|png|gif|webp|avif|bmp|svg)$/i;

/**
 * Normalizes an address for look-ups: decodes entities, adds `https:` if it has no scheme, removes query and fragment.
 * Undefined if it is not on a server.
 */
function lookupUrl(written: string): string | undefined {
  const url = withScheme(decodeEntities(written.trim())).replace(/[?#].*$/s, '');
  return url === '' || /^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(url) ? undefined : url;
}

/** Removes WordPress' size: `bell-300x200.jpg` → `bell.jpg`, `bell-300x200.jpg.webp` → `bell.jpg.webp`. */
function withoutSize(url: string): string {
  return url.replace(/-\d{1,5}x\d{1,5}(?=(?:\.[a-z0-9]{2,5}){1,2}$)/i, '');
}

export function lookupKeys(written: string): string[] {
  const url = lookupUrl(written);
  if (url === undefined) return [];
  const bare = withoutSize(url);
  return bare === url ? [url] : [url, bare];
}

export function isPictureFile(written: string): boolean {
  const url = lookupUrl(written);
  return url !== undefined && pictureFile.test(url);
}

/** Whether an address that ends like a picture's is a page about it: `/wiki/File:Bell.jpg`, or Dropbox' `bell.jpg?dl=0`. */
export function isPageOfPicture(written: string): boolean {
  const url = decodeEntities(written);
  return (
    /:|%3a/i.test(
      url
        .replace(/[?#].*$/s, '')
        .split('/')
        .at(-1) ?? '',
    ) || /[?&]dl=0(?:[&#]|$)/.test(url)
  );
}

/** The look-up key of a playable or downloadable file; undefined for pages, pictures and addresses that are not on a server. */
export function fileKey(written: string): string | undefined {
  const url = lookupUrl(written);
  return url !== undefined && !pictureFile.test(url) && otherFile.test(url.replace(/^https?:\/\/[^/]*/i, ''))
    ? url
    : undefined;
}

/** Whether an address matches a picture: the same file name with any size, ending or folder. True if the original's address is unknown. */
export function mayShow(written: string, picture: ContentPicture): boolean {
  return !picture.fullUrl || fileStem(written) === fileStem(picture.fullUrl);
}

function fileStem(written: string): string {
  const name =
    withoutSize(lookupUrl(written) ?? '')
      .split('/')
      .at(-1) ?? '';
  const stem = name.replace(/(?:\.[a-z0-9]{2,5}){1,2}$/i, '').replace(/-(?:scaled|rotated|e\d{10,})$/, '');
  try {
    return decodeURIComponent(stem).normalize('NFC').toLowerCase();
  } catch {
    return stem.toLowerCase(); // a literal percent sign
  }
}

/** `//host/path` → `https://host/path`; other addresses are unchanged. */
export function withScheme(url: string): string {
  return /^\/\/[\w-]/.test(url) ? `https:${url}` : url;
}

/** Rewrites addresses of former sites to this site. */
export class LinkRewriter {
  readonly #siteUrl: string;
  readonly #former: FormerSites;
  readonly #byUrl: ReadonlyMap<string, ContentPicture>;
  readonly #files: ReadonlyMap<string, ContentMedia>;

  /** `byUrl`, `files`: results for the addresses in the text. */
  constructor(
    siteUrl: string,
    former: FormerSites,
    byUrl: ReadonlyMap<string, ContentPicture>,
    files: ReadonlyMap<string, ContentMedia>,
  ) {
    this.#files = files;
    this.#siteUrl = siteUrl;
    this.#former = former;
    this.#byUrl = byUrl;
  }

  /**
   * Rewrites an `href`. Links to pages of former sites become local; those to files only if the file exists here, since
   * the original may still work.
   */
  link(written: string): string {
    const picture = isPictureFile(written) ? this.picture(written) : undefined;
    if (picture) return escapeHtml(fullSizeUrl(picture));
    const file = this.file(written);
    if (file !== undefined) return file;
    const fixed = withScheme(written);
    const path = this.#former.pageOf(fixed);
    return path === undefined ? fixed : escapeHtml(this.#siteUrl) + path;
  }

  /** Local URL of a playable or downloadable file with its fragment (`#t=10`); undefined if it is not here. */
  file(written: string): string | undefined {
    const found = this.#files.get(fileKey(written) ?? '');
    return found && escapeHtml(found.url + (/#.*$/s.exec(decodeEntities(written.trim()))?.[0] ?? ''));
  }

  /** The library's poster for a video's address. */
  posterOf(written: string): ContentMedia['poster'] {
    return this.#files.get(fileKey(written) ?? '')?.poster;
  }

  picture(written: string): ContentPicture | undefined {
    return lookupKeys(written)
      .map((key) => this.#byUrl.get(key))
      .find((found) => found !== undefined);
  }
}
