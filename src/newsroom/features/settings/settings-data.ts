import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { Settings, SettingsPages } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import type { ChangedValue } from '../../app/changed-values.tsx';
import { keyWords, valueInWords } from '../../../lib/changed-values.ts';
import { say } from '../../words.ts';
import { isSame } from './is-same.ts';

export type SettingsPage = SettingsPages[number];

/** The parts of a setting's JSON Schema that the controls read. */
export interface SettingSchema {
  readonly type?: 'boolean' | 'string' | 'integer' | 'number' | 'array' | 'object';
  readonly enum?: readonly string[];
  /** Labels of the values in `enum`. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly isMultiline?: boolean;
  readonly anyOf?: readonly SettingSchema[];
  readonly items?: SettingSchema;
}

export interface Setting extends Omit<Settings[number], 'schema'> {
  readonly schema: SettingSchema;
}

export type Values = Readonly<Record<string, unknown>>;

export const settingsKey = ['settings'] as const;
/** Not below `settingsKey`, because saves wait until the queries below that are fetched again. */
export const previewKey = ['settings-preview'] as const;

/** Fetches the settings again after a change; the preview follows in the background. */
export async function refreshSettings(queries: QueryClient): Promise<void> {
  void queries.invalidateQueries({ queryKey: previewKey });
  await queries.invalidateQueries({ queryKey: settingsKey });
}

export const allSettings = queryOptions({
  queryKey: [...settingsKey, 'all'],
  queryFn: async ({ signal }) => (await rest<readonly Setting[]>('/broadsheet/v1/settings', { signal })).body,
});

export const settingsPages = queryOptions({
  queryKey: [...settingsKey, 'pages'],
  staleTime: Infinity,
  queryFn: async ({ signal }) =>
    (await rest<SettingsPages>('/broadsheet/v1/settings/pages', { signal })).body,
});

/** An unsaved value as REST takes it: null for the default, so that it isn't stored and follows the site's language. */
export const sentValue = (setting: Setting, value: unknown): unknown =>
  isSame(value, setting.default) ? null : value;

/** A value from `sentValue` as its control shows it; for a secret without a new value, whether one is set. */
export const shownValue = ({ secret, default: usual }: Setting, value: unknown): unknown =>
  value === null ? (secret ? false : usual) : value;

/** Whether a value from `sentValue` is the stored one. */
export const isStored = (setting: Setting, value: unknown): boolean =>
  isSame(shownValue(setting, value), setting.value);

/** Settings whose name, title, help or group contains all words. */
export function findSettings(settings: readonly Setting[], search: string): readonly Setting[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return settings.filter(({ key, title, help, groupTitle }) => {
    const text = `${key} ${title} ${help} ${groupTitle}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The page of the current address: `options-reading.php`, or `?page=search`. */
export function pageAt(
  pages: readonly SettingsPage[],
  path: string,
  query: URLSearchParams,
): SettingsPage | undefined {
  const own = query.get('page');
  const address = own === null ? path : `${path}?page=${own}`;
  return pages.find((page) => page.address === address);
}

const maxShownLength = 80;
/** Controls of settings whose value is an id, 0 for none. */
const idControls: ReadonlySet<string> = new Set(['page', 'category', 'image']);
const words = { on: say('on'), off: say('off') };

/** A value in a conflict or of a default, in words. `undefined` for a secret. */
export function valueText({ schema, control }: Setting, value: unknown): string {
  if (value === 0 && idControls.has(control ?? '')) return '';
  const text = valueInWords(value, schema, words);
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
}

/** Changes that the activity log stores, with the titles of their settings; settings that no longer exist are named by their key. */
export function changedSettings(
  details: Readonly<Record<string, { readonly before?: unknown; readonly after?: unknown }>>,
  settings: ReadonlyMap<string, Setting>,
): readonly ChangedValue[] {
  return Object.entries(details).map(([key, { before, after }]) => {
    const setting = settings.get(key);
    const shown = (value: unknown) => (value === 0 && idControls.has(setting?.control ?? '') ? '' : value);
    return {
      key,
      title: setting?.title ?? keyWords(key),
      schema: setting?.schema ?? {},
      before: shown(before),
      after: shown(after),
    };
  });
}

/** Names of settings as an entry lists them, by their titles. */
export const settingTitles = (summary: string, settings: ReadonlyMap<string, Setting>): string =>
  summary
    .split(', ')
    .map((key) => settings.get(key)?.title ?? key)
    .join(', ');
