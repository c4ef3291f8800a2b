import { fileType } from '../types/names.ts';
import { removeJobs } from '../jobs/store.ts';
import type { PostReferences } from '../posts/post-references.ts';
import type { Settings } from '../settings/settings.ts';
import { resetSettings } from '../settings/store.ts';
import { sizesJob } from './queue.ts';

/** Settings that name an attachment. */
export const pictureSettings: readonly (keyof Settings)[] = [
  'site_logo',
  'site_logo_dark',
  'site_icon',
  'social_image',
];

/** What media keep of posts: each file is an attachment's, and waits for its sizes. */
export const mediaReferences: PostReferences = {
  goes: ['media.post_id', 'media_mention.post_id'],
  clear: async (tx, { id, type }) => {
    await removeJobs(tx, sizesJob, [String(id)]);
    if (type === fileType) await resetSettings(tx, pictureSettings, id);
  },
};
