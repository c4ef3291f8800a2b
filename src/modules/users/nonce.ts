import type { Signer } from '../../lib/keys.ts';
import type { Session } from './session.ts';

/** A nonce is good for its half day and the next, as in WordPress: 12 to 24 hours. */
const tickMs = 43_200_000;

const claimOf = (action: string, { token }: Pick<Session, 'token'>, tick: number) =>
  `${action}\0${token}\0${tick}`;

/** Proves that a request was made by a page of ours that this session was given: it is good for one `action` (`wp_rest`) and one session. */
export function createNonce(
  signer: Signer,
  session: Pick<Session, 'token'>,
  action: string,
  now = Date.now(),
): string {
  return signer.sign('nonce', claimOf(action, session, Math.floor(now / tickMs)));
}

/** Whether a nonce is one of `createNonce`, of this half day or the one before. */
export function isNonce(
  signer: Signer,
  session: Pick<Session, 'token'>,
  action: string,
  nonce: string,
  now = Date.now(),
): boolean {
  const tick = Math.floor(now / tickMs);
  return [tick, tick - 1].some((one) => signer.verify('nonce', claimOf(action, session, one), nonce));
}
