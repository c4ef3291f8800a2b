import type { Reader } from '../../kernel/db/open-database.ts';
import type { Permission, Actor } from '../../kernel/permission.ts';
import { editPosts } from '../posts/index.ts';
import { readSettings } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import { assignTerms } from '../terms/index.ts';
import { can, mayWriteAnyHtml } from '../users/index.ts';

/** Changing and deleting attachments uses `editPosts` and `deletePosts`. */
export const uploadFiles: Permission<unknown> = {
  code: 'rest_cannot_create',
  message: 'Sorry, you are not allowed to upload media on this site.',
  capability: 'upload_files',
  test: (actor) => can(actor, 'upload_files'),
};

/** Saving an edited copy of an image: needs the rights to upload and to edit the image. */
export const editPictures: typeof editPosts = {
  code: 'rest_cannot_edit_image',
  message: uploadFiles.message,
  capability: 'upload_files',
  test: (actor) => can(actor, 'upload_files'),
  also: editPosts,
};

/** Replacing a file: needs the rights to upload and to edit the attachment. */
export const replaceFiles: typeof editPosts = {
  ...uploadFiles,
  test: (actor) => can(actor, 'upload_files'),
  also: editPosts,
};

/** The subject is the folder taxonomy. */
export const fillFolders: typeof assignTerms = {
  ...assignTerms,
  message: 'Sorry, you are not allowed to put files into folders.',
};

/** Whether a user can upload SVG: if the setting allows it and they may write any HTML. */
export const mayUploadDrawings = (
  actor: Actor,
  { svg_uploads: areTaken }: Pick<Settings, 'svg_uploads'>,
): boolean => areTaken && mayWriteAnyHtml(actor);

/** Like `mayUploadDrawings` with the stored setting; false for visitors. */
export async function takesDrawings(read: Reader, actor: Actor | undefined): Promise<boolean> {
  return actor !== undefined && mayUploadDrawings(actor, (await readSettings(read)).settings);
}
