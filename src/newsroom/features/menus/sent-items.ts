import type { MenuTreeSent } from '../../app/rest-types.ts';
import type { StoredItem } from './menu-data.ts';

export const maxBadgeLength = 20;
/** Characters of a sent name; that of an imported menu may be longer. */
export const maxName = 200;

type SentItem = NonNullable<MenuTreeSent['items']>[number];

/** Bounds of sent values (`sentItem` of `modules/menus/commands.ts`); values of imported items may exceed them. */
const [maxLabel, maxUrl, maxTitle, maxRel, maxText, maxClasses] = [500, 2000, 500, 200, 2000, 20];

/** The stored fields of an item, in a fixed order. */
export const fieldsOf = ({
  type,
  object,
  object_id,
  url,
  title,
  attr_title,
  target,
  xfn,
  classes,
  description,
  mega_kind,
  mega_id,
  icon,
  badge,
  audience,
}: StoredItem) => ({
  type,
  object,
  object_id,
  url,
  title,
  attr_title,
  target: target === '_blank' ? ('_blank' as const) : ('' as const),
  xfn,
  classes: [...classes],
  description,
  mega_kind,
  mega_id,
  icon,
  badge,
  audience,
});

function boundedFields(item: StoredItem) {
  const fields = fieldsOf(item);
  return {
    ...fields,
    url: fields.url.slice(0, maxUrl),
    title: fields.title.slice(0, maxLabel),
    attr_title: fields.attr_title.slice(0, maxTitle),
    xfn: fields.xfn.slice(0, maxRel),
    classes: fields.classes.filter((name) => /^[\w-]{1,100}$/.test(name)).slice(0, maxClasses),
    description: fields.description.slice(0, maxText),
    badge: fields.badge.slice(0, maxBadgeLength),
  };
}

/** Items with all fields, as new ones; values above the bounds are cut. */
export const newItems = (rows: readonly StoredItem[]): SentItem[] =>
  rows.map((row) => ({ depth: row.depth, ...boundedFields(row) }));

/**
 * Items as a save sends them: of stored ones only changed fields, so that the server keeps the others as they are.
 * `isRestoring`: values above the bounds are cut instead of being refused at their fields.
 */
export function changedItems(
  rows: readonly StoredItem[],
  stored: readonly StoredItem[],
  isRestoring = false,
): SentItem[] {
  const known = new Map(stored.map((item) => [item.id, item]));
  return rows.map((row) => {
    const before = known.get(row.id);
    const fields = before && !isRestoring ? fieldsOf(row) : boundedFields(row);
    if (!before) return { depth: row.depth, ...fields };
    const [now, then] = [fieldsOf(row), fieldsOf(before)];
    const isChanged = (name: keyof typeof now) => JSON.stringify(now[name]) !== JSON.stringify(then[name]);
    const changed = Object.entries(fields).filter(([name]) => isChanged(name as keyof typeof now));
    return { id: row.id, depth: row.depth, ...(Object.fromEntries(changed) as Partial<typeof fields>) };
  });
}
