import { boot } from './boot.ts';

/** Writes moments by the clock of the site, as the fields that ask for one take them, wherever the browser is. `zone`: another one. */
export function siteFormat(
  options: Intl.DateTimeFormatOptions,
  zone = boot.site.timezone,
): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(boot.site.dates, { ...options, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat(boot.site.dates, options); // a zone that this browser does not know
  }
}
