import type { Permission } from '../../kernel/permission.ts';
import { mayWriteAnything } from '../posts/index.ts';
import { can } from '../users/index.ts';

export const manageFields: Permission<unknown> = {
  code: 'rest_cannot_manage_fields',
  message: 'Sorry, you are not allowed to manage the custom fields of this site.',
  capability: 'manage_options',
  test: (actor) => can(actor, 'manage_options'),
};

/** Everyone who edits posts sees the definitions: forms follow from them. */
export const readFields: Permission<unknown> = {
  code: 'rest_cannot_view_fields',
  message: 'Sorry, you are not allowed to view the custom fields of this site.',
  capability: 'edit_posts',
  test: mayWriteAnything,
};
