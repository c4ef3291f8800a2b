import { refuse, sentAs } from './params.ts';
import type { RefineContext } from './params.ts';

/** A moment: milliseconds, in the site's time zone when the client named none. */
export interface SentDate {
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

/** A moment in ISO 8601; undefined when it is not sent. */
export function dateParam() {
  return sentAs<string>()
    .transform((value: unknown, context): SentDate | undefined =>
      value === undefined ? undefined : date(value, context),
    )
    .meta({ type: 'string', format: 'date-time' });
}

/** The same where null takes a moment away. */
export function writtenDate() {
  return sentAs<string | null>()
    .transform((value: unknown, context): SentDate | null | undefined =>
      value === undefined || value === null ? value : date(value, context),
    )
    .meta({ type: ['string', 'null'], format: 'date-time' });
}
