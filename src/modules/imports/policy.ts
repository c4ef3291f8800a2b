import type { Permission } from '../../kernel/permission.ts';
import { can } from '../users/index.ts';

export const importContent: Permission<unknown> = {
  code: 'rest_cannot_import',
  message: 'Sorry, you are not allowed to import content into this site.',
  capability: 'import',
  test: (actor) => can(actor, 'import'),
};
