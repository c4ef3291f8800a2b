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

export const general = settingGroup('general', 'General', {
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
  site_language: setting(z.string().refine(isLanguage, 'expected a language tag such as en-US or de'), {
    default: 'en-US',
    title: 'Site language',
    help: 'Language tag of the public pages, such as en-US.',
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
  timezone_string: setting(
    z.string().refine(isTimeZone, 'expected a time zone such as Europe/Berlin or UTC'),
    {
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
  admin_email: setting(
    z.string().refine((text) => text === '' || canReach(normalizeEmail(text)), 'expected an email address'),
    {
      default: '',
      title: 'Administration email',
      help: 'Receives the site’s notifications. Leave empty for the first administrator’s address.',
    },
  ),
  permalink_structure: setting(choice(['rewritten', 'plain']), {
    default: 'rewritten',
    title: 'Permalink structure',
    help: 'rewritten: /{postname}/; plain: /?p={post_id}. URLs in the other form lead to the same posts.',
  }),
  site_logo: setting(idOrNone, {
    default: 0,
    title: 'Logo',
    help: 'Attachment shown in the header; 0: the site title as text.',
  }),
  site_logo_dark: setting(idOrNone, {
    default: 0,
    title: 'Site logo for dark mode',
    help: 'Attachment shown instead of the logo in the dark scheme, and on dark bands; 0: the logo itself.',
  }),
  site_icon: setting(idOrNone, {
    default: 0,
    title: 'Site icon',
    help: 'Square attachment for browser tabs and home screens; 0: none.',
  }),
  svg_uploads: setting(flag, {
    default: false,
    title: 'SVG uploads',
    help: 'On: users with unfiltered_html (administrators and editors) can upload SVG files. Scripts, links and external references are removed from them.',
  }),
  html_block_scripts: setting(flag, {
    default: false,
    title: 'Scripts in HTML blocks',
    help: 'On: scripts run in HTML blocks by users with unfiltered_html (administrators and editors), each in a frame without access to the page.',
  }),
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
  blog_public: setting(z.boolean(), {
    default: true,
    title: 'Visible to search engines',
    help: 'Off: search engines are asked not to list the site.',
  }),
});
