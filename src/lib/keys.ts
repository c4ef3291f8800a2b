import { randomBytes, timingSafeEqual } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hmacSha256 } from './hmac.ts';
import { makeFolder } from './make-folder.ts';
import { ConfigError } from './errors.ts';
import { nameInstead } from './file-faults.ts';

/** Signs what we hand out and want to recognise. */
export interface Signer {
  /** URL-safe signature of `purpose` and `text`. */
  sign(purpose: string, text: string): string;
  verify(purpose: string, text: string, signature: string): boolean;
}

/** A signer over a secret. Purposes are kept apart: a signature for one is none for another. */
export function createSigner(secret: Buffer): Signer {
  const hmac = hmacSha256(secret);
  const length = 32;
  const sign = (purpose: string, text: string) => hmac(`${purpose}\0${text}`).slice(0, length);
  // Written over for each signature: none is checked while another is.
  const [wanted, given] = [Buffer.alloc(length), Buffer.alloc(length)];
  return {
    sign,
    verify: (purpose, text, signature) => {
      if (!/^[\w-]{32}$/.test(signature)) return false;
      wanted.write(sign(purpose, text), 'latin1');
      given.write(signature, 'latin1');
      return timingSafeEqual(wanted, given);
    },
  };
}

/** Name of the file in the data folder that holds the site's secret; a site that was started once has it. */
export const keysName = 'keys.json';

/** Reads the site's secret from `keys.json` in the data folder; makes it the first time, also when two processes start together. */
export function loadSecret(dataDir: string): Buffer {
  const file = join(dataDir, keysName);
  const text = readIfThere(file) ?? makeKeys(dataDir, file);
  const secret = secretIn(text);
  if (secret === undefined) throw new ConfigError(`${file} holds no secret. Restore it from a backup, or delete it to have a new one made.`);
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
    writeFileSync(fresh, `${JSON.stringify({ secret: randomBytes(32).toString('base64') })}\n`, { mode: 0o600 });
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
