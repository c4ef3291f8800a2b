import { z } from 'zod';
import { replaceFile } from '../../modules/media/replace-file.ts';
import { replaceFiles } from '../../modules/media/policy.ts';
import type { Post } from '../../modules/posts/post.ts';
import type { PostType } from '../../modules/types/post-type.ts';
import { BroadsheetError, StaleError } from '../../lib/errors.ts';
import { fromOf, fromRevision } from '../../kernel/http/rest/from-revision.ts';
import type { FileResource } from './post-resource.ts';
import { oneOf } from '../../kernel/http/rest/rest-reply.ts';
import type { ItemAnswer } from '../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { itemRoute, method } from '../../kernel/http/rest/rest-route.ts';
import { answerPost, staleOfPost } from './write-post.ts';

const params = z.object(fromRevision);

/** Answers with the file as it is then. */
async function replace(
  request: RestRequest,
  { revision }: z.output<typeof params>,
  { id }: Post,
): Promise<ItemAnswer> {
  const {
    actor,
    file,
    site: {
      dataDir,
      content: { database },
    },
  } = request;
  if (!file || file.bytes === 0) throw new BroadsheetError(400, 'rest_upload_no_data', 'No data supplied.');
  await replaceFile({ database, dataDir }, actor, { id, bytes: file }, fromOf(request, revision)).catch(
    async (error: unknown) =>
      Promise.reject(error instanceof StaleError ? await staleOfPost(request, error, null, id) : error),
  );
  return answerPost(request, id);
}

/**
 * `/broadsheet/v1/media/{id}/file`: a file that is uploaded takes the place of one of the library, at the same address. WordPress has no route for that.
 */
export function mediaFileRoute(
  { restBase = 'media' }: PostType,
  resource: FileResource,
  find: (request: RestRequest, captured: Readonly<Record<string, string>>) => Promise<Post>,
) {
  return itemRoute({
    path: `/broadsheet/v1/${restBase}/(?P<id>[\\d]+)/file` as const,
    find,
    methods: {
      POST: method({ params, reply: oneOf(resource), body: 'file', may: replaceFiles, run: replace }),
    },
  });
}
