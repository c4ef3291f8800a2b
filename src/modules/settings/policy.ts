import type { Permission } from '../../kernel/permission.ts';
import { findDefinition } from './settings.ts';

export const manageSettings: Permission<unknown> = {
  code: 'rest_forbidden',
  message: 'Sorry, you are not allowed to do that.',
  capability: 'manage_options',
  test: ({ capabilities }) => capabilities.has('manage_options'),
};

export const switchThemes: Permission<unknown> = {
  code: 'rest_cannot_view_themes',
  message: 'Sorry, you are not allowed to view themes.',
  capability: 'switch_themes',
  test: ({ capabilities }) => capabilities.has('switch_themes'),
};

/** Settings whose code runs in readers' browsers require a capability of their own. */
export const writeSettings: Permission<readonly string[]> = {
  code: 'rest_forbidden',
  message: 'Sorry, you are not allowed to write code that browsers of readers run.',
  capability: 'unfiltered_html',
  test: ({ capabilities }, changed) =>
    capabilities.has('unfiltered_html') || !changed.some((key) => findDefinition(key)?.isCode),
};

/** Settings that decide about backups, which contain all accounts. */
export const writeSensitiveSettings: Permission<readonly string[]> = { ...writeSettings, isSensitive: true };
