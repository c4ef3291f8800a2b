import { z } from 'zod';
import { choice, emailOrEmpty, flag, idOrNone, line, whole, setting, settingGroup } from '../kinds.ts';

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
  admin_email: setting(emailOrEmpty, {
    default: '',
    title: 'Administration email address',
    help: 'Receives the site’s notifications. Leave empty for the first administrator’s address.',
  }),
  site_logo: setting(idOrNone, {
    control: 'image',
    default: 0,
    title: 'Site logo',
    help: 'Shown in the header. Without a logo, the site title is shown as text.',
  }),
  site_logo_dark: setting(idOrNone, {
    control: 'image',
    default: 0,
    title: 'Site logo for dark mode',
    help: 'Shown in dark mode and on dark backgrounds. Without one, the site logo is shown there, too.',
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
    help: 'Language of the public pages, as a language tag such as en-US.',
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
    help: 'In the format of PHP’s date(): “F j, Y” gives November 20, 2026. Leave empty for the site language’s format.',
  }),
  time_format: setting(line(50), {
    default: '',
    title: 'Time format',
    help: 'In the format of PHP’s date(): “g:i a” gives 4:56 pm. Leave empty for the site language’s format.',
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
    help: 'URLs of the other structure lead to the same posts.',
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
        'URLs of imported sites, including their folder (https://old.example/blog). Links in the content that start with one of them ' +
        'lead to the same path on this site, and URLs in such a folder redirect to this site. Each import adds its own.',
    },
  ),
});

export const security = settingGroup('security', 'Security', {
  hsts_days: setting(whole(0, 730), {
    default: 180,
    title: 'HSTS duration in days',
    help: 'If the site’s address begins with https, browsers that have visited it use only HTTPS for this many days. 0 tells them to forget this.',
  }),
  hsts_subdomains: setting(flag, {
    default: false,
    title: 'HSTS for subdomains',
    help: 'HSTS also applies to all subdomains, which must then support HTTPS.',
  }),
  hsts_preload: setting(flag, {
    default: false,
    title: 'HSTS preload',
    help:
      'Allows the site to be added to the list of HTTPS sites that ships with browsers. Removal takes months. ' +
      'Requires HSTS for subdomains and a duration of at least 365 days.',
  }),
  activity_days: setting(whole(7, 3650), {
    default: 365,
    title: 'Days to keep activity',
    help: 'Older entries of the activity log are deleted every night. It lists changes, log-ins and failed log-ins, with the names of users.',
  }),
  content_protection: setting(flag, {
    default: true,
    title: 'Disable right-click and shortcuts',
    help: 'Right-click, F12, Ctrl+Shift+I, Ctrl+Shift+J and Ctrl+U do nothing on public pages.',
  }),
});
