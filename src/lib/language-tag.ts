/** The language tag of a WordPress locale, without forms of address (`de_DE_formal` → `de-DE`); undefined for an invalid locale. */
export function languageTagOf(locale: string): string | undefined {
  const [language = '', ...others] = locale.trim().slice(0, 40).replaceAll('_', '-').split('-');
  if (!/^[a-z]{2,3}$/i.test(language) || language.toLowerCase() === 'und') return undefined;
  const script = others.find((part) => /^[a-z]{4}$/i.test(part));
  const region = others.find((part) => /^(?:[a-z]{2}|\d{3})$/i.test(part));
  return Intl.getCanonicalLocales([language, script, region].filter(Boolean).join('-'))[0];
}
