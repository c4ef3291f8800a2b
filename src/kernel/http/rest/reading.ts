import type { Actor } from '../../actor.ts';
import { fromLocal } from '../../../lib/site-time.ts';
import type { SentDate } from './date-params.ts';
import { refusal } from '../../permission.ts';
import type { Refusal } from '../../permission.ts';
import type { RestRequest } from './rest-request.ts';

/** Throws where something is not for the asker. */
export function refuseUnless(actor: Actor | undefined, allowed: boolean, refused: Refusal): void {
  if (!allowed) throw refusal(actor, refused);
}

/** A moment that a client sent, in milliseconds. */
export function momentOf(
  request: Pick<RestRequest, 'settings'>,
  date: SentDate | undefined,
): number | undefined {
  return (
    date &&
    (date.isLocal ? fromLocal(date.milliseconds, request.settings.timezone_string) : date.milliseconds)
  );
}
