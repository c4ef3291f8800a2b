import type { Permission } from '../../kernel/permission.ts';
import { findDefinition } from './settings.ts';

/** Who may read all settings and change them: what routes, pages and commands about them ask. */
export const manageSettings: Permission<unknown> = {
  code: 'rest_forbidden',
  message: 'Sorry, you are not allowed to do that.',
  capability: 'manage_options',
  test: ({ capabilities }) => capabilities.has('manage_options'),
};

/** Who may choose among themes, and see which ones there are. */
export const switchThemes: Permission<unknown> = {
  code: 'rest_cannot_view_themes',
  message: 'Sorry, you are not allowed to view themes.',
  capability: 'switch_themes',
  test: ({ capabilities }) => capabilities.has('switch_themes'),
};

/** Who may change these settings, by their names: what browsers of readers run takes a right of its own. */
export const writeSettings: Permission<readonly string[]> = {
  code: 'rest_forbidden',
  message: 'Sorry, you are not allowed to write code that browsers of readers run.',
  capability: 'unfiltered_html',
  test: ({ capabilities }, changed) =>
    capabilities.has('unfiltered_html') || !changed.some((key) => findDefinition(key)?.isCode),
};
