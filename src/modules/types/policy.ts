import type { Permission } from '../../kernel/permission.ts';

export const manageTypes: Permission<unknown> = {
  code: 'rest_forbidden',
  message: 'Sorry, you are not allowed to manage content types.',
  capability: 'manage_options',
  test: ({ capabilities }) => capabilities.has('manage_options'),
};
