import type { Discussion } from '../../../blocks/load-context.ts';
import type { Signer } from '../../../lib/keys.ts';
import { positive } from '../../../lib/numbers.ts';

const purpose = 'moderation-hash';

/** Query that shows a comment that waits to the one who wrote it. */
export function heldQuery(signer: Signer, id: number): string {
  return `unapproved=${id}&moderation-hash=${signer.sign(purpose, String(id))}`;
}

/** What of a page of a post's discussion a request asks for; `ownHeld` only with the signature that its author was sent. */
export function discussionOf(signer: Signer, parameters: ReadonlyMap<string, string>, page = 1): Discussion {
  const held = positive(parameters.get('unapproved')) ?? 0;
  const mayShow = held > 0 && signer.verify(purpose, String(held), parameters.get('moderation-hash') ?? '');
  return { page, replyTo: positive(parameters.get('replytocom')) ?? 0, ownHeld: mayShow ? held : 0 };
}

/** An address that asks for a held comment without its author's signature, without that: the page is then the one for everybody, kept. Undefined for other addresses. */
export function withoutForgedHeld(signer: Signer, address: string): string | undefined {
  const [path = '/', query = ''] = address.split('?', 2);
  const parameters = new URLSearchParams(query);
  if (!parameters.has('unapproved') || !parameters.has('moderation-hash') || discussionOf(signer, new Map(parameters)).ownHeld > 0) return undefined;
  parameters.delete('unapproved');
  parameters.delete('moderation-hash');
  const own = path.replace(/^\/[/\\]+/, '/'); // never the address of another site
  return parameters.size > 0 ? `${own}?${parameters}` : own;
}
