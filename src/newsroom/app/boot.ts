import type { BootData } from '../../site/admin/admin-app.tsx';
import { zoneOffset } from '../../lib/dates.ts';
import { sayLabel } from '../words.ts';

export type ListedType = BootData['types'][number];
export type PostFeature = ListedType['supports'][number];
export type ListedTaxonomy = ListedType['taxonomies'][number];

const sent = JSON.parse(document.querySelector('#boot')?.textContent ?? '{}') as BootData;

const labelled = <Item extends { readonly singular: string; readonly plural: string }>(item: Item): Item => ({
  ...item,
  singular: sayLabel(item.singular),
  plural: sayLabel(item.plural),
});

/** The page's data, with labels in the user's language. */
export const boot: BootData = {
  ...sent,
  roles: sent.roles.map((role) => ({ ...role, label: sayLabel(role.label) })),
  types: sent.types.map((type) => ({ ...labelled(type), taxonomies: type.taxonomies.map(labelled) })),
};

const loadedAt = Date.now();
/** Current site time in milliseconds, as local time without zone; stays correct when daylight saving changes while the page is open. */
export function siteNow(): number {
  const { now, timezone, offset } = boot.site;
  const at = now + Date.now() - loadedAt;
  try {
    return at + zoneOffset(at, timezone);
  } catch {
    return at + offset;
  }
}

const own = new Set(boot.user.capabilities);
/** Whether the user's roles have a capability. For display only; the server checks again. */
export const may = (capability: string): boolean => own.has(capability);

/** Types whose posts have public pages. */
export const readTypes = boot.types.filter(({ hasPages }) => hasPages);
/** Types whose lists the user can edit. */
export const listedTypes = boot.types.filter(({ editCapability }) => may(editCapability));

/** Whether the user can create one: types without pages, whose content appears in other posts, require the right to publish. */
export const mayBegin = ({ hasPages, editCapability, publishCapability }: ListedType): boolean =>
  may(hasPages ? editCapability : publishCapability);

/** Whether the user can make posts sticky; mirrors the server's `maySetSticky`. */
export const maySetSticky = ({ supports, publishCapability, othersCapability }: ListedType): boolean =>
  supports.includes('sticky') && (may(publishCapability) || may(othersCapability));

const taxonomies = boot.types.flatMap((type) => type.taxonomies.map((taxonomy) => ({ ...taxonomy, type })));
/** Taxonomies the user can manage, each once, with the first type that uses it. */
export const managedTaxonomies = taxonomies.filter(
  ({ name, manageCapability }, at) =>
    may(manageCapability) && taxonomies.findIndex((other) => other.name === name) === at,
);
export type ManagedTaxonomy = (typeof managedTaxonomies)[number];

/** Formats times in the site's time zone, or another `zone`, whatever the browser's zone is. */
export function siteFormat(
  options: Intl.DateTimeFormatOptions,
  zone = boot.site.timezone,
): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(boot.site.dates, { ...options, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat(boot.site.dates, options);
  }
}
