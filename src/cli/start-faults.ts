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
      `DATA_DIR is "${dataDir}", but the server can't write there (${hindrances[code] ?? messageOf(error)}). Use the path of a folder that the server can write to.`,
    );
  }
}

/** Reasons why a place can't be written to, by error code. */
const hindrances: Readonly<Record<string, string>> = {
  ENOENT: 'nothing can be created there',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'disk quota exceeded',
  EIO: 'disk I/O error; check the system log',
  ENOTDIR: 'a part of the path is a file',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'the link refers to itself',
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
const networkCalls = new Set(['connect', 'getaddrinfo']);

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
    return `PORT is ${port}, but another program is already listening there (HOST ${address}). Set PORT to a free port, or to 0 to let the system choose.`;
  }
  if (syscall === 'listen' && code === 'EACCES')
    return `PORT is ${port}, but the server has no permission to listen there. Use a port from 1024 up, behind a proxy.`;
  if (syscall === 'listen')
    return `HOST is "${address}", but the server can't listen there (${code}). Use an address of this machine, such as 127.0.0.1 or 0.0.0.0.`;
  if (unreachable.has(code) && (syscall === undefined ? code !== 'ENOENT' : networkCalls.has(syscall))) {
    return `The PostgreSQL server in DATABASE_URL does not respond (${messageOf(error) || code}). Start it, or correct the address.`;
  }
  if (refusals.has(code)) {
    return `The database in DATABASE_URL refused the connection (${messageOf(error)}). Correct the user, password and database name, or create them in PostgreSQL.`;
  }
  const fileFault = describeFileFault(error);
  if (fileFault !== undefined) return fileFault;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
