import { z } from 'zod';
import { canReach, normalizeEmail } from '../../../lib/normalize-email.ts';
import { choice, flag, idOrNone, line, whole, setting, settingGroup } from '../kinds.ts';

/** Whether a string is a canonical BCP 47 language tag. */
export function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false; // RangeError: not a language tag
  }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false; // RangeError: not a time zone
  }
}

export const general = settingGroup('general', 'Site identity', {
  blogname: setting(line(), {
    default: 'Broadsheet',
    title: 'Site title',
    help: 'Name of the site, shown in the header, page titles and feeds.',
  }),
  blogdescription: setting(line(), {
    default: '',
    title: 'Tagline',
    help: 'In a few words, explain what this site is about.',
  }),
  admin_email: setting(
    z.string().refine((text) => text === '' || canReach(normalizeEmail(text)), 'expected an email address'),
    {
      default: '',
      title: 'Administration email',
      help: 'Receives the site’s notifications. Leave empty for the first administrator’s address.',
    },
  ),
  site_logo: setting(idOrNone, {
    control: 'image',
    default: 0,
    title: 'Logo',
    help: 'Shown in the header. Without a logo, the site title is shown as text.',
  }),
  site_logo_dark: setting(idOrNone, {
    control: 'image',
    default: 0,
    title: 'Site logo for dark mode',
    help: 'Shown instead of the logo in the dark scheme, and on dark bands. Without one, the logo is shown there, too.',
  }),
  site_icon: setting(idOrNone, {
    control: 'image',
    default: 0,
    title: 'Site icon',
    help: 'Square image for browser tabs and home screens.',
  }),
});

export const localization = settingGroup('localization', 'Language and time', {
  site_language: setting(z.string().refine(isLanguage, 'expected a language tag such as en-US or de'), {
    control: 'language',
    default: 'en-US',
    title: 'Site language',
    help: 'Language tag of the public pages, such as en-US.',
  }),
  timezone_string: setting(
    z.string().refine(isTimeZone, 'expected a time zone such as Europe/Berlin or UTC'),
    {
      control: 'timezone',
      default: 'UTC',
      title: 'Time zone',
      help: 'Time zone of dates and archives: a city such as Europe/Berlin, or an offset such as +02:00.',
    },
  ),
  date_format: setting(line(50), {
    default: '',
    title: 'Date format',
    help: 'Format characters of PHP’s date(): F j, Y gives November 20, 2026. Leave empty for the site language’s format.',
  }),
  time_format: setting(line(50), {
    default: '',
    title: 'Time format',
    help: 'Format characters of PHP’s date(): g:i a gives 4:56 pm. Leave empty for the site language’s format.',
  }),
  start_of_week: setting(
    choice({
      '': 'Default of the site language',
      sunday: 'Sunday',
      monday: 'Monday',
      tuesday: 'Tuesday',
      wednesday: 'Wednesday',
      thursday: 'Thursday',
      friday: 'Friday',
      saturday: 'Saturday',
    }),
    {
      default: '',
      title: 'Week starts on',
      help: 'First day of the week in calendars.',
    },
  ),
});

export const permalinks = settingGroup('permalinks', 'Permalinks', {
  permalink_structure: setting(choice({ rewritten: 'Post name: /sample-post/', plain: 'Plain: /?p=123' }), {
    default: 'rewritten',
    title: 'Permalink structure',
    help: 'URLs in the other form lead to the same posts.',
  }),
  imported_from: setting(
    z
      .array(z.url({ protocol: /^https?$/ }).max(300))
      .max(50)
      .readonly(),
    {
      default: [],
      title: 'Former addresses',
      help:
        'Addresses of imported sites, including their folder (https://old.example/blog). Links in content to pages below them ' +
        'lead to the same path here, and URLs in such a folder redirect to their address here. Each import adds its own.',
    },
  ),
});

export const security = settingGroup('security', 'Security', {
  hsts_days: setting(whole(0, 730), {
    default: 180,
    title: 'Days of HTTPS only (HSTS)',
    help: 'If the public address begins with https, browsers use only HTTPS for this many days; 0 tells them to forget the rule.',
  }),
  hsts_subdomains: setting(flag, {
    default: false,
    title: 'HSTS for subdomains',
    help: 'On: HSTS also applies to every subdomain. Each of them must then support HTTPS.',
  }),
  hsts_preload: setting(flag, {
    default: false,
    title: 'HSTS preload',
    help:
      'On: the site may be added to the HTTPS preload list that ships with browsers; removal takes months. ' +
      'Takes effect only with subdomains and at least 365 days, as the list requires.',
  }),
  content_protection: setting(flag, {
    default: true,
    title: 'Suppress context menu and shortcuts',
    help: 'Right click, F12, Ctrl+Shift+I, Ctrl+Shift+J and Ctrl+U do nothing on public pages.',
  }),
});
