import { fileType } from '../types/index.ts';
import { removeJobs } from '../../kernel/jobs/store.ts';
import type { PostReferences } from '../posts/index.ts';
import { resetSettings } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import { sizesJob } from './queue.ts';

export const pictureSettings: readonly (keyof Settings)[] = [
  'site_logo',
  'site_logo_dark',
  'site_icon',
  'social_image',
  'podcast_cover',
];

/** References of media to posts: each file belongs to an attachment and may wait for its sizes. */
export const mediaReferences: PostReferences = {
  deleted: ['media.post_id', 'media_mention.post_id'],
  clear: async (tx, { id, type }) => {
    await removeJobs(tx, sizesJob, [String(id)]);
    if (type === fileType) await resetSettings(tx, pictureSettings, id);
  },
};
