import { accessSync, constants, existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { BroadsheetError, ConfigError, messageOf } from '../lib/errors.ts';
import { describeFileFault, makeFolder } from '../lib/files.ts';
import { keysName } from '../lib/keys.ts';

/** Creates the data folder if it is missing. Throws `ConfigError`, naming DATA_DIR, when it can't be created or written to. */
export function ensureDataFolder({ dataDir }: Pick<Config, 'dataDir'>): void {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.W_OK);
    // Permissions don't show that a folder such as `/proc` rejects files. An existing site must start on a full disk,
    // so nothing is written then.
    if (!existsSync(join(dataDir, keysName))) rmdirSync(mkdtempSync(join(dataDir, '.tried-')));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `DATA_DIR is "${dataDir}", and we can't write there (${hindrances[code] ?? messageOf(error)}): use the path of a folder that we may write to.`,
    );
  }
}

/** Reasons why a place can't be written to, by error code. */
const hindrances: Readonly<Record<string, string>> = {
  ENOENT: 'nothing can be made there',
  EACCES: 'this account may not',
  EPERM: 'this account may not',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EDQUOT: 'this account may use no more of the disk',
  EIO: "the disk does not answer as it should; look into the system's log",
  ENOTDIR: 'the path leads through a file',
  ENAMETOOLONG: 'the name is longer than the disk takes',
  ELOOP: 'it is a link that leads back to itself',
};

/** PostgreSQL's codes for failed authentication and a missing database. */
const refusals = new Set(['28P01', '28000', '3D000']);
const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);

/** System calls to a server; a missing file has the same error code. */
const asked = new Set(['connect', 'getaddrinfo']);

/** A sentence for known faults at startup, otherwise the stack. */
export function describeStartFault(error: unknown): string {
  if (error instanceof BroadsheetError) return error.message;
  const {
    code = '',
    syscall,
    address,
    port,
  } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (syscall === 'listen' && code === 'EADDRINUSE') {
    return `PORT is ${port}, and another program listens there already (HOST ${address}): set PORT to a free one, or to 0 to let the system choose.`;
  }
  if (syscall === 'listen' && code === 'EACCES')
    return `PORT is ${port}, and we may not listen there: use one from 1024 on, behind a proxy.`;
  if (syscall === 'listen')
    return `HOST is "${address}", and we can't listen there (${code}): use an address of this machine, such as 127.0.0.1 or 0.0.0.0.`;
  if (unreachable.has(code) && (syscall === undefined ? code !== 'ENOENT' : asked.has(syscall))) {
    return `DATABASE_URL names a PostgreSQL server that does not answer (${messageOf(error) || code}): start it, or correct the address.`;
  }
  if (refusals.has(code)) {
    return `DATABASE_URL names a database that does not let us in (${messageOf(error)}): correct user, password and name, or create them in PostgreSQL.`;
  }
  const fileFault = describeFileFault(error);
  if (fileFault !== undefined) return fileFault;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
