import type { StaleError } from '../../../lib/errors.ts';
import { optionalWhole } from './params.ts';
import { DetailedError } from './rest-errors.ts';
import type { RestRequest } from './rest-request.ts';

/** The argument that says from which revision a change or a deletion began; `If-Match` says it, too. */
export const fromRevision = { revision: optionalWhole({ min: 1 }) };

/** The revision that a write began from; where it names none, the one that is `stored` when it comes. */
export function revisionOf(request: Pick<RestRequest, 'ifMatch'>, sent: number | undefined, stored: number): number {
  return request.ifMatch ?? sent ?? stored;
}

/** 409 with both sides as clients know them: what was sent, and the item as it is stored (null: it is gone). */
export function staleReply({ status, code, message }: StaleError, mine: unknown, theirs: unknown): DetailedError {
  return new DetailedError(status, code, message, { mine, theirs: theirs ?? null });
}

/** What an `If-Match` header names: the tag of a reply to who edits. Undefined for one that takes whatever there is; NaN for what is no tag of ours. */
export function readIfMatch(header: string | undefined): number | undefined {
  const text = header?.trim() ?? '';
  if (text === '' || text === '*') return undefined;
  const [, digits] = /^(?:W\/)?"?(\d{1,15})"?$/.exec(text) ?? [];
  return digits === undefined ? Number.NaN : Number(digits);
}
