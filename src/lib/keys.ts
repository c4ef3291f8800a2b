import {
  createHmac,
  createSecretKey,
  randomBytes,
  timingSafeEqual,
  createCipheriv,
  createDecipheriv,
  hkdfSync,
} from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './errors.ts';
import { nameInstead, makeFolder } from './files.ts';

/** Signs texts that the server hands out and later has to recognize. */
export interface Signer {
  sign(purpose: string, text: string): string;
  verify(purpose: string, text: string, signature: string): boolean;
  /**
   * A text with its signature, for values checked at every request. It ends in a checksum, by which `unseal` rejects
   * forgeries at a tenth of the cost. A checksum that someone works out only leads to the full verification.
   */
  seal(purpose: string, text: string): string;
  /** The sealed text; undefined for forgeries. */
  unseal(purpose: string, sealed: string): string | undefined;
}

/** Characters of a signature, and how many of them are the checksum in a sealed text. */
const signatureLength = 32;
const checksumLength = 5;
/** Longest sealed text in characters; longer input is rejected unread. */
const maxSealedLength = 255;

/** Creates a signer. A signature for one purpose is invalid for another. */
export function createSigner(secret: Buffer): Signer {
  const key = createSecretKey(secret);
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url').slice(0, signatureLength);
  const mac = (purpose: string, text: string) => sign(purpose, text).slice(0, -checksumLength);
  const start = Buffer.from(sign('checksum', ''), 'base64url').readInt32LE();
  return {
    sign,
    verify: (purpose, text, signature) => isSame(sign(purpose, text), signature),
    seal: (purpose, text) => {
      const signed = `${text}.${mac(purpose, text)}`;
      return signed + writeChecksum(checksumOf(start, signed, signed.length));
    },
    unseal: (purpose, sealed) => {
      const end = sealed.length - checksumLength;
      if (sealed.length > maxSealedLength || !endsInChecksum(sealed, checksumOf(start, sealed, end)))
        return undefined;
      const dot = sealed.length - signatureLength - 1;
      const text = sealed.slice(0, dot);
      return isSame(`.${mac(purpose, text)}`, sealed.slice(dot, end)) ? text : undefined;
    },
  };
}

/** Compares signatures in constant time. */
function isSame(expected: string, actual: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(actual)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const digitCode = (checksum: number, at: number) => digits.charCodeAt((checksum >>> (26 - 6 * at)) & 63);

/** FNV-1a with a secret start value: without it, a checksum is guessed once in a billion tries. */
function checksumOf(start: number, text: string, end: number): number {
  let sum = start;
  for (let at = 0; at < end; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum;
}

function writeChecksum(checksum: number): string {
  return String.fromCharCode(...Array.from({ length: checksumLength }, (_, at) => digitCode(checksum, at)));
}

function endsInChecksum(text: string, checksum: number): boolean {
  const from = text.length - checksumLength;
  for (let at = 0; at < checksumLength; at++)
    if (text.charCodeAt(from + at) !== digitCode(checksum, at)) return false;
  return true;
}

/** Name of the file in the data folder with the site's secret; it exists once the site was started. */
export const keysName = 'keys.json';

/** Reads the site's secret from `keys.json` in the data folder. Creates it the first time, even when two processes start concurrently. */
export function loadSecret(dataDir: string): Buffer {
  const file = join(dataDir, keysName);
  const text = readIfExists(file) ?? makeKeys(dataDir, file);
  const secret = secretIn(text);
  if (secret === undefined)
    throw new ConfigError(
      `${file} contains no secret. Restore it from a backup, or delete it to generate a new one.`,
    );
  return Buffer.from(secret, 'base64');
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Only when it is missing, so that a site can start on a full or read-only disk. */
function makeKeys(dataDir: string, file: string): string {
  makeFolder(dataDir);
  const fresh = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(fresh, `${JSON.stringify({ secret: randomBytes(32).toString('base64') })}\n`, {
      mode: 0o600,
    });
    linkSync(fresh, file); // fails when another process was first
  } catch (error) {
    nameInstead(error, fresh, file);
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  return readFileSync(file, 'utf8');
}

/** Whether a file of keys can be loaded. */
export const isKeysFile = (text: string): boolean => secretIn(text) !== undefined;

function secretIn(text: string): string | undefined {
  try {
    const secret = (JSON.parse(text) as { secret?: unknown } | null)?.secret;
    return typeof secret === 'string' && secret.length >= 40 ? secret : undefined;
  } catch {
    return undefined; // invalid JSON: the caller explains what to do
  }
}

/** Encrypts short secrets that must be readable again. A copy of the database without the site's secret does not reveal them. */
export interface Vault {
  /** URL-safe. The result is bound to `purpose`. */
  encrypt(purpose: string, text: string): string;
  /** Undefined for a text that this site did not encrypt for that purpose. */
  decrypt(purpose: string, encrypted: string): string | undefined;
}

const [algorithm, ivLength, tagLength] = ['aes-256-gcm', 12, 16] as const;

/** AES-256-GCM with a separate key derived from the site's secret. */
export function createVault(secret: Buffer): Vault {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'vault', 32)));
  return {
    encrypt: (purpose, text) => {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    decrypt: (purpose, encrypted) => {
      const bytes = Buffer.from(encrypted, 'base64url');
      if (bytes.length < ivLength + tagLength) return undefined;
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength), {
        authTagLength: tagLength,
      })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
      try {
        return Buffer.concat([
          decipher.update(bytes.subarray(ivLength + tagLength)),
          decipher.final(),
        ]).toString('utf8');
      } catch {
        return undefined; // forged, for another purpose, or from a site with another secret
      }
    },
  };
}
