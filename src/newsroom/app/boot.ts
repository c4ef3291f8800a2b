import type { BootData } from '../../site/admin/admin-app.tsx';
import { zoneOffset } from '../../lib/dates.ts';

/** A type of posts that has a list here, and what its posts are sorted by. */
export type ListedType = BootData['types'][number];
/** What posts of it have, in WordPress' words. */
export type PostFeature = ListedType['supports'][number];
export type ListedTaxonomy = ListedType['taxonomies'][number];

/** What the page says when it comes. */
export const boot = JSON.parse(document.querySelector('#boot')?.textContent ?? '{}') as BootData;

const cameAt = Date.now();
/** What time it is at the site, as milliseconds of a clock without a zone, also once its clocks have been changed since the page came. */
export function siteNow(): number {
  const { now, timezone, offset } = boot.site;
  const at = now + Date.now() - cameAt;
  try {
    return at + zoneOffset(at, timezone);
  } catch {
    return at + offset; // a zone that this browser does not know
  }
}

const own = new Set(boot.user.capabilities);
/** Whether who is here may do something, by what their roles say; the server is asked all the same. */
export const may = (capability: string): boolean => own.has(capability);

/** Types whose posts have pages, and may be listed and linked to. */
export const readTypes = boot.types.filter(({ hasPages }) => hasPages);
/** Types whose lists they have a use for. */
export const listedTypes = boot.types.filter(({ editCapability }) => may(editCapability));

/** Whether they may begin one: what stands in the texts of others takes the right to publish. */
export const mayBegin = ({ hasPages, editCapability, publishCapability }: ListedType): boolean =>
  may(hasPages ? editCapability : publishCapability);

/** Whether they may keep posts of a type on top of lists: the server's `maySetSticky`. */
export const maySetSticky = ({ supports, publishCapability, othersCapability }: ListedType): boolean =>
  supports.includes('sticky') && (may(publishCapability) || may(othersCapability));

const taxonomies = boot.types.flatMap((type) => type.taxonomies.map((taxonomy) => ({ ...taxonomy, type })));
/** Taxonomies whose terms they may look after, each once, with the first type that it sorts. */
export const managedTaxonomies = taxonomies.filter(
  ({ name, manageCapability }, at) =>
    may(manageCapability) && taxonomies.findIndex((other) => other.name === name) === at,
);
export type ManagedTaxonomy = (typeof managedTaxonomies)[number];

/** Writes moments by the clock of the site, as the fields that ask for one take them, wherever the browser is. `zone`: another one. */
export function siteFormat(
  options: Intl.DateTimeFormatOptions,
  zone = boot.site.timezone,
): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(boot.site.dates, { ...options, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat(boot.site.dates, options); // a zone that this browser does not know
  }
}
