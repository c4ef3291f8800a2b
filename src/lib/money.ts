/**
 * Money is a whole number of a currency's minor units: 1250 cents for 12.50 euros, 1250 yen for 1250 yen. Stored decimals
 * (`12.50`) are read digit by digit, so nothing is lost to binary fractions.
 */
export type MinorUnits = number;

/** Highest amount: nine digits before the decimal point of three digits, so that sums of many lines stay exact. */
export const maxAmount: MinorUnits = 999_999_999_999;

/** ISO 4217 codes that this Node knows. */
export const currencies: readonly string[] = Intl.supportedValuesOf('currency');

const decimalsByCode = new Map<string, number>();

/** Decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  const known = decimalsByCode.get(currency);
  if (known !== undefined) return known;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  decimalsByCode.set(currency, maximumFractionDigits);
  return maximumFractionDigits;
}

/**
 * Reads a decimal with a point, as exports and APIs write it; further decimals are rounded half up. Undefined for other
 * texts, negative amounts and amounts above `maxAmount`.
 */
export function parseAmount(text: string, currency: string): MinorUnits | undefined {
  const [, whole, fraction = ''] = /^\+?(\d{0,15})(?:\.(\d{0,30}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || whole + fraction === '') return undefined;
  const decimals = decimalsOf(currency);
  const kept = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  const amount = kept + (fraction.charAt(decimals) >= '5' ? 1 : 0);
  return amount <= maxAmount ? amount : undefined;
}

/** `12.50`, as exports and APIs write amounts. */
export function decimalText(amount: MinorUnits, currency: string): string {
  const decimals = decimalsOf(currency);
  const sign = amount < 0 ? '-' : '';
  const all = String(Math.abs(amount)).padStart(decimals + 1, '0');
  return decimals === 0 ? sign + all : `${sign}${all.slice(0, -decimals)}.${all.slice(-decimals)}`;
}
