import { removeJobs } from '../jobs/writer.ts';
import type { PostReferences } from '../posts/post-references.ts';
import { sizesJob } from './queue.ts';

/** What media keep of posts: each file is an attachment's, and waits for its sizes. */
export const mediaReferences: PostReferences = { goes: ['media.post_id'], clear: (tx, { id }) => removeJobs(tx, sizesJob, [String(id)]) };
