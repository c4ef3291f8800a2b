import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sensitive } from '../../app/reauthentication.tsx';
import { RestError, rest } from '../../app/rest.ts';
import type { OwnSettingsSent, SavedSettings } from '../../app/rest-types.ts';
import { toast, toastRefusal } from '../../app/toasts.tsx';
import { say, sayCount } from '../../words.ts';
import { isSame } from './is-same.ts';
import { allSettings, isStored, refreshSettings, sentValue, shownValue } from './settings-data.ts';
import type { Setting, Values } from './settings-data.ts';

export interface Edits {
  /** Unsaved values that differ from the stored ones, as REST takes them: null for the default. */
  readonly changes: Values;
  readonly count: number;
  readonly isBusy: boolean;
  /** Message for the whole form; messages of settings are in `faults`. */
  readonly fault: string | undefined;
  readonly faults: Readonly<Record<string, string>>;
  /** Values that someone else saved since this screen loaded them, by setting. */
  readonly conflicts: Values;
  /** Changes when the field of a setting must be rebuilt from its value. */
  versionOf(key: string): number;
  valueOf(setting: Setting): unknown;
  edit(key: string, value: unknown): void;
  /** Drops the user's value of a setting. */
  drop(key: string): void;
  /** Keeps the user's value although someone else saved another one. */
  keepMine(key: string): void;
  discard(): void;
  save(queries: QueryClient): Promise<void>;
}

interface Edit {
  /** null: the default. */
  readonly value: unknown;
  /** The value that the user saw when they began to edit. */
  readonly from: unknown;
}

interface Fault {
  readonly message: string;
  /** The message is obsolete once all faults and conflicts of settings are solved. */
  readonly isOfSettings: boolean;
}

const without = <Value>(values: Readonly<Record<string, Value>>, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== key));

type EditsByKey = Readonly<Record<string, Edit>>;

function changesOf(settings: readonly Setting[], edits: EditsByKey): Values {
  const changed = settings.flatMap((setting) => {
    const edit = edits[setting.key];
    return edit && !isStored(setting, edit.value) ? [[setting.key, edit.value] as const] : [];
  });
  return Object.fromEntries(changed);
}

/** Without the values that were saved. Those edited since then stay unsaved, based on the saved ones. */
const withoutSaved = (edits: EditsByKey, sent: Values, saved: Values): EditsByKey =>
  Object.fromEntries(
    Object.entries(edits)
      .filter(([key, { value }]) => !Object.hasOwn(sent, key) || !isSame(value, sent[key]))
      .map(([key, { value, from }]) => [key, { value, from: Object.hasOwn(saved, key) ? saved[key] : from }]),
  );

/** Without values that were typed back to the stored ones while a save ran. */
const withoutStored = (edits: EditsByKey, settings: readonly Setting[]): EditsByKey =>
  settings.reduce((left, setting) => {
    const edit = left[setting.key];
    return edit && isStored(setting, edit.value) ? without(left, setting.key) : left;
  }, edits);

/**
 * Saves values and offers to undo that; returns them as stored, or undefined if the user does not confirm their identity.
 * Throws `RestError`. `from`: the values that the user saw.
 */
export async function saveNow(
  queries: QueryClient,
  values: Values,
  from: Values,
): Promise<Values | undefined> {
  const reply = await sensitive(() =>
    rest<SavedSettings, OwnSettingsSent>('/broadsheet/v1/settings', {
      method: 'POST',
      body: { values, from },
    }),
  );
  if (!reply) return undefined;
  const { body } = reply;
  toast(
    sayCount('%d setting saved.|%d settings saved.', body.changed.length),
    restorable(queries, from).length > 0
      ? { undo: () => void undo(queries, from, body.values).catch(toastRefusal) }
      : {},
  );
  await refreshSettings(queries);
  return body.values;
}

