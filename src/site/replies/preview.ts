import { isShared } from '../../modules/posts/share-store.ts';
import { createNonce, isNonce } from '../../modules/users/session.ts';
import type { Session } from '../../modules/users/session.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import { ForbiddenError } from '../../lib/errors.ts';
import type { Signer } from '../../lib/keys.ts';
import { positive } from '../../lib/numbers.ts';
import type { Device } from '../cache/device.ts';
import type { KeyedRequest } from '../cache/request-key.ts';

/** Names the key of a share link to a draft: `/?p=12&preview=true&share_key=…`. */
const shareParameter = 'share_key';

const nonceAction = (postId: number) => `post_preview_${postId}`;

/** The nonce for previewing a user's own autosave of a post: `?preview=true&preview_id=12&preview_nonce=…`, as in WordPress. */
export function previewNonce(signer: Signer, session: Pick<Session, 'token'>, postId: number): string {
  return createNonce(signer, session, nonceAction(postId));
}

/** Id of the post whose autosave an address asks for; 0 if none. Throws `ForbiddenError` for a nonce of another session or post. */
export function autosavedAsked(
  signer: Signer,
  session: Session | undefined,
  { parameters }: Pick<KeyedRequest, 'parameters'>,
): number {
  const [id, nonce] = [parameters.get('preview_id'), parameters.get('preview_nonce')];
  if (parameters.get('preview') !== 'true' || id === undefined || nonce === undefined) return 0;
  const postId = positive(id) ?? 0;
  if (session && isNonce(signer, session, nonceAction(postId), nonce)) return postId;
  throw new ForbiddenError('Sorry, you are not allowed to preview drafts.', 'preview_denied');
}

/** The device that a signed-in user chose for a preview (`device=phone`); undefined: the user's own. */
export function deviceAsked({ parameters }: Pick<KeyedRequest, 'parameters'>): Device | undefined {
  const device = parameters.get('device');
  return parameters.get('preview') === 'true' && (device === 'phone' || device === 'desktop')
    ? device
    : undefined;
}

export function isShareLink({ parameters }: Pick<KeyedRequest, 'parameters'>): boolean {
  return parameters.get('preview') === 'true' && parameters.has(shareParameter);
}

/** Id of the draft that a share link opens; 0 if the link is not valid, or no longer. */
export async function sharedAsked(
  read: Reader,
  { parameters }: Pick<KeyedRequest, 'parameters'>,
): Promise<number> {
  const postId = positive(parameters.get('p'));
  return postId !== undefined && (await isShared(read, postId, parameters.get(shareParameter) ?? ''))
    ? postId
    : 0;
}

/** The request without its share key and `preview`, so that an expired link gets the public page. */
export function withoutShare(request: KeyedRequest): KeyedRequest {
  return {
    ...request,
    parameters: new Map(
      [...request.parameters].filter(([name]) => name !== shareParameter && name !== 'preview'),
    ),
  };
}
