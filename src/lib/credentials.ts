import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { InvalidInputError } from './errors.ts';

/** A stored password hash; an object, so that no plain password can be passed in its place. */
export interface PasswordHash {
  readonly encoded: string;
}

/** Longer input is not a password chosen by a user, and would only waste time. */
export const maxPasswordLength = 1024;

/** Format of `hashPassword`. Checking a hash with other parameters could take gigabytes and minutes. */
export const ownHash = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z\d+/]{22}\$[A-Za-z\d+/]{43}$/;

/** A hash that no password matches, as costly to verify as others. */
export const hashOfNobody = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Hashes a password with argon2id (19 MiB, 2 passes) in a worker thread: about 20 ms. Call it before a transaction, not inside. */
export async function hashPassword(password: string): Promise<PasswordHash> {
  if (password === '' || password.length > maxPasswordLength) {
    throw new InvalidInputError(
      `A password must have 1 to ${maxPasswordLength} characters; this one has ${password.length}.`,
      'invalid_password',
    );
  }
  return { encoded: await hash(password.normalize('NFC')) };
}

/** Whether a password matches a hash; an empty hash matches none. */
export async function verifyPassword(stored: PasswordHash, password: string): Promise<boolean> {
  if (stored.encoded === '' || password.length > maxPasswordLength) return false;
  return verify(stored.encoded, password.normalize('NFC'));
}

/** Without 0, O, 1, l and I, since users copy generated passwords from a screen. */
const readable = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random password of `length` readable characters (5.8 bits each) with at least one letter and one digit, which sites may require. */
export function generatePassword(length = 24): string {
  for (;;) {
    const password = Array.from({ length }, () => readable[randomInt(readable.length)]).join('');
    if (/\d/.test(password) && /\D/.test(password)) return password;
  }
}

/** TOTP (RFC 6238) with the parameters that all authenticator apps support: SHA-1, six digits, 30 seconds. */

const periodMs = 30_000;
/** Accepted clock skew in steps, either way. */
const window = 1;

// Loaded with the first code, not at startup.
const library = () => import('otpauth');

/** A 160-bit secret in base32, the format of authenticator apps. */
export async function makeTotpSecret(): Promise<string> {
  const { Secret } = await library();
  return new Secret({ size: 20 }).base32;
}

/** The URL for an authenticator app: `otpauth://totp/…`. Apps show `issuer` and `label`. */
export async function totpAddress({
  issuer,
  label,
  secret,
}: {
  readonly issuer: string;
  readonly label: string;
  readonly secret: string;
}): Promise<string> {
  const { TOTP } = await library();
  return new TOTP({
    issuer: issuer.replaceAll(':', ' '),
    label: label.replaceAll(':', ' '),
    secret,
  }).toString();
}

/** The time step of a code that is currently valid; undefined for any other. */
export async function totpStep(secret: string, code: string, now = Date.now()): Promise<number | undefined> {
  if (!/^[0-9]{6}$/.test(code)) return undefined; // digits of other scripts have more bytes than the library compares
  const { TOTP, Secret } = await library();
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp: now, window });
  return delta === null ? undefined : Math.floor(now / periodMs) + delta;
}
