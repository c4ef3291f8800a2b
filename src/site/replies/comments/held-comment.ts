import type { Discussion } from '../../../blocks/load-context.ts';
import type { Signer } from '../../../lib/keys.ts';
import { positive } from '../../../lib/numbers.ts';
import { queryOf } from '../../../lib/with-query.ts';

const purpose = 'moderation-hash';

/** What the author of a comment knows, and nobody else. */
export function moderationHash(signer: Signer, id: number): string {
  return signer.sign(purpose, String(id));
}

/** Whether somebody who has this hash wrote the comment. */
export function isAuthor(signer: Signer, id: number, hash: string): boolean {
  return signer.verify(purpose, String(id), hash);
}

/** Query that shows a comment that waits to the one who wrote it. */
export function heldQuery(signer: Signer, id: number): string {
  return `unapproved=${id}&moderation-hash=${moderationHash(signer, id)}`;
}

/** What of a page of a post's discussion a request asks for. */
export function discussionOf(parameters: ReadonlyMap<string, string>, page: number): Discussion {
  const order = parameters.get('comment_order');
  return {
    page,
    replyTo: positive(parameters.get('replytocom')) ?? 0,
    order: order === 'asc' || order === 'desc' ? order : undefined,
  };
}

/** The held comment that a request asks for with the hash that its author was sent. */
export function heldAsked(signer: Signer, parameters: ReadonlyMap<string, string>): readonly number[] {
  const asked = positive(parameters.get('unapproved')) ?? 0;
  return asked > 0 && isAuthor(signer, asked, parameters.get('moderation-hash') ?? '') ? [asked] : [];
}

/**
 * An address that asks for a held comment without its author's signature, without that: the page is then the one for everybody, kept. Undefined for other
 * addresses.
 */
export function withoutForgedHeld(signer: Signer, address: string): string | undefined {
  const [path = '/'] = address.split('?', 1);
  const parameters = new URLSearchParams(queryOf(address));
  if (
    !parameters.has('unapproved') ||
    !parameters.has('moderation-hash') ||
    heldAsked(signer, new Map(parameters)).length > 0
  )
    return undefined;
  parameters.delete('unapproved');
  parameters.delete('moderation-hash');
  const own = path.replace(/^\/[/\\]+/, '/'); // never the address of another site
  return parameters.size > 0 ? `${own}?${parameters}` : own;
}
