import type { Language } from '../../lib/language.ts';

export interface ShownNumber {
  readonly number: number;
  /** Shown as "9 / 10". */
  readonly max?: number | undefined;
  readonly unit?: string | undefined;
  /** An ISO 4217 code, or whatever a post has in its place. */
  readonly currency?: string | undefined;
}

const space = '\u00A0';

/** A number with its scale, its unit, or its currency, in the language. */
export function numberText(
  { number, max, unit = '', currency = '' }: ShownNumber,
  language: Pick<Language, 'number' | 'money'>,
): string {
  if (/^[a-z]{3}$/i.test(currency)) return language.money(number, currency.toUpperCase());
  const scaled = [number, ...(max === undefined ? [] : [max])]
    .map((one) => language.number(one))
    .join(`${space}/${space}`);
  const after = unit || currency;
  return after === '' ? scaled : `${scaled}${after === '%' ? '' : space}${after}`;
}
