import { timeZoneNamed } from '../../../lib/time-zones.ts';
import { say } from '../../words.ts';
import type { EditedField } from './field-kinds.ts';
import { idsOf, isEmpty, isRow, listOf } from './field-values.ts';
import type { FormField } from './field-values.ts';

/** Valid links: an address with a known scheme, or a path of this site. */
const linkUrl = /^(?:https?:\/\/|\/(?![/\\])|#|mailto:|tel:)[^\s\\]*$/i;
const isUrl = (url: string): boolean =>
  url.length <= 2000 && linkUrl.test(url) && URL.canParse(url, 'https://site.example');

const maxLengths = { text: 1000, textarea: 20_000, rich_text: 200_000 } as const;

/** Longest text of a field, in UTF-16 units. */
export const maxLengthOf = ({ kind, max }: FormField): number =>
  kind === 'text' || kind === 'textarea' ? Math.min(max ?? Infinity, maxLengths[kind]) : maxLengths.rich_text;

function numberFault({ min, max, step }: FormField, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return say('Enter a number.');
  if (min !== undefined && value < min) return say('Enter a number of at least %s.', min);
  if (max !== undefined && value > max) return say('Enter a number of at most %s.', max);
  if (step === undefined) return undefined;
  const steps = (value - (min ?? 0)) / step;
  // Room for the rounding of binary fractions, such as 0.3 in steps of 0.1.
  const isMultiple = Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps));
  return isMultiple ? undefined : say('Enter a number in steps of %s.', step);
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) === true;

function placeFault(value: unknown): string | undefined {
  const { lat, lng } = isRow(value) ? value : {};
  const isWithin = (one: unknown, most: number) => typeof one === 'number' && Math.abs(one) <= most;
  if (!isWithin(lat, 90)) return say('Enter a latitude between -90 and 90.');
  return isWithin(lng, 180) ? undefined : say('Enter a longitude between -180 and 180.');
}

function groupFault({ fields = [], min, max }: FormField, value: unknown): string | undefined {
  const rows = listOf(value);
  if (min !== undefined && rows.length < min) return say('Add at least %d rows.', min);
  if (max !== undefined && rows.length > max) return say('Remove rows: at most %d are possible.', max);
  const isFaulty = rows.some(
    (row) => isRow(row) && fields.some((sub) => faultOf(sub, row[sub.name]) !== undefined),
  );
  return isFaulty ? say('Some rows have invalid values.') : undefined;
}

/** Why the server would refuse a value; undefined for an empty one. */
export function faultOf(field: FormField, value: unknown): string | undefined {
  if (isEmpty(value)) return undefined;
  const text = typeof value === 'string' ? value : '';
  switch (field.kind) {
    case 'text':
    case 'textarea':
    case 'rich_text': {
      const most = maxLengthOf(field);
      if (text.length > most) return say('Enter at most %d characters.', most);
      return field.format === 'time_zone' && timeZoneNamed(text) === undefined
        ? say('Enter the name of a time zone, such as Europe/Berlin.')
        : undefined;
    }
    case 'number':
      return numberFault(field, value);
    case 'date':
      return isDate(text) ? undefined : say('Enter a date.');
    case 'date_time':
      return isDate(text.slice(0, 10)) && /^T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text.slice(10))
        ? undefined
        : say('Enter a date and a time.');
    case 'colour':
      return /^#[0-9a-f]{6}$/i.test(text) ? undefined : say('Enter a color such as #0b5cff.');
    case 'link':
      return isRow(value) && isUrl(String(value['url'] ?? ''))
        ? undefined
        : say(
            'Enter a URL that begins with http://, https://, mailto: or tel:, or a path that begins with /.',
          );
    case 'place':
      return placeFault(value);
    case 'choice': {
      const known = (field.choices ?? []).map((choice) => choice.value);
      return listOf(value).every((one) => known.includes(String(one)))
        ? undefined
        : say('Select one of the choices.');
    }
    case 'group':
      return groupFault(field, value);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : say('Select yes or no.');
    case 'image':
    case 'file':
    case 'gallery':
    case 'post':
    case 'term':
    case 'user':
      return idsOf(value).length === listOf(value).length ? undefined : say('Select an item.');
  }
}

/** The rule between this value and those of other fields: a date that ends a period isn't before its start. */
export function togetherFault(
  { not_before: start, day_field: dayField }: Pick<EditedField, 'not_before' | 'day_field'>,
  value: unknown,
  valueOf: (name: string) => unknown,
): string | undefined {
  const begun = start === undefined ? undefined : valueOf(start);
  if (typeof value !== 'string' || typeof begun !== 'string') return undefined;
  const length = dayField !== undefined && valueOf(dayField) === true ? 10 : value.length;
  return value.slice(0, length) < begun.slice(0, length) ? say('This is before the start.') : undefined;
}

/** Why a post with this value can't be published, beyond `faultOf`. */
export function requiredFault(field: FormField, value: unknown): string | undefined {
  return field.required && isEmpty(value) ? say('This field is required.') : undefined;
}
