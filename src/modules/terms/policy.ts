import type { Permission, Actor } from '../../kernel/permission.ts';
import { registeredTaxonomies, taxonomyNamed } from '../types/index.ts';
import type { TermAction } from '../types/index.ts';

export function termCapability(taxonomy: string, action: TermAction): string {
  return taxonomyNamed(taxonomy).capabilities[action];
}

function canAct(actor: Actor | undefined, action: TermAction, taxonomy: string): boolean {
  return actor?.capabilities.has(termCapability(taxonomy, action)) ?? false;
}

/** Undefined: unknown, so any taxonomy. */
interface Sorted {
  readonly taxonomy: string | undefined;
}

function may(action: TermAction) {
  return {
    lacking: (_actor: Actor, { taxonomy }: Sorted) =>
      taxonomy === undefined ? undefined : termCapability(taxonomy, action),
    test: (actor: Actor, { taxonomy }: Sorted) =>
      taxonomy === undefined
        ? registeredTaxonomies().some(({ name }) => canAct(actor, action, name))
        : canAct(actor, action, taxonomy),
  };
}

/** The subject is the taxonomy's name. */
export const createTerms = {
  code: 'rest_cannot_create',
  message: 'Sorry, you are not allowed to create terms in this taxonomy.',
  capability: 'manage_categories',
  test: mayCreateTerm,
  lacking: (_actor: Actor, taxonomy: string) => capabilityToCreate(taxonomy),
} satisfies Permission<string>;
export const updateTerms: Permission<Sorted> = {
  code: 'rest_cannot_update',
  message: 'Sorry, you are not allowed to edit this term.',
  capability: 'manage_categories',
  ...may('edit_terms'),
};
/** The default category can't be deleted, as in WordPress. */
export const deleteTerms: Permission<Sorted & { readonly isDefault: boolean }> = {
  code: 'rest_cannot_delete',
  message: 'Sorry, you are not allowed to delete this term.',
  capability: 'manage_categories',
  ...may('delete_terms'),
  also: {
    code: 'rest_cannot_delete',
    message: 'This is the default category. Choose another default category before you delete it.',
    capability: undefined,
    test: (_actor, { isDefault }) => !isDefault,
  },
};

/** The subject is the taxonomy's name. */
export const assignTerms: Permission<string> = {
  code: 'rest_cannot_assign_term',
  message: 'Sorry, you are not allowed to assign the provided terms.',
  capability: 'edit_posts',
  lacking: (_actor, taxonomy) => termCapability(taxonomy, 'assign_terms'),
  test: mayAssignTerms,
};

/** As in WordPress, users who write posts can add tags, but a hierarchy takes `edit_terms`. */
export function capabilityToCreate(taxonomy: string): string {
  return termCapability(taxonomy, taxonomyNamed(taxonomy).isHierarchical ? 'edit_terms' : 'assign_terms');
}

export function mayCreateTerm(actor: Actor | undefined, taxonomy: string): boolean {
  return actor?.capabilities.has(capabilityToCreate(taxonomy)) ?? false;
}

/** Whether the actor may assign terms of a taxonomy. As in WordPress, editing other post types is not enough. */
export function mayAssignTerms(actor: Actor | undefined, taxonomy: string): boolean {
  return canAct(actor, 'assign_terms', taxonomy);
}

export function mayManageTerms(actor: Actor | undefined, taxonomy: string): boolean {
  return canAct(actor, 'manage_terms', taxonomy);
}

export function mayEditTerms(actor: Actor | undefined, taxonomy: string): boolean {
  return canAct(actor, 'edit_terms', taxonomy);
}
