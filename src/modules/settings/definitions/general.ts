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
    help: 'Name of the site: in its header, in page titles and in feeds.',
  }),
  blogdescription: setting(line(), {
    default: '',
    title: 'Tagline',
    help: 'In a few words, explain what this site is about.',
  }),
  site_language: setting(z.string().refine(isLanguage, 'expected a language tag such as en-US or de'), {
    default: 'en-US',
    title: 'Site language',
    help: 'Language of the site as a language tag, such as en-US.',
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
        'Addresses of the sites whose content was imported, with their folder (https://old.example/blog). Links in posts to addresses below them lead to the same place ' +
        'here, and so do addresses in that folder; an import adds its own.',
    },
  ),
  timezone_string: setting(
    z.string().refine(isTimeZone, 'expected a time zone such as Europe/Berlin or UTC'),
    {
      default: 'UTC',
      title: 'Time zone',
      help: 'Dates are shown, and archives cut, in this time zone: Europe/Berlin, or an offset such as +02:00.',
    },
  ),
  date_format: setting(line(50), {
    default: '',
    title: 'Date format',
    help: 'In the letters of PHP’s date(): F j, Y reads November 20, 2026. Empty: as the site’s language writes dates.',
  }),
  time_format: setting(line(50), {
    default: '',
    title: 'Time format',
    help: 'In the letters of PHP’s date(): g:i a reads 4:56 pm. Empty: as the site’s language writes times.',
  }),
  admin_email: setting(
    z.string().refine((text) => text === '' || canReach(normalizeEmail(text)), 'expected an email address'),
    {
      default: '',
      title: 'Administration email',
      help: 'Where the site writes to; empty: the first administrator’s address.',
    },
  ),
  permalink_structure: setting(choice(['rewritten', 'plain']), {
    default: 'rewritten',
    title: 'Permalink structure',
    help: 'rewritten: /{postname}/; plain: /?p={post_id}. Addresses of the other form lead to the same posts.',
  }),
  site_logo: setting(idOrNone, {
    default: 0,
    title: 'Logo',
    help: 'Attachment shown in the header; 0: the site title as text.',
  }),
  site_logo_dark: setting(idOrNone, {
    default: 0,
    title: 'Logo on dark',
    help: 'Attachment shown instead of the logo in the dark scheme, and on dark bands; 0: the logo itself.',
  }),
  site_icon: setting(idOrNone, {
    default: 0,
    title: 'Site icon',
    help: 'Square attachment for browser tabs and home screens; 0: none.',
  }),
  svg_uploads: setting(flag, {
    default: false,
    title: 'SVG in the library',
    help: 'Lets users who can write any HTML (administrators and editors) upload SVG images. They are rewritten without anything that acts or leads elsewhere.',
  }),
  html_block_scripts: setting(flag, {
    default: false,
    title: 'Scripts in HTML blocks',
    help: 'Runs scripts of HTML blocks written by users who can write any HTML (administrators and editors), each in a frame that can’t touch the page.',
  }),
  hsts_days: setting(whole(0, 730), {
    default: 180,
    title: 'Days of https only (HSTS)',
    help: 'If the public address begins with https, browsers use only https for this many days (HSTS). 0 turns it off.',
  }),
  hsts_subdomains: setting(flag, {
    default: false,
    title: 'HSTS of subdomains',
    help: 'On: it holds for every subdomain, too. Each of them must answer by https then.',
  }),
  hsts_preload: setting(flag, {
    default: false,
    title: 'HSTS preload',
    help:
      'On: browsers may carry the site in a list that they are shipped with, out of which it takes months to get. ' +
      'Counts only with subdomains and at least 365 days, as the list demands.',
  }),
  blog_public: setting(z.boolean(), {
    default: true,
    title: 'Visible to search engines',
    help: 'Off: search engines are asked not to list the site.',
  }),
});
