import { refuse, sentAs } from './params.ts';
import type { RefineContext } from './params.ts';
import { fromLocal } from '../../../lib/dates.ts';
import { refusal } from '../../permission.ts';
import type { Refusal, Actor } from '../../permission.ts';
import type { RestRequest } from './rest-request.ts';

/** A time in milliseconds; `isLocal`: in the site's time zone, since the client named none. */
interface SentDate {
  readonly milliseconds: number;
  readonly isLocal: boolean;
}

const datePattern = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d(?::?\d\d)?)?$/;

function date(value: unknown, context: RefineContext): SentDate {
  const [, day, time, zone = ''] = (typeof value === 'string' ? datePattern.exec(value) : null) ?? [];
  const digits = zone.replace(/[^\d]/g, '').padEnd(4, '0');
  const offset =
    zone === '' || zone === 'Z' ? 'Z' : `${zone.slice(0, 1)}${digits.slice(0, 2)}:${digits.slice(2)}`;
  const milliseconds = Date.parse(`${day}T${time}${offset}`);
  if (day === undefined || Number.isNaN(milliseconds))
    return refuse(context, value, 'rest_invalid_date', 'Invalid date.');
  return { milliseconds, isLocal: zone === '' };
}

export function dateParam() {
  return sentAs<string>()
    .transform((value: unknown, context): SentDate | undefined =>
      value === undefined ? undefined : date(value, context),
    )
    .meta({ type: 'string', format: 'date-time' });
}

/** The same, where null clears the value. */
export function writtenDate() {
  return sentAs<string | null>()
    .transform((value: unknown, context): SentDate | null | undefined =>
      value === undefined || value === null ? value : date(value, context),
    )
    .meta({ type: ['string', 'null'], format: 'date-time' });
}

export function refuseUnless(actor: Actor | undefined, allowed: boolean, refused: Refusal): void {
  if (!allowed) throw refusal(actor, refused);
}

export function momentOf(
  request: Pick<RestRequest, 'settings'>,
  sent: SentDate | undefined,
): number | undefined {
  return (
    sent &&
    (sent.isLocal ? fromLocal(sent.milliseconds, request.settings.timezone_string) : sent.milliseconds)
  );
}

interface Named {
  readonly id: number;
  readonly slug: string;
}

interface SentOrder {
  readonly orderby: string;
  readonly include?: readonly number[] | undefined;
  readonly slug?: readonly string[] | undefined;
}

/** Returns a function that sorts items in the order of `include` or `slug`; undefined if `orderby` asks for another order or none are named. */
export function givenOrder({
  orderby,
  include,
  slug,
}: SentOrder): (<Item extends Named>(found: readonly Item[]) => Item[]) | undefined {
  const named = orderby === 'include' ? include : orderby === 'include_slugs' ? slug : undefined;
  if (!named) return undefined;
  const places = new Map<number | string, number>(named.map((name, place) => [name, place]));
  const placeOf = (item: Named) => places.get(orderby === 'include' ? item.id : item.slug) ?? 0;
  return (found) => found.toSorted((a, b) => placeOf(a) - placeOf(b));
}
