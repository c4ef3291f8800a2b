import type { Permission } from '../../kernel/permission.ts';

export const managePush: Permission<unknown> = {
  code: 'rest_forbidden',
  message: 'Sorry, you are not allowed to manage push notifications.',
  capability: 'manage_options',
  test: ({ capabilities }) => capabilities.has('manage_options'),
};
