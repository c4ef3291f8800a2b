import { createHash } from 'node:crypto';
import type { From } from '../../command.ts';
import { StaleError } from '../../../lib/errors.ts';
import { optionalWhole, textParam } from './params.ts';
import { DetailedError } from './rest-errors.ts';
import type { RestRequest } from './rest-request.ts';

/** The argument that says from which revision a change or a deletion began; `If-Match` says it, too. */
export const fromRevision = { revision: optionalWhole({ min: 1 }) };

const windowDescription =
  'Id of the editor window that writes: letters, digits, “_” and “-”, at most 40 characters.';
/** The editor window in which a text is written. */
export const ofWindow = { window: textParam().describe(windowDescription) };

/** The revision that a write began from; where it names none, the one that is `stored` when it comes. */
export function revisionOf(
  request: Pick<RestRequest, 'ifMatch'>,
  sent: number | undefined,
  stored: number,
): number {
  return request.ifMatch ?? sent ?? stored;
}

/** The same for commands that take it as they find what is stored (`From`). */
export function fromOf(request: Pick<RestRequest, 'ifMatch'>, sent: number | undefined): From {
  return (stored) => revisionOf(request, sent, stored);
}

/** 409 with both sides as clients know them: what was sent, and the item as it is stored (null: it is gone). */
export function staleReply(
  { status, code, message }: StaleError,
  mine: unknown,
  theirs: unknown,
): DetailedError {
  return new DetailedError(status, code, message, { mine, theirs: theirs ?? null });
}

/** The revision of what no writer counts, made of all that it says: 48 bits, never 0, so that `If-Match` and `revision` name it as they name a count. */
export function revisionOfWhole(said: unknown): number {
  return (
    Number.parseInt(createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 12), 16) + 1
  );
}

/** Throws `StaleError` with both sides where a write began from another revision than that of what is `stored`, which nobody else can change meanwhile. */
export function refuseOther(
  request: Pick<RestRequest, 'ifMatch'>,
  sent: number | undefined,
  stored: number,
  what: string,
  sides: { readonly mine: unknown; readonly theirs: unknown },
): void {
  if (revisionOf(request, sent, stored) !== stored)
    throw new StaleError(`Someone else changed ${what} meanwhile. Nothing was saved.`, sides);
}

/** What an `If-Match` header names: the tag of a reply to who edits. Undefined for one that takes whatever there is; NaN for what is no tag of ours. */
export function readIfMatch(header: string | undefined): number | undefined {
  const text = header?.trim() ?? '';
  if (text === '' || text === '*') return undefined;
  const [, digits] = /^(?:W\/)?"?(\d{1,15})"?$/.exec(text) ?? [];
  return digits === undefined ? Number.NaN : Number(digits);
}
