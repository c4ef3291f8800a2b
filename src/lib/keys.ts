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

/** Signs what we hand out and want to recognise. */
export interface Signer {
  /** URL-safe signature of `purpose` and `text`. */
  sign(purpose: string, text: string): string;
  verify(purpose: string, text: string, signature: string): boolean;
  /**
   * A text with its signature, for what is checked at every request. The signature ends in a checksum, by which `unseal` refuses what strangers made up before
   * anything is verified, at a tenth of the cost. Who has sealed texts of ours may find how the checksum is made, and gains only that theirs are verified.
   */
  seal(purpose: string, text: string): string;
  /** The text that was sealed; undefined for what we did not seal. */
  unseal(purpose: string, sealed: string): string | undefined;
}

/** Characters of a signature, and how many of them are the checksum where a text is sealed. */
const signatureLength = 32;
const checksumLength = 5;
/** Characters: texts to seal are short, and no longer one is looked at. */
const longestSealed = 255;

/** A signer over a secret. Purposes are kept apart: a signature for one is none for another. */
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
      if (sealed.length > longestSealed || !endsInChecksum(sealed, checksumOf(start, sealed, end)))
        return undefined;
      const dot = sealed.length - signatureLength - 1;
      const text = sealed.slice(0, dot);
      return isSame(`.${mac(purpose, text)}`, sealed.slice(dot, end)) ? text : undefined;
    },
  };
}

/** Whether a signature is the one that is wanted; how much of it is right is not told by the time that this takes. */
function isSame(wanted: string, given: string): boolean {
  const [one, other] = [Buffer.from(wanted), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const digitCode = (checksum: number, at: number) => digits.charCodeAt((checksum >>> (26 - 6 * at)) & 63);

/** FNV-1a, which gives another sum for each start: who does not know that guesses the checksum of a text once in a billion times. */
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

/** Name of the file in the data folder that holds the site's secret; a site that was started once has it. */
export const keysName = 'keys.json';

/** Reads the site's secret from `keys.json` in the data folder; makes it the first time, also when two processes start together. */
export function loadSecret(dataDir: string): Buffer {
  const file = join(dataDir, keysName);
  const text = readIfThere(file) ?? makeKeys(dataDir, file);
  const secret = secretIn(text);
  if (secret === undefined)
    throw new ConfigError(
      `${file} holds no secret. Restore it from a backup, or delete it to have a new one made.`,
    );
  return Buffer.from(secret, 'base64');
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Only where there is none: a start on a full disk, or on one that may not be written, needs no byte. */
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

function secretIn(text: string): string | undefined {
  try {
    const secret = (JSON.parse(text) as { secret?: unknown } | null)?.secret;
    return typeof secret === 'string' && secret.length >= 40 ? secret : undefined;
  } catch {
    return undefined; // no JSON: the caller says what to do
  }
}

/** Keeps short secrets that we must be able to read again: who has the database, or a copy of it, and not the site's secret reads none. */
export interface Vault {
  /** URL-safe; what was encrypted for one `purpose` is nothing for another. */
  encrypt(purpose: string, text: string): string;
  /** Undefined for what this site did not encrypt for that purpose. */
  decrypt(purpose: string, encrypted: string): string | undefined;
}

const [algorithm, ivLength, tagLength] = ['aes-256-gcm', 12, 16] as const;

/** AES-256-GCM with a key of its own, which is made from the site's secret. */
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
        return undefined; // made up, for another purpose, or by a site with another secret
      }
    },
  };
}
