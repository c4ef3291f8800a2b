import { queryOptions } from '@tanstack/react-query';
import type { Settings, SettingsPages } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
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

const valueOf = ({ value }: Setting): unknown => value;

/** The values that differ from the stored ones. */
export const changesOf = (settings: readonly Setting[], edits: Values): Values =>
  Object.fromEntries(
    settings
      .filter((setting) => Object.hasOwn(edits, setting.key) && !isSame(edits[setting.key], valueOf(setting)))
      .map(({ key }) => [key, edits[key]]),
  );

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

/** A value in the history or in a conflict. `undefined` for a secret. */
export function valueText({ schema, control }: Setting, value: unknown): string {
  if (typeof value === 'boolean') return value ? say('on') : say('off');
  if (value === 0 && idControls.has(control ?? '')) return '';
  const text =
    typeof value === 'string'
      ? (schema.labels?.[value] ?? value)
      : Array.isArray(value)
        ? value.map((one) => schema.items?.labels?.[String(one)] ?? String(one)).join(', ')
        : (JSON.stringify(value) ?? '');
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
}
