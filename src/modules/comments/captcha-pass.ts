import { hash, randomBytes } from 'node:crypto';
import { callerOf } from '../../lib/caller.ts';
import type { Signer } from '../../lib/keys.ts';

/** How long a visitor may take from the captcha to the comment, in milliseconds. */
export const passLifeMs = 10 * 60_000;

/** For whom something is signed: a post, and an address (of IPv6 its network). */
export interface PassHolder {
  readonly postId: number;
  readonly ip: string;
}

/** A pass that was checked. */
export interface Pass {
  /** Lets one comment in. */
  readonly nonce: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const signedText = (nonce: string, expiresAt: number, { postId, ip }: PassHolder) =>
  `${nonce} ${expiresAt} ${postId} ${callerOf(ip)}`;

/** Signs `nonce.expiry` for one holder and purpose, as one text for cookies and fields. */
export function signPass(
  signer: Signer,
  purpose: string,
  { nonce, expiresAt }: Pass,
  holder: PassHolder,
): string {
  return `${nonce}.${expiresAt}.${signer.sign(purpose, signedText(nonce, expiresAt, holder))}`;
}

/** The pass in a text that we signed for this holder and purpose; undefined for any other text, and after its time. */
export function readPass(
  signer: Signer,
  purpose: string,
  text: string,
  holder: PassHolder,
  now: number,
): Pass | undefined {
  const [, nonce = '', expiry = '', signature = ''] = /^([\w-]{16,43})\.(\d{13})\.([\w-]+)$/.exec(text) ?? [];
  const expiresAt = Number(expiry);
  if (
    nonce === '' ||
    expiresAt <= now ||
    !signer.verify(purpose, signedText(nonce, expiresAt, holder), signature)
  )
    return undefined;
  return { nonce, expiresAt };
}

/** A pass nobody had before. */
export function freshPass(now: number): Pass {
  return { nonce: randomBytes(12).toString('base64url'), expiresAt: now + passLifeMs };
}

/** The pass that stands for a token of a captcha service: the same token gives the same pass, so that it lets one comment in. */
export function passOfToken(token: string, now: number): Pass {
  return { nonce: hash('sha256', token, 'base64url').slice(0, 32), expiresAt: now + passLifeMs };
}
