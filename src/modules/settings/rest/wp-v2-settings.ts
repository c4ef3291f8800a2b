import { postsPerPage } from '../site-facts.ts';
import { z } from 'zod';
import { postFormats } from '../../../lib/post-formats.ts';
import { adminEmail, weekStart, siteDates } from '../site-facts.ts';
import { manageSettings } from '../policy.ts';
import { defaultOf, readSettings } from '../store.ts';
import { readValues, saveSettings, seen, settingsToChange } from '../commands.ts';
import { replacedText } from '../definitions/translations.ts';
import { settingControls } from '../kinds.ts';
import type { Settings } from '../settings.ts';
import { findDefinition, describeSettings, settingsPages } from '../settings.ts';
import { weekDays } from '../../../lib/dates.ts';
import { fromRevision, refuseOther, revisionOfWhole } from '../../../kernel/http/rest/from-revision.ts';
import {
  flagParam,
  choiceParam,
  optionalChoice,
  optionalWhole,
  textParam,
  writtenText,
  writtenWhole,
  objectParam,
  onSite,
} from '../../../kernel/http/rest/params.ts';
import { faultsOfParams } from '../../../kernel/http/rest/rest-errors.ts';
import { oneOf, valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { ItemAnswer, PlainAnswer } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { fieldsOf, whole, writtenFields } from '../../../kernel/http/rest/resource.ts';

const { shown, written, resource } = fieldsOf<Settings>();
const text = (key: keyof Settings, format?: 'email') =>
  writtenText(findDefinition(key)?.schema ?? z.string(), format);
const number = (key: keyof Settings) => writtenWhole(findDefinition(key)?.schema ?? z.int());
const underscores = (language: string) => language.replaceAll('-', '_');

const settingsResource = resource('settings', {
  title: written(text('blogname'), whole, ({ blogname }) => blogname),
  description: written(text('blogdescription'), whole, ({ blogdescription }) => blogdescription),
  url: shown(textParam(), whole, (_settings, { site }) => site.content.siteUrl),
  email: written(text('admin_email', 'email'), whole, adminEmail),
  timezone: written(text('timezone_string'), whole, ({ timezone_string: zone }) => zone),
  date_format: written(text('date_format'), whole, (settings) => siteDates(settings).date),
  time_format: written(text('time_format'), whole, (settings) => siteDates(settings).time),
  language: written(text('site_language'), whole, ({ site_language: language }) => underscores(language)),
  start_of_week: written(optionalWhole({ min: 0, max: 6 }), whole, weekStart),
  use_smilies: written(flagParam(), whole, ({ use_smilies: isOn }) => isOn),
  default_post_format: written(
    optionalChoice(postFormats),
    whole,
    ({ default_post_format: format }) => format,
  ),
  default_category: written(number('default_category'), whole, ({ default_category: id }) => id),
  posts_per_page: written(number('posts_per_page'), whole, postsPerPage),
  show_on_front: written(text('show_on_front'), whole, ({ show_on_front: front }) => front),
  page_on_front: written(number('page_on_front'), whole, ({ page_on_front: id }) => id),
  page_for_posts: written(number('page_for_posts'), whole, ({ page_for_posts: id }) => id),
  default_ping_status: written(
    optionalChoice(['open', 'closed']),
    whole,
    ({ default_ping_status: status }) => status,
  ),
  default_comment_status: written(
    optionalChoice(['open', 'closed']),
    whole,
    ({ default_comment_status: status }) => status,
  ),
  site_logo: written(number('site_logo'), whole, ({ site_logo: id }) => id),
  site_icon: written(number('site_icon'), whole, ({ site_icon: id }) => id),
});

const keys: Readonly<Record<string, string>> = {
  title: 'blogname',
  description: 'blogdescription',
  email: 'admin_email',
  timezone: 'timezone_string',
  language: 'site_language',
};
const names = Object.fromEntries(Object.entries(keys).map(([name, key]) => [key, name]));
const settingArguments = writtenFields(settingsResource);
const changeArguments = settingArguments.extend(fromRevision);

const update = method({
  params: changeArguments,
  reply: oneOf(settingsResource),
  may: manageSettings,
  run: saveWordPressSettings,
});

const bodyOf = (request: RestRequest, settings: Settings) =>
  settingsResource.present(request, settings, 'view');

/** Settings have no revision counter: the `ETag` is derived from the shown values. */
function present(request: RestRequest, settings: Settings): ItemAnswer {
  const body = bodyOf(request, settings);
  return { kind: 'item', item: { body, links: {}, revision: revisionOfWhole(body) } };
}

function asStored(name: string, value: unknown): unknown {
  if (name === 'language') return String(value).replaceAll('_', '-');
  return name === 'start_of_week' ? weekDays[Number(value)] : value;
}

/** Updates the sent settings. Replies 409 with both sides for a stale revision; errors name a setting as it was sent. */
async function saveWordPressSettings(
  request: RestRequest,
  { revision, ...sent }: z.output<typeof changeArguments>,
): Promise<ItemAnswer> {
  const {
    actor,
    site: {
      content: { database },
    },
  } = request;
  const fields = new Map(Object.entries(sent).filter(([, value]) => value !== undefined));
  const input = new Map([...fields].map(([name, value]) => [keys[name] ?? name, asStored(name, value)]));
  const settings = await database
    .write(async (tx) => {
      const before = await settingsToChange(tx, actor);
      const theirs = bodyOf(request, before);
      refuseOther(request, revision, revisionOfWhole(theirs), 'the settings', { mine: sent, theirs });
      const stored = new Map<string, unknown>(Object.entries(before));
      await saveSettings(
        tx,
        actor,
        Object.fromEntries(input),
        Object.fromEntries([...input.keys()].map((key) => [key, seen(key, stored.get(key))])),
      );
      return (await readSettings(tx.db)).settings;
    })
    .catch((error: unknown) => {
      throw faultsOfParams(error, names);
    });
  return present(request, settings);
}

/** `/wp/v2/settings`: the settings that WordPress shows there, for callers who may change them. */
export const wpV2Settings = restRoute({
  path: '/wp/v2/settings',
  methods: {
    GET: method({
      params: z.object({}),
      reply: oneOf(settingsResource),
      may: manageSettings,
      run: async (request) => present(request, request.settings),
    }),
    POST: update,
    PUT: update,
    PATCH: update,
  },
});

const described = z.object({
  key: z.string(),
  page: z.string(),
  group: z.string(),
  groupTitle: z.string(),
  title: z.string(),
  help: z.string(),
  default: z.unknown(),
  schema: z.record(z.string(), z.unknown()),
  secret: z.boolean(),
  isCode: z.boolean(),
  control: z.enum(settingControls).optional(),
  /** Of a translation: the text of the site's language that it replaces. */
  replaces: z.string().optional(),
  value: z.unknown(),
});
const saved = z.object({ changed: z.array(z.string()), values: z.record(z.string(), z.unknown()) });
const changes = z.object({
  values: objectParam().describe('New values by setting; null restores the default.'),
  from: objectParam().describe(
    'Values that the change is based on, by setting; a setting that has changed since is refused.',
  ),
});

/** `/broadsheet/v1/settings`: all settings with their schemas, optionally of one group; for secrets only whether they are set. */
const broadsheetSettings = restRoute({
  path: '/broadsheet/v1/settings',
  methods: {
    GET: method({
      params: z.object({ group: textParam().describe('Only settings of this group.') }),
      reply: valueOf(z.array(described)),
      may: manageSettings,
      run: async ({ settings }, { group }) => {
        const matching = describeSettings().filter((one) => group === undefined || one.group === group);
        return {
          kind: 'plain',
          body: matching.map((one) => {
            const replaces = replacedText(one.key, settings);
            return {
              ...one,
              default: defaultOf(one.key, settings.site_language),
              value: valueIn(settings, one.key),
              ...(replaces === undefined ? {} : { replaces }),
            };
          }),
        };
      },
    }),
    POST: method({
      params: changes,
      required: ['values', 'from'],
      body: 'long',
      reply: valueOf(saved),
      may: manageSettings,
      run: saveOwnSettings,
    }),
  },
});

/** `/broadsheet/v1/settings/pages`: the pages of the settings screen, with their groups. */
const broadsheetSettingsPages = restRoute({
  path: '/broadsheet/v1/settings/pages',
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(
        z.array(
          z.object({
            name: z.string(),
            title: z.string(),
            address: z.string(),
            groups: z.array(z.object({ name: z.string(), title: z.string() })),
          }),
        ),
      ),
      may: manageSettings,
      run: async () => ({
        kind: 'plain',
        body: settingsPages.map(({ groups, ...page }) => ({
          ...page,
          groups: groups.map(({ name, title }) => ({ name, title })),
        })),
      }),
    }),
  },
});

