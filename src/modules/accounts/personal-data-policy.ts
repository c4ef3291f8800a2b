import type { Permission } from '../../kernel/permission.ts';
import { can, missing } from '../users/index.ts';

/** As in WordPress, which maps its capabilities for export and erasure to `manage_options`. The subject is the account's id. */
export const exportPersonalData: Permission<number> = {
  code: 'rest_cannot_export_personal_data',
  message: 'Sorry, you are not allowed to export personal data.',
  capability: 'manage_options',
  test: (actor) => can(actor, 'manage_options'),
};

const needed = ['manage_options', 'delete_users'] as const;

/** Deletes the account, too, so it excludes one's own (see `deleteUsers`). */
export const erasePersonalData: Permission<number> = {
  code: 'rest_cannot_erase_personal_data',
  message: 'Sorry, you are not allowed to erase personal data.',
  capability: needed[0],
  lacking: (actor) => missing(actor, needed)[0],
  test: (actor, id) => missing(actor, needed).length === 0 && actor.id !== id,
};