/** Unsaved changes of the settings form, across its pages. */
export function useEdits(settings: readonly Setting[]): Edits {
  const [edits, setEdits] = useState<EditsByKey>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [fault, setFault] = useState<Fault>();
  const [conflicts, setConflicts] = useState<Values>({});
  const [isBusy, setBusy] = useState(false);
  const [versions, setVersions] = useState<Readonly<Record<string, number>>>({});
  const byKey = new Map(settings.map((setting) => [setting.key, setting]));
  const changes = changesOf(settings, edits);
  const isSolved = Object.keys(faults).length === 0 && Object.keys(conflicts).length === 0;
  const rebuild = (keys: readonly string[]) =>
    setVersions((before) => ({
      ...before,
      ...Object.fromEntries(keys.map((key) => [key, (before[key] ?? 0) + 1])),
    }));
  const forget = (key: string) => {
    setEdits((before) => without(before, key));
    setFaults((before) => without(before, key));
    setConflicts((before) => without(before, key));
  };
  const refuse = (error: RestError) => {
    const theirs = error.status === 409 ? (error.theirs as Values | undefined) : undefined;
    const named = Object.keys(error.faults);
    const isInFields = named.length > 0 && named.every((key) => byKey.has(key));
    setConflicts(theirs ?? {});
    setFaults(error.faults);
    setFault({
      message: isInFields ? say('Some values can’t be saved.') : error.message,
      isOfSettings: isInFields || Object.keys(theirs ?? {}).length > 0,
    });
  };
  return {
    changes,
    count: Object.keys(changes).length,
    isBusy,
    fault: fault?.isOfSettings && isSolved ? undefined : fault?.message,
    faults,
    conflicts,
    versionOf: (key) => versions[key] ?? 0,
    valueOf: (setting) => {
      const edit = edits[setting.key];
      return edit ? shownValue(setting, edit.value) : setting.value;
    },
    edit: (key, value) => {
      const setting = byKey.get(key);
      if (!setting) return;
      const next = sentValue(setting, value);
      // While a save runs, the stored value is about to change.
      if (!isBusy && isStored(setting, next)) return forget(key);
      setEdits((before) => ({
        ...before,
        [key]: { value: next, from: before[key] ? before[key].from : setting.value },
      }));
      setFaults((before) => without(before, key));
    },
    drop: (key) => {
      forget(key);
      rebuild([key]);
    },
    keepMine: (key) => {
      setEdits((before) =>
        before[key] ? { ...before, [key]: { ...before[key], from: conflicts[key] } } : before,
      );
      setConflicts((before) => without(before, key));
    },
    discard: () => {
      setEdits({});
      setFaults({});
      setFault(undefined);
      setConflicts({});
      rebuild([...byKey.keys()]);
    },
    save: async (queries) => {
      setBusy(true);
      setFault(undefined);
      try {
        const from = Object.fromEntries(Object.keys(changes).map((key) => [key, edits[key]?.from]));
        const saved = await saveNow(queries, changes, from);
        if (!saved) return;
        setEdits((before) => withoutSaved(before, changes, saved));
        setFaults({});
        setConflicts({});
      } catch (error) {
        if (!(error instanceof RestError)) throw error;
        if (error.status === 409) await queries.invalidateQueries(allSettings);
        const current = queries.getQueryData(allSettings.queryKey) ?? settings;
        setEdits((before) => withoutStored(before, current));
        refuse(error);
      } finally {
        setBusy(false);
      }
    },
  };
}

/** The values of `before` that can be restored, with their settings. Browsers don't know the former value of a secret. */
function restorable(queries: QueryClient, before: Values): readonly (readonly [Setting, unknown])[] {
  const settings = queries.getQueryData(allSettings.queryKey) ?? [];
  return settings
    .filter(({ key, secret }) => !secret && before[key] !== undefined)
    .map((setting) => [setting, before[setting.key]]);
}

/** Restores values; throws `RestError` if they have changed since. `current`: the values that the user saw. */
export async function undo(queries: QueryClient, before: Values, current: Values): Promise<void> {
  const restored = restorable(queries, before);
  const body = {
    values: Object.fromEntries(restored.map(([setting, value]) => [setting.key, sentValue(setting, value)])),
    from: Object.fromEntries(restored.map(([{ key }]) => [key, current[key]])),
  };
  const reply = await sensitive(() =>
    rest<SavedSettings, OwnSettingsSent>('/broadsheet/v1/settings', { method: 'POST', body }),
  );
  if (!reply) return;
  await refreshSettings(queries);
  toast(say('Settings restored.'));
}
