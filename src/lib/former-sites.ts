import type { OwnFile } from './clean-css/tokens.ts';

interface FormerSite {
  readonly host: string;
  /** Decoded path segments; empty for a site at the root of its host. */
  readonly folders: readonly string[];
}

/**
 * The sites from which content was imported (`https://old.example/blog`), with only the pages below their folder.
 * Ignores scheme, `www.`, default ports and the spelling of a host (`münchen.example`, `xn--mnchen-3ya.example`).
 */
export class FormerSites {
  /** Deepest first: a page may be below several. */
  readonly #sites: readonly FormerSite[];

  readonly addresses: readonly string[];

  constructor(addresses: readonly string[]) {
    this.addresses = addresses;
    this.#sites = addresses
      .flatMap((address): FormerSite[] => {
        const { host, rest } = partsOf(address) ?? {};
        return host === undefined
          ? []
          : [
              {
                host,
                folders: pathOf(rest ?? '')
                  .split('/')
                  .filter((part) => part !== '')
                  .map(decode),
              },
            ];
      })
      .toSorted((a, b) => b.folders.length - a.folders.length);
  }

  /** The rest of a page's URL after the site's address, as written (`/2026/name/?a=1`); empty for the site itself, undefined for other URLs. */
  restOf(url: string): string | undefined {
    const { host, rest } = this.#sites.length === 0 ? {} : (partsOf(url) ?? {});
    if (host === undefined || rest === undefined) return undefined;
    for (const site of this.#sites) {
      const found = site.host === host ? below(site.folders, rest) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The local path and query of such a site's page; empty for the front page. Undefined for files and other URLs. */
  pageOf(url: string): string | undefined {
    const rest = this.restOf(url);
    if (rest === undefined || otherFile.test(pathOf(rest))) return undefined;
    return rest.startsWith('/') || rest === '' ? rest : `/${rest}`;
  }

  /** Whether a URL is on the host of such a site but outside of its folder, and so belongs to another site. */
  isBeside(url: string): boolean {
    const host = partsOf(url)?.host;
    return this.#sites.some((site) => site.host === host) && this.restOf(url) === undefined;
  }

  /** The part of a local path (`/blog/2026/name/`) below such a site's folder; undefined when it is in none. */
  belowFolder(path: string): string | undefined {
    for (const { folders } of this.#sites) {
      const found = folders.length === 0 ? undefined : below(folders, path);
      if (found !== undefined) return `/${found.replace(/^\/+/, '')}`;
    }
    return undefined;
  }
}

function partsOf(url: string): { host: string; rest: string } | undefined {
  const [, written = '', rest = ''] = /^(?:https?:)?\/\/([^/?#\\@\s]+)([^]*)$/i.exec(url) ?? [];
  const host = hostKey(written.toLowerCase());
  return host === undefined ? undefined : { host, rest };
}

function hostKey(host: string): string | undefined {
  const plain = /^[a-z\d.:-]+$/.test(host)
    ? host
    : URL.canParse(`http://${host}`)
      ? new URL(`http://${host}`).host
      : '';
  return plain.replace(/^www\./, '').replace(/:(?:80|443)$/, '') || undefined;
}

/** File extensions other than those of pages. */
export const otherFile = /\.(?!html?$|php$|aspx?$)[a-z0-9]{2,5}$/i;

const pathOf = (rest: string) => rest.replace(/[?#].*$/s, '');

/** The rest of a path and query below `folders`, however it is spelled; undefined when it is not below them. */
function below(folders: readonly string[], rest: string): string | undefined {
  if (folders.length === 0) return rest;
  const path = pathOf(rest);
  const [first, ...parts] = path.split('/');
  if (
    first !== '' ||
    parts.some((part) => /^\.{1,2}$/.test(decode(part))) ||
    !folders.every((folder, index) => decode(parts[index] ?? '') === folder)
  ) {
    return undefined;
  }
  const more = parts.slice(folders.length);
  return (more.length === 0 ? '' : `/${more.join('/')}`) + rest.slice(path.length);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a literal percent sign
  }
}

const picture = /^data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml)[;,]/i;
const uploads = '/wp-content/uploads/';

/** Files that a style sheet may load: uploads, also by the URL of a former site, and embedded pictures. */
export function ownFiles(siteUrl: string, exporters: readonly string[]): OwnFile {
  const former = new FormerSites(exporters);
  return (address) => {
    if (picture.test(address) || /^#[\w-]+$/.test(address)) return address;
    const path = former.restOf(address) ?? address;
    if (/^[^/]*:/.test(path) && !URL.canParse(path)) return undefined;
    if (!URL.canParse(path, siteUrl)) return undefined;
    const { origin, pathname, hash } = new URL(path, siteUrl);
    return origin === new URL(siteUrl).origin && pathname.startsWith(uploads) ? pathname + hash : undefined;
  };
}