/** `/broadsheet/v1/settings/preview`: a page of this site rendered with unsaved settings; runs no scripts. */
const broadsheetSettingsPreview = restRoute({
  path: '/broadsheet/v1/settings/preview',
  methods: {
    POST: method({
      params: z.object({
        path: textParam().describe('Path of the page on this site.'),
        values: objectParam().describe('Unsaved values by setting; null is the default.'),
        device: choiceParam(['desktop', 'phone'], 'desktop').describe(
          'Device that the page is rendered for.',
        ),
        dark: flagParam().describe('Whether the preview uses the dark color scheme.'),
      }),
      required: ['path', 'values'],
      body: 'long',
      reply: valueOf(z.object({ html: z.string() })),
      may: manageSettings,
      run: async ({ actor, site, settings }, { path = '/', values = {}, device, dark }) => ({
        kind: 'plain',
        body: {
          html: await site.pagePreviews.show(actor, {
            address: onSite(path),
            device,
            trial: { template: undefined, isDark: dark },
            settings: readValues(actor, values, settings),
          }),
        },
      }),
    }),
  },
});

function valueIn(settings: Settings, key: string): unknown {
  return seen(key, new Map<string, unknown>(Object.entries(settings)).get(key));
}

/** Saves all values or none; replies 409 with both sides if one has changed since it was read. */
async function saveOwnSettings(
  { actor, site }: RestRequest,
  { values = {}, from = {} }: z.output<typeof changes>,
): Promise<PlainAnswer<z.input<typeof saved>>> {
  const { changed, settings } = await site.content.database
    .write(async (tx) => ({
      changed: await saveSettings(tx, actor, values, from),
      settings: (await readSettings(tx.db)).settings,
    }))
    .catch((error: unknown) => {
      throw faultsOfParams(error, {});
    });
  return {
    kind: 'plain',
    body: {
      changed,
      values: Object.fromEntries(Object.keys(values).map((key) => [key, valueIn(settings, key)])),
    },
  };
}

export const settingsRoutes = [
  broadsheetSettings,
  broadsheetSettingsPages,
  broadsheetSettingsPreview,
] as const;
