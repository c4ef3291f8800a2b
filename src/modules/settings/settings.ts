import { z } from 'zod';
import { adBlock, adGroups, ads, adsTxt, backgroundAd, slotSettings } from './definitions/ads.ts';
import { appearance, blocks, header, media, video } from './definitions/appearance.ts';
import { captcha, discussion, mail } from './definitions/discussion.ts';
import { general, localization, permalinks, security } from './definitions/general.ts';
import {
  articles,
  discovery,
  feeds,
  headCode,
  moreArticles,
  podcast,
  reading,
  related,
  search,
  social,
  verifications,
  writing,
} from './definitions/reading.ts';
import {
  analytics,
  backup,
  consent,
  embeds,
  login,
  prefetch,
  pushPrompt,
  pushService,
  share,
} from './definitions/services.ts';
import { shop } from './definitions/shop.ts';
import { translations } from './definitions/translations.ts';
import type { SettingControl, SettingDefinition, SettingGroup } from './kinds.ts';

/** A page of the settings screen, at WordPress' address where it has one. */
export interface SettingsPage {
  readonly name: string;
  readonly title: string;
  /** Path below `/wp-admin`. */
  readonly address: string;
  readonly groups: readonly SettingGroup[];
}

/** A page at an address of WordPress. */
const page = (name: string, title: string, ...groups: SettingGroup[]): SettingsPage => ({
  name,
  title,
  address: `/options-${name}.php`,
  groups,
});

const ownPage = (name: string, title: string, ...groups: SettingGroup[]): SettingsPage => ({
  name,
  title,
  address: `/options-general.php?page=${name}`,
  groups,
});

/** In the order of the settings screen. Settings of a block, column or item are in its document, not here. */
export const settingsPages: readonly SettingsPage[] = [
  page('general', 'General', general, localization, login, security),
  page('writing', 'Writing', writing, headCode),
  page('reading', 'Reading', reading, articles, moreArticles, feeds, podcast),
  page('discussion', 'Discussion', discussion, captcha),
  page('media', 'Media', media, video),
  page('permalink', 'Permalinks', permalinks),
  page('privacy', 'Privacy', consent),
  ownPage('appearance', 'Appearance', appearance, header, blocks),
  ownPage('search', 'Search', search),
  ownPage('related', 'Related posts', related),
  ownPage('discovery', 'Search engines', discovery, social, verifications),
  ownPage('sharing', 'Sharing', share),
  ownPage('push', 'Push notifications', pushPrompt, pushService),
  ownPage('ads', 'Ads', ...adGroups, ads, backgroundAd, adBlock, adsTxt),
  ownPage('analytics', 'Analytics', analytics),
  ownPage('mail', 'Mail', mail),
  ownPage('integrations', 'Integrations', embeds, prefetch),
  ownPage('shop', 'Shop', shop),
  ownPage('backup', 'Backup', backup),
  ownPage('translations', 'Translations', translations),
];

export const settingGroups = settingsPages.flatMap(({ groups }) => groups);

const definitions = {
  ...general.settings,
  ...localization.settings,
  ...login.settings,
  ...security.settings,
  ...writing.settings,
  ...headCode.settings,
  ...embeds.settings,
  ...reading.settings,
  ...articles.settings,
  ...moreArticles.settings,
  ...feeds.settings,
  ...podcast.settings,
  ...shop.settings,
  ...discussion.settings,
  ...captcha.settings,
  ...media.settings,
  ...video.settings,
  ...permalinks.settings,
  ...consent.settings,
  ...mail.settings,
  ...search.settings,
  ...related.settings,
  ...discovery.settings,
  ...social.settings,
  ...verifications.settings,
  ...share.settings,
  ...header.settings,
  ...appearance.settings,
  ...blocks.settings,
  ...slotSettings,
  ...ads.settings,
  ...backgroundAd.settings,
  ...adBlock.settings,
  ...adsTxt.settings,
  ...pushPrompt.settings,
  ...pushService.settings,
  ...analytics.settings,
  ...prefetch.settings,
  ...backup.settings,
  ...translations.settings,
};

type Definitions = typeof definitions;

export type SettingKey = keyof Definitions;

export type Settings = { readonly [Key in SettingKey]: z.output<Definitions[Key]['schema']> };

const byKey: ReadonlyMap<string, SettingDefinition> = new Map(Object.entries(definitions));

export const isSettingKey = (key: string): key is SettingKey => byKey.has(key);

export function findDefinition(key: string): SettingDefinition | undefined {
  return byKey.get(key);
}

/** The id that a change assigns to a setting; 0 for none or an invalid value. */
export function changedId(changes: Readonly<Record<string, unknown>>, key: SettingKey): number {
  const parsed = findDefinition(key)?.schema.safeParse(changes[key]);
  return parsed?.success && typeof parsed.data === 'number' ? parsed.data : 0;
}

export const missingNamed = (kind: string, id: number, key: SettingKey): string =>
  `There is no ${kind} ${id} for ${key}; name one that is there, or 0 for none.`;

export function buildSettings(valueOf: (key: string, definition: SettingDefinition) => unknown): Settings {
  // Object.fromEntries can't carry the type of each key; the schemas have checked every value.
  return Object.fromEntries(
    [...byKey].map(([key, definition]) => [key, valueOf(key, definition)]),
  ) as unknown as Settings;
}

export const defaultSettings: Settings = buildSettings((_key, definition) => definition.default);

export interface SettingDescription {
  readonly key: string;
  /** Name of the `SettingsPage`. */
  readonly page: string;
  readonly group: string;
  readonly groupTitle: string;
  readonly title: string;
  readonly help: string;
  readonly default: unknown;
  readonly schema: z.core.JSONSchema.JSONSchema;
  readonly secret: boolean;
  readonly isCode: boolean;
  readonly control?: SettingControl;
}

export function describeSettings(): SettingDescription[] {
  return settingsPages.flatMap(({ name: onPage, groups }) =>
    groups.flatMap((group) =>
      Object.entries(group.settings).map(
        ([key, { schema, title, help, secret, isCode, control, default: value }]) => ({
          key,
          page: onPage,
          group: group.name,
          groupTitle: group.title,
          title,
          help,
          default: value,
          schema: z.toJSONSchema(schema, { io: 'input' }),
          secret,
          isCode,
          ...(control ? { control } : {}),
        }),
      ),
    ),
  );
}
