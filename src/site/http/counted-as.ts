import type { IncomingHttpHeaders } from 'node:http';
import { mayEditSomething } from '../../kernel/permission.ts';
import type { Sessions } from '../../modules/users/sessions.ts';
import { callerOf } from '../../lib/caller.ts';

/** A request, as far as limits ask who sends it. */
interface Asking {
  readonly ip: string;
  readonly headers: Pick<IncomingHttpHeaders, 'cookie'>;
}

/** Under which name limits count who asks. */
export type CountedAs = (request: Asking) => Promise<string>;

/** By their address alone. */
export const byAddress: CountedAs = async ({ ip }) => callerOf(ip);

/** By account where somebody is signed in: a newsroom sits behind one address. */
export function byAccount(sessions: Pick<Sessions, 'find'>): CountedAs {
  return async ({ ip, headers }) => {
    const signedIn = await sessions.find(headers.cookie);
    return signedIn ? `account ${signedIn.actor.id}` : callerOf(ip);
  };
}

/** The same for those who may edit something alone: where visitors register, an account more would be a part of the machine more. */
export function byEditor(sessions: Pick<Sessions, 'find'>): CountedAs {
  return async ({ ip, headers }) => {
    const actor = (await sessions.find(headers.cookie))?.actor;
    return actor && mayEditSomething(actor) ? `account ${actor.id}` : callerOf(ip);
  };
}
