import { postTypeNamed, registeredTaxonomies, registeredTypes } from './registry.ts';

/** What somebody may do with posts of a type, in WordPress' names: `edit` is for one's own drafts, the others go further. */
export const postActions = [
  'edit',
  'edit_others',
  'edit_published',
  'edit_private',
  'publish',
  'read_private',
  'delete',
  'delete_others',
  'delete_published',
  'delete_private',
] as const;
export type PostAction = (typeof postActions)[number];

/** The capability that an action on posts of a type takes: `edit_others_pages`. */
export function capabilityOf(type: string, action: PostAction): string {
  const { capability, capabilityType } = postTypeNamed(type);
  return capability ?? `${action}_${capabilityType}`;
}

/** The capabilities that posts of all types and terms of all taxonomies take, each once. */
export function typeCapabilities(): string[] {
  return [
    ...new Set([
      ...registeredTypes().flatMap(({ name }) => postActions.map((action) => capabilityOf(name, action))),
      ...registeredTaxonomies().flatMap(({ capabilities }) => Object.values(capabilities)),
    ]),
  ];
}
