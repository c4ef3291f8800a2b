import type { Permission } from '../../kernel/permission.ts';
import { can, mayWriteAnyHtml, missing } from '../users/policy.ts';
import { findDefinition } from './settings.ts';

/** Who may read all settings and change them: what routes, pages and commands about them ask. */
export const manageSettings: Permission<unknown> = {
  code: 'rest_forbidden',
  message: 'Sorry, you are not allowed to do that.',
  capability: 'manage_options',
  test: (actor) => can(actor, 'manage_options'),
};

/** Who may choose among themes, and see which ones there are. */
export const switchThemes: Permission<unknown> = {
  code: 'rest_cannot_view_themes',
  message: 'Sorry, you are not allowed to view themes.',
  capability: 'switch_themes',
  test: (actor) => can(actor, 'switch_themes'),
};

/** Who may change these settings, by their names: what browsers of readers run takes a right of its own. */
export const writeSettings: Permission<readonly string[]> = {
  code: 'rest_forbidden',
  message: 'Sorry, you are not allowed to write code that browsers of readers run.',
  capability: 'unfiltered_html',
  test: (actor, changed) => mayWriteAnyHtml(actor) || !changed.some((key) => findDefinition(key)?.isCode),
};

/** Who may have people come in with certain rights, by these: nobody makes more of themselves by that. */
export const letPeopleIn: Permission<readonly string[]> = {
  code: 'rest_cannot_edit_roles',
  message: 'Sorry, nobody has people come in who may more than they.',
  capability: 'promote_users',
  lacking: (actor, allowed) => missing(actor, allowed)[0],
  test: (actor, allowed) => missing(actor, allowed).length === 0,
};
