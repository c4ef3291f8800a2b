import type { Permission } from '../permission.ts';
import { editPosts } from '../posts/policy.ts';
import { can } from '../users/policy.ts';

/** Who may take files into the library; changing and deleting them is `editPosts` and `deletePosts` of posts. */
export const uploadFiles: Permission<unknown> = {
  code: 'rest_cannot_create', message: 'Sorry, you are not allowed to upload media on this site.', capability: 'upload_files',
  test: (actor) => can(actor, 'upload_files'),
};

/** Who may make another picture of one: who may upload, and change that one. */
export const editPictures: typeof editPosts = {
  code: 'rest_cannot_edit_image', message: uploadFiles.message, capability: 'upload_files', test: (actor) => can(actor, 'upload_files'), also: editPosts,
};

/** Who may put another file in the place of one: who may upload, and change that one. */
export const replaceFiles: typeof editPosts = { ...uploadFiles, test: (actor) => can(actor, 'upload_files'), also: editPosts };
