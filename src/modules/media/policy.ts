import type { Reader } from '../../kernel/db/open-database.ts';
import type { Permission, Actor } from '../../kernel/permission.ts';
import { editPosts } from '../posts/index.ts';
import { readSettings } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import { assignTerms } from '../terms/index.ts';
import { can, mayWriteAnyHtml } from '../users/index.ts';

/** Who may take files into the library; changing and deleting them is `editPosts` and `deletePosts` of posts. */
export const uploadFiles: Permission<unknown> = {
  code: 'rest_cannot_create',
  message: 'Sorry, you are not allowed to upload media on this site.',
  capability: 'upload_files',
  test: (actor) => can(actor, 'upload_files'),
};

/** Who may make another picture of one: who may upload, and change that one. */
export const editPictures: typeof editPosts = {
  code: 'rest_cannot_edit_image',
  message: uploadFiles.message,
  capability: 'upload_files',
  test: (actor) => can(actor, 'upload_files'),
  also: editPosts,
};

/** Who may put another file in the place of one: who may upload, and change that one. */
export const replaceFiles: typeof editPosts = {
  ...uploadFiles,
  test: (actor) => can(actor, 'upload_files'),
  also: editPosts,
};

/** Who may put files into folders of the library. The subject: the taxonomy of these. */
export const fillFolders: typeof assignTerms = {
  ...assignTerms,
  message: 'Sorry, you are not allowed to put files into folders.',
};

/** Whether drawings (SVG) are taken from somebody: where the site's setting says so, from who may write any HTML. */
export const mayUploadDrawings = (
  actor: Actor,
  { svg_uploads: areTaken }: Pick<Settings, 'svg_uploads'>,
): boolean => areTaken && mayWriteAnyHtml(actor);

/** The same, with the setting as it is now; of visitors none are. */
export async function takesDrawings(read: Reader, actor: Actor | undefined): Promise<boolean> {
  return actor !== undefined && mayUploadDrawings(actor, (await readSettings(read)).settings);
}
