import type { Permission } from '../../kernel/permission.ts';
import { can } from '../users/index.ts';

export const manageRedirects: Permission<unknown> = {
  code: 'rest_forbidden',
  message: 'Sorry, you are not allowed to manage redirects.',
  capability: 'manage_options',
  test: (actor) => can(actor, 'manage_options'),
};
