import { boot } from './boot.ts';
import { say } from '../words.ts';

/** The site's language first, as REST shows it for accounts without one; a stored locale of another language stays in the list. */
export function localeOptions(stored: string): { value: string; label: string }[] {
  const nameOfLocale = (locale: string) => {
    const tag = locale.split('_').slice(0, 2).join('-');
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'code' }).of(tag) ?? locale;
  };
  const others = new Set(
    [...boot.site.locales, ...(stored === '' ? [] : [stored])].filter(
      (locale) => locale !== boot.site.locale,
    ),
  );
  return [
    { value: '', label: say('Site default (%s)', nameOfLocale(boot.site.locale)) },
    ...[...others]
      .map((value) => ({ value, label: nameOfLocale(value) }))
      .toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
  ];
}
