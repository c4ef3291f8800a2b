import { otherFile } from '../../lib/former-sites.ts';
import type { FormerSites } from '../../lib/former-sites.ts';
import { decodeEntities, escapeHtml } from '../../lib/plain-text.ts';
import { fullSizeUrl } from './content-env.ts';
import type { ContentMedia, ContentPicture } from './content-env.ts';

const pictureFile = /\.(?:jpe?g|png|gif|webp|avif|bmp|svg)$/i;

/**
 * The address by which a picture is asked for: entities decoded, `https:` where the scheme was left out, no query and no fragment. Undefined for what is no
 * file on a server.
 */
function lookupUrl(written: string): string | undefined {
  const url = withScheme(decodeEntities(written.trim())).replace(/[?#].*$/s, '');
  return url === '' || /^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(url) ? undefined : url;
}

/** The address without WordPress' size: `bell-300x200.jpg` → `bell.jpg`, `bell-300x200.jpg.webp` → `bell.jpg.webp`. */
function withoutSize(url: string): string {
  return url.replace(/-\d{1,5}x\d{1,5}(?=(?:\.[a-z0-9]{2,5}){1,2}$)/i, '');
}

/** Every key under which a written address may be found. */
export function lookupKeys(written: string): string[] {
  const url = lookupUrl(written);
  if (url === undefined) return [];
  const bare = withoutSize(url);
  return bare === url ? [url] : [url, bare];
}

/** Whether an address (as written in HTML) is that of a picture file. */
export function isPictureFile(written: string): boolean {
  const url = lookupUrl(written);
  return url !== undefined && pictureFile.test(url);
}

/** Whether an address that ends as a picture's is that of a page about it: `/wiki/File:Bell.jpg`, or Dropbox' `bell.jpg?dl=0`. */
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

/** The key under which a written address is that of a file to play or to download; undefined for pages, pictures and what is on no server. */
export function fileKey(written: string): string | undefined {
  const url = lookupUrl(written);
  return url !== undefined && !pictureFile.test(url) && otherFile.test(url.replace(/^https?:\/\/[^/]*/i, ''))
    ? url
    : undefined;
}

/** Whether an address may be that of a picture: the same file name, whatever size, ending or folder. Without the address of the original it may. */
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
    return stem.toLowerCase(); // a literal per cent sign
  }
}

/** `//host/path` → `https://host/path`; everything else stays. */
export function withScheme(url: string): string {
  return /^\/\/[\w-]/.test(url) ? `https:${url}` : url;
}

/** Turns addresses of the site that the content came from into ours. */
export class LinkRewriter {
  readonly #siteUrl: string;
  readonly #former: FormerSites;
  readonly #byUrl: ReadonlyMap<string, ContentPicture>;
  readonly #files: ReadonlyMap<string, ContentMedia>;

  /** `byUrl`, `files`: what was found for the addresses in the text. */
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
   * An `href` as written → as it is to be. Pages of the former sites move to ours, files only when we have them: the address of a missing one still leads
   * somewhere.
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

  /** The address of the file that is played or downloaded at this one, with the part of it (`#t=10`) that it names; undefined when we don't have it. */
  file(written: string): string | undefined {
    const found = this.#files.get(fileKey(written) ?? '');
    return found && escapeHtml(found.url + (/#.*$/s.exec(decodeEntities(written.trim()))?.[0] ?? ''));
  }

  /** What a film at an address shows until it is played, as the library has it. */
  posterOf(written: string): ContentMedia['poster'] {
    return this.#files.get(fileKey(written) ?? '')?.poster;
  }

  /** The picture that an address stands for, in whatever size. */
  picture(written: string): ContentPicture | undefined {
    return lookupKeys(written)
      .map((key) => this.#byUrl.get(key))
      .find((found) => found !== undefined);
  }
}
