import type { Permission } from '../../kernel/permission.ts';

export const readActivity: Permission<unknown> = {
  code: 'rest_forbidden',
  message: 'Sorry, you are not allowed to view the activity log.',
  capability: 'manage_options',
  test: ({ capabilities }) => capabilities.has('manage_options'),
};
