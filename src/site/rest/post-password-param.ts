import { createHash, timingSafeEqual } from 'node:crypto';
import type { Post } from '../../modules/posts/model.ts';
import { callerOf } from '../../lib/request-headers.ts';
import { TooManyRequestsError } from '../../lib/errors.ts';
import { textParam } from '../../kernel/http/rest/params.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';

/** `password` of a protected post, as a query parameter. */
export const passwordParam = textParam;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether a client sent this post's password. Only wrong ones count towards the limit; throws `TooManyRequestsError` beyond it. */
export function isPasswordOf(
  request: RestRequest,
  { password }: Pick<Post, 'password'>,
  sent: string,
): boolean {
  const {
    site: { postPasswordGuesses },
    actor,
    client,
  } = request;
  const caller = actor ? `account ${actor.id}` : callerOf(client?.ip ?? '');
  const seconds = postPasswordGuesses(caller);
  if (seconds > 0)
    throw new TooManyRequestsError('Too many wrong passwords for protected posts; try again later.', seconds);
  const isRight = timingSafeEqual(digest(password), digest(sent));
  if (isRight) postPasswordGuesses.giveBack(caller);
  return isRight;
}
