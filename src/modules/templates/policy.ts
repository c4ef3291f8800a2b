import type { Permission, Actor } from '../../kernel/permission.ts';
import { can } from '../users/index.ts';
import { mobilePages } from './kinds.ts';
import type { TemplateSummary } from './model.ts';
import { typeOfKind } from './model.ts';

export function mayEditTemplates(actor: Actor | undefined): boolean {
  return can(actor, 'edit_templates');
}

export const editTemplates: Permission<unknown> = {
  code: 'rest_forbidden',
  message: 'Sorry, you are not allowed to edit templates.',
  capability: 'edit_templates',
  test: mayEditTemplates,
};

/** Whether a template fits pages of a kind: same type, and a phone variant only for mobile pages (others are reached through their template). */
export function fitsKind(template: Pick<TemplateSummary, 'type' | 'isMobile'>, kind: string): boolean {
  return template.type === typeOfKind(kind) && template.isMobile === (kind === mobilePages);
}
