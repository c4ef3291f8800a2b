import { FormerSites } from '../former-sites.ts';
import type { OwnFile } from './declaration.ts';

/** Pictures that stand in the sheet itself. */
const picture = /^data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml)[;,]/i;
const uploads = '/wp-content/uploads/';

/** What a style sheet of a site may show: uploads, those that it names by an address of a site that the content came from too, and pictures within it. */
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
