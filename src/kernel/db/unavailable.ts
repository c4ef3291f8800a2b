import { UnavailableError } from '../../lib/errors.ts';
import { diskFullError, isDiskFull } from '../../lib/files.ts';
import type { Reader } from './open-database.ts';

/** Connection errors, after which the request can be retried. 55000 and 3D000: the database accepts no connections, or is being restored. */
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '53300',
  '55000',
  '3D000',
]);

export function unavailableError(error: unknown): UnavailableError | undefined {
  if (isDiskFull(error)) return diskFullError(error);
  if (isConnectionFault(error))
    return new UnavailableError(
      'The site can’t reach its database at the moment. No data was lost. Please try again.',
    );
  return undefined;
}

function isConnectionFault(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return (
    connectionCodes.has(code ?? '') ||
    /^SQLITE_(?:BUSY|IOERR|CANTOPEN|READONLY)/.test(code ?? '') ||
    /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable|too many clients/i.test(
      message ?? '',
    )
  );
}

/** Reads data that every page needs: settings, the newest post, and list entries. Throws if the database can't be read. */
export async function lookAtPages(read: Reader): Promise<void> {
  await Promise.all([
    read.selectFrom('setting').selectAll().limit(1).execute(),
    read.selectFrom('post').select(['id', 'title']).orderBy('id', 'desc').limit(1).execute(),
    read.selectFrom('post_term').selectAll().limit(1).execute(),
  ]);
}
