import { removeJobs } from '../../kernel/jobs/store.ts';
import type { PostReferences } from '../posts/index.ts';
import { checkJob } from './queue.ts';

export const findingReferences: PostReferences = {
  deleted: ['post_finding.post_id'],
  clear: async (tx, { id }) => void (await removeJobs(tx, checkJob, [String(id)])),
};
