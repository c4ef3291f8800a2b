import { z } from 'zod';
import { ads } from './definitions/ads.ts';
import { appearance, header, blocks, video } from './definitions/appearance.ts';
import { discussion } from './definitions/discussion.ts';
import { general } from './definitions/general.ts';
import { moreArticles, reading, related, search, discovery } from './definitions/reading.ts';
import {
  login,
  prefetch,
  protection,
  share,
  analytics,
  consent,
  embeds,
  pushPrompt,
  pushService,
} from './definitions/services.ts';
import { translations } from './definitions/translations.ts';
import type { SettingDefinition, SettingGroup } from './kinds.ts';

/** In the order of the settings screens. Settings of a block, column or item are in its document, not here. */
export const settingGroups: readonly SettingGroup[] = [
  general,
  reading,
  discussion,
  discovery,
  appearance,
  header,
  search,
  related,
  blocks,
  moreArticles,
  video,
  share,
  ads,
  pushPrompt,
  pushService,
  prefetch,
  protection,
  login,
  analytics,
  consent,
  embeds,
  translations,
];

const definitions = {
  ...general.settings,
  ...reading.settings,
  ...discussion.settings,
  ...discovery.settings,
  ...appearance.settings,
  ...header.settings,
  ...search.settings,
  ...related.settings,
  ...blocks.settings,
  ...moreArticles.settings,
  ...video.settings,
  ...share.settings,
  ...ads.settings,
  ...pushPrompt.settings,
  ...pushService.settings,
  ...prefetch.settings,
  ...protection.settings,
  ...login.settings,
  ...analytics.settings,
  ...consent.settings,
  ...embeds.settings,
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
  readonly group: string;
  readonly groupTitle: string;
  readonly title: string;
  readonly help: string;
  readonly default: unknown;
  readonly schema: z.core.JSONSchema.JSONSchema;
  readonly secret: boolean;
}

export function describeSettings(): SettingDescription[] {
  return settingGroups.flatMap((group) =>
    Object.entries(group.settings).map(([key, { schema, title, help, secret, default: value }]) => ({
      key,
      group: group.name,
      groupTitle: group.title,
      title,
      help,
      default: value,
      schema: z.toJSONSchema(schema, { io: 'input' }),
      secret,
    })),
  );
}
