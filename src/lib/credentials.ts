import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { InvalidInputError } from './errors.ts';

/** A password as it is stored; wrapped, so that no plain one can be taken for it. */
export interface PasswordHash {
  /** argon2id in PHC format. */
  readonly encoded: string;
}

/** Longer input is no password that anybody chose, and would only cost time. */
export const longestPassword = 1024;

/** What `hashPassword` makes: checking one of another price could take gigabytes and minutes. */
export const ownHash = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z\d+/]{22}\$[A-Za-z\d+/]{43}$/;

/** Hashes a password with argon2id (19 MiB, 2 passes) in a thread of its own: about 20 ms. Do it before a transaction, not inside. */
export async function hashPassword(password: string): Promise<PasswordHash> {
  if (password === '' || password.length > longestPassword) {
    throw new InvalidInputError(
      `A password has 1 to ${longestPassword} characters; this one has ${password.length}.`,
      'invalid_password',
    );
  }
  return { encoded: await hash(password.normalize('NFC')) };
}

/** Whether the password is the one that was hashed; no password matches an empty hash. */
export async function verifyPassword(stored: PasswordHash, password: string): Promise<boolean> {
  if (stored.encoded === '' || password.length > longestPassword) return false;
  return verify(stored.encoded, password.normalize('NFC'));
}

/** No 0, O, 1, l or I: people copy generated passwords from a screen. */
const readable = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random password of `length` readable characters (5.8 bits each), with a letter and a digit, as sites may ask for. */
export function generatePassword(length = 24): string {
  for (;;) {
    const password = Array.from({ length }, () => readable[randomInt(readable.length)]).join('');
    if (/\d/.test(password) && /\D/.test(password)) return password;
  }
}

/** Codes of six digits that an app makes from a shared secret and the time (RFC 6238), as every such app knows them: SHA-1, half a minute each. */

const periodMs = 30_000;
/** Steps that a clock may be wrong, either way. */
const window = 1;

// Loaded with the first code that somebody sends.
const library = () => import('otpauth');

/** A secret of 160 bits, in base32 as apps take it. */
export async function makeTotpSecret(): Promise<string> {
  const { Secret } = await library();
  return new Secret({ size: 20 }).base32;
}

/** The address by which an app takes a secret: `otpauth://totp/…`. `issuer` and `label` are what it shows. */
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

/** The step of time that a code belongs to, where it is one of about this moment; undefined for any other. */
export async function totpStep(secret: string, code: string, now = Date.now()): Promise<number | undefined> {
  if (!/^[0-9]{6}$/.test(code)) return undefined; // digits of other scripts are more bytes than the library compares
  const { TOTP, Secret } = await library();
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp: now, window });
  return delta === null ? undefined : Math.floor(now / periodMs) + delta;
}
