import { createHash } from 'node:crypto';
import type { From } from '../../command.ts';
import { StaleError } from '../../../lib/errors.ts';
import { optionalWhole, textParam } from './params.ts';
import { DetailedError } from './rest-errors.ts';
import type { RestRequest } from './rest-request.ts';

/** The revision that a change or deletion is based on; `If-Match` states it, too. */
export const fromRevision = { revision: optionalWhole({ min: 1 }) };

const windowDescription =
  'ID of the editor window that saves: letters, digits, “_” and “-”, at most 40 characters.';
export const ofWindow = { window: textParam().describe(windowDescription) };

/** The revision that a write is based on, or the stored one if the request names none. */
export function revisionOf(
  request: Pick<RestRequest, 'ifMatch'>,
  sent: number | undefined,
  stored: number,
): number {
  return request.ifMatch ?? sent ?? stored;
}

/** Like `revisionOf`, for commands that compare after locking (`From`). */
export function fromOf(request: Pick<RestRequest, 'ifMatch'>, sent: number | undefined): From {
  return (stored) => revisionOf(request, sent, stored);
}

export function staleReply(
  { status, code, message }: StaleError,
  mine: unknown,
  theirs: unknown,
): DetailedError {
  return new DetailedError(status, code, message, { mine, theirs: theirs ?? null });
}

/** Revision of an item without a counter: a hash of its content, 48 bits and never 0, so that `If-Match` and `revision` work the same. */
export function revisionOfWhole(item: unknown): number {
  return (
    Number.parseInt(createHash('sha256').update(JSON.stringify(item)).digest('hex').slice(0, 12), 16) + 1
  );
}

/** Throws `StaleError` with both sides if a write is based on another revision than that of the locked item. */
export function refuseOther(
  request: Pick<RestRequest, 'ifMatch'>,
  sent: number | undefined,
  stored: number,
  what: string,
  sides: { readonly mine: unknown; readonly theirs: unknown },
): void {
  if (revisionOf(request, sent, stored) !== stored)
    throw new StaleError(`Someone else changed ${what} in the meantime. Nothing was saved.`, sides);
}

/** Revision in an `If-Match` header. Undefined for `*` or no header; NaN for an unknown tag. */
export function readIfMatch(header: string | undefined): number | undefined {
  const text = header?.trim() ?? '';
  if (text === '' || text === '*') return undefined;
  const [, digits] = /^(?:W\/)?"?(\d{1,15})"?$/.exec(text) ?? [];
  return digits === undefined ? Number.NaN : Number(digits);
}
