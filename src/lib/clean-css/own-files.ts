import { FormerSites } from '../former-sites.ts';
import type { OwnFile } from './declaration.ts';

/** Pictures embedded in the sheet. */
const picture = /^data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml)[;,]/i;
const uploads = '/wp-content/uploads/';

/** Files that a style sheet may load: uploads, also by the address of a site that the content was imported from, and embedded pictures. */
export function ownFiles(siteUrl: string, exporters: readonly string[]): OwnFile {
  const former = new FormerSites(exporters);
  return (address) => {
    if (picture.test(address) || /^#[\w-]+$/.test(address)) return address;
    const here = former.restOf(address) ?? address;
    if (/^[^/]*:/.test(here) && !URL.canParse(here)) return undefined;
    if (!URL.canParse(here, siteUrl)) return undefined;
    const { origin, pathname, hash } = new URL(here, siteUrl);
    return origin === new URL(siteUrl).origin && pathname.startsWith(uploads) ? pathname + hash : undefined;
  };
}
