import { manageSettings } from '../../modules/settings/policy.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { siteDates } from '../../modules/settings/site-facts.ts';
import { zoneOffset } from '../../lib/dates.ts';
import { askRest } from './call.ts';
import type { Call } from './call.ts';
import { XmlRpcFault } from './fault.ts';
import { credentials, method, anything, list, recordOf, text } from './method.ts';
import type { SentStruct, SentValue } from './values.ts';

interface Option {
  readonly desc: string;
  readonly value: (settings: Settings, siteUrl: string) => SentValue;
  /** Its name in `/wp/v2/settings`; undefined: read-only. */
  readonly setting?: string;
}

/** The WordPress version whose methods these are; clients read it. */
const wordPressVersion = '6.9';

/** In WordPress' order. */
const options: Readonly<Record<string, Option>> = {
  software_name: { desc: 'Software Name', value: () => 'WordPress' },
  software_version: { desc: 'Software Version', value: () => wordPressVersion },
  blog_url: { desc: 'WordPress Address (URL)', value: (_settings, url) => url },
  home_url: { desc: 'Site Address (URL)', value: (_settings, url) => url },
  login_url: { desc: 'Login Address (URL)', value: (_settings, url) => `${url}/wp-login.php` },
  admin_url: { desc: 'The URL to the admin area', value: (_settings, url) => `${url}/wp-admin/` },
  post_thumbnail: { desc: 'Post Thumbnail', value: () => true },
  time_zone: {
    desc: 'Time Zone',
    value: ({ timezone_string: zone }) => String(zoneOffset(Date.now(), zone) / 3_600_000),
  },
  blog_title: { desc: 'Site Title', value: ({ blogname }) => blogname, setting: 'title' },
  blog_tagline: {
    desc: 'Site Tagline',
    value: ({ blogdescription }) => blogdescription,
    setting: 'description',
  },
  date_format: { desc: 'Date Format', value: (settings) => siteDates(settings).date, setting: 'date_format' },
  time_format: { desc: 'Time Format', value: (settings) => siteDates(settings).time, setting: 'time_format' },
  users_can_register: { desc: 'Allow new users to sign up', value: ({ users_can_register: may }) => may },
  default_comment_status: {
    desc: 'Allow people to submit comments on new posts.',
    value: ({ default_comment_status: status }) => status,
    setting: 'default_comment_status',
  },
  default_ping_status: {
    desc: 'Allow link notifications from other blogs (pingbacks and trackbacks) on new posts.',
    value: ({ default_ping_status: status }) => status,
    setting: 'default_ping_status',
  },
  blog_public: { desc: 'Privacy access', value: ({ blog_public: isPublic }) => (isPublic ? '1' : '0') },
};

/** The named options from the current settings; `readonly` unless the caller can change them. */
async function optionStructs({ content, actor }: Call, names: readonly string[]): Promise<SentStruct> {
  const settings = await content.settings.current();
  const mayChange = manageSettings.test(actor, undefined);
  return Object.fromEntries(
    names.flatMap((name) => {
      const option = Object.hasOwn(options, name) ? options[name] : undefined;
      const shown = option && {
        desc: option.desc,
        readonly: !mayChange || option.setting === undefined,
        value: option.value(settings, content.siteUrl),
      };
      return shown ? [[name, shown]] : [];
    }),
  );
}

const getOptions = method(
  'wp.getOptions',
  { blog_id: anything, ...credentials, options: anything },
  async (call, { options: sent }) => {
    const names = list(text).safeParse(typeof sent === 'string' && sent !== '' ? [sent] : sent);
    return optionStructs(call, names.success && names.data.length > 0 ? names.data : Object.keys(options));
  },
);

const setOptions = method(
  'wp.setOptions',
  { blog_id: anything, ...credentials, options: recordOf(text) },
  async (call, { options: sent }) => {
    if (!manageSettings.test(call.actor, undefined))
      throw new XmlRpcFault(401, 'Sorry, you are not allowed to update options.');
    const body = Object.fromEntries(
      Object.entries(sent).flatMap(([name, value]) => {
        const setting = Object.hasOwn(options, name) ? options[name]?.setting : undefined;
        return setting === undefined ? [] : [[setting, value] as const];
      }),
    );
    if (Object.keys(body).length > 0) await askRest(call, 'POST', '/wp/v2/settings', { body });
    return optionStructs(call, Object.keys(sent));
  },
);

export const optionMethods = [getOptions, setOptions];
