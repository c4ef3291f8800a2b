import type { Permission } from '../../kernel/permission.ts';
import { can } from '../users/index.ts';

export const exportContent: Permission<unknown> = {
  code: 'rest_cannot_export',
  message: 'Sorry, you are not allowed to export the content of this site.',
  capability: 'export',
  test: (actor) => can(actor, 'export'),
};
