import type { Permission } from '../permission.ts';
import { taxonomyNamed } from '../types/registry.ts';
import { can } from '../users/policy.ts';
import type { Actor, Capability } from '../users/role.ts';

/** The subject: the name of the taxonomy. */
export const createTerms = {
  code: 'rest_cannot_create', message: 'Sorry, you are not allowed to create terms in this taxonomy.', capability: 'manage_categories', test: mayCreateTerm,
  lacking: (_actor: Actor, taxonomy: string) => capabilityToCreate(taxonomy),
} satisfies Permission<string>;
export const updateTerms: Permission<unknown> = {
  code: 'rest_cannot_update', message: 'Sorry, you are not allowed to edit this term.', capability: 'manage_categories', test: mayEditTerms,
};
/** The default category stays as long as it is that, as in WordPress. */
export const deleteTerms: Permission<{ readonly isDefault: boolean }> = {
  code: 'rest_cannot_delete', message: 'Sorry, you are not allowed to delete this term.', capability: 'manage_categories', test: mayEditTerms,
  also: {
    code: 'rest_cannot_delete', message: 'Posts without a category get this one: choose another default category first.', capability: undefined,
    test: (_actor, { isDefault }) => !isDefault,
  },
};

/** What making terms of a taxonomy takes: who writes posts adds tags on the way, as in WordPress; a hierarchy is for those who look after it. */
export function capabilityToCreate(taxonomy: string): Capability {
  return taxonomyNamed(taxonomy).isHierarchical ? 'manage_categories' : 'edit_posts';
}

/** Whether somebody may make terms of a taxonomy. */
export function mayCreateTerm(actor: Actor | undefined, taxonomy: string): boolean {
  return can(actor, capabilityToCreate(taxonomy));
}

/** Whether somebody may give terms to posts and take them away: who edits posts of another kind only may not, as in WordPress. */
export function mayAssignTerms(actor: Actor | undefined): boolean {
  return can(actor, 'edit_posts');
}

/** Whether somebody may change and delete terms. */
export function mayEditTerms(actor: Actor | undefined): boolean {
  return can(actor, 'manage_categories');
}
