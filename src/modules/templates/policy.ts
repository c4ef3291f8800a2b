import type { Permission, Actor } from '../../kernel/permission.ts';
import { can } from '../users/index.ts';
import { mobilePages } from './kinds.ts';
import type { TemplateSummary } from './model.ts';
import { typeOfKind } from './model.ts';

/** Whether somebody may see the template panels, change templates and assign them. */
export function mayEditTemplates(actor: Actor | undefined): boolean {
  return can(actor, 'edit_templates');
}

export const editTemplates: Permission<unknown> = {
  code: 'rest_forbidden',
  message: 'Sorry, you are not allowed to edit templates.',
  capability: 'edit_templates',
  test: mayEditTemplates,
};

/**
 * Whether a template can lay out pages of a kind: it is of that type, and no phone variant (those are reached through another template), but of mobile pages it
 * is one.
 */
export function fitsKind(template: Pick<TemplateSummary, 'type' | 'isMobile'>, kind: string): boolean {
  return template.type === typeOfKind(kind) && template.isMobile === (kind === mobilePages);
}
