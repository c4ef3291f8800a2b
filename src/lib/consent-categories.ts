/** Categories of third-party content that a reader can accept or refuse, in the order of the stored answer. */
export const consentCategories = ['marketing', 'statistics', 'media'] as const;
export type ConsentCategory = (typeof consentCategories)[number];

/** Answers by category; a category without one was not in use when the reader answered. */
export type ConsentAnswers = Readonly<Partial<Record<ConsentCategory, boolean>>>;

/**
 * The answers of a cookie: `1` accepts all, `0` refuses all, else one character per category: `y`, `0`, or `-` without an
 * answer. A first `0` also means to scripts that know no categories that ads are refused. Undefined for other values.
 */
export function parseConsent(value: string): ConsentAnswers | undefined {
  if (value === '1' || value === '0') return sameForAll(value === '1');
  if (!/^[y0-]{3}$/.test(value) || value === '---') return undefined;
  return Object.fromEntries(
    consentCategories.flatMap((name, index) =>
      value[index] === '-' ? [] : [[name, value[index] === 'y'] as const],
    ),
  );
}

export function writeConsent(answers: ConsentAnswers): string {
  const text = consentCategories
    .map((name) => (answers[name] === undefined ? '-' : answers[name] ? 'y' : '0'))
    .join('');
  return text === 'yyy' ? '1' : text === '000' ? '0' : text;
}

export const sameForAll = (isGiven: boolean): ConsentAnswers => ({
  marketing: isGiven,
  statistics: isGiven,
  media: isGiven,
});
