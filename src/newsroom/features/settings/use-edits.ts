import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RestError, rest } from '../../app/rest.ts';
import type { OwnSettingsSent, SavedSettings } from '../../app/rest-types.ts';
import { toast, toastRefusal } from '../../app/toasts.tsx';
import { say, sayCount } from '../../words.ts';
import { isSame } from './is-same.ts';
import { allSettings, changesOf, settingsKey } from './settings-data.ts';
import type { Setting, Values } from './settings-data.ts';

export interface Edits {
  /** Unsaved values that differ from the stored ones. */
  readonly changes: Values;
  readonly count: number;
  readonly isBusy: boolean;
  /** Message for the whole form; messages of settings are in `faults`. */
  readonly fault: string | undefined;
  readonly faults: Readonly<Record<string, string>>;
  /** Values that someone else saved since this screen loaded them, by setting. */
  readonly conflicts: Values;
  /** Changes when fields must be rebuilt from their values. */
  readonly version: number;
  valueOf(setting: Setting): unknown;
  edit(key: string, value: unknown): void;
  /** Drops the user's value of a setting. */
  drop(key: string): void;
  /** Keeps the user's value although someone else saved another one. */
  keepMine(key: string): void;
  discard(): void;
  save(queries: QueryClient): Promise<void>;
}

const without = <Value>(values: Readonly<Record<string, Value>>, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== key));

/** Unsaved changes of the settings form, across its pages. */
export function useEdits(settings: readonly Setting[]): Edits {
  const [edits, setEdits] = useState<Values>({});
  /** The values that the user saw when they began to edit. */
  const [seen, setSeen] = useState<Values>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [fault, setFault] = useState<string>();
  const [conflicts, setConflicts] = useState<Values>({});
  const [isBusy, setBusy] = useState(false);
  const [version, setVersion] = useState(0);
  const stored = new Map(settings.map((setting) => [setting.key, setting.value]));
  const changes = changesOf(settings, edits);
  const reset = () => {
    setEdits({});
    setSeen({});
    setFaults({});
    setFault(undefined);
    setConflicts({});
    setVersion((before) => before + 1);
  };
  /** Drops what was saved. Values edited since then stay unsaved, based on the saved ones. */
  const settle = (sent: Values, saved: Values) => {
    setEdits((before) =>
      Object.fromEntries(
        Object.entries(before).filter(
          ([key, value]) => !Object.hasOwn(sent, key) || !isSame(value, sent[key]),
        ),
      ),
    );
    setSeen((before) => ({ ...before, ...saved }));
    setFaults({});
    setConflicts({});
  };
  const refuse = (error: RestError) => {
    const theirs = error.status === 409 ? (error.theirs as Values | undefined) : undefined;
    setConflicts(theirs ?? {});
    setFaults(error.faults);
    const isInFields = Object.keys(error.faults).every((key) => stored.has(key));
    setFault(
      Object.keys(error.faults).length > 0 && isInFields ? say('Some values can’t be saved.') : error.message,
    );
  };
  return {
    changes,
    count: Object.keys(changes).length,
    isBusy,
    fault,
    faults,
    conflicts,
    version,
    valueOf: ({ key, value }) => (Object.hasOwn(edits, key) ? edits[key] : value),
    edit: (key, value) => {
      setEdits((before) => ({ ...before, [key]: value }));
      if (!Object.hasOwn(edits, key)) setSeen((before) => ({ ...before, [key]: stored.get(key) }));
      setFaults((before) => without(before, key));
    },
    drop: (key) => {
      setEdits((before) => without(before, key));
      setSeen((before) => without(before, key));
      setConflicts((before) => without(before, key));
      setVersion((before) => before + 1);
    },
    keepMine: (key) => {
      setSeen((before) => ({ ...before, [key]: conflicts[key] }));
      setConflicts((before) => without(before, key));
    },
    discard: reset,
    save: async (queries) => {
      const sent = Object.entries(changes);
      setBusy(true);
      setFault(undefined);
      try {
        const from = Object.fromEntries(sent.map(([key]) => [key, seen[key]]));
        const { body } = await rest<SavedSettings, OwnSettingsSent>('/broadsheet/v1/settings', {
          method: 'POST',
          body: { values: changes, from },
        });
        toast(sayCount('%d setting saved.|%d settings saved.', body.changed.length), {
          undo: () => void undo(queries, from, body.values).catch(toastRefusal),
        });
        await queries.invalidateQueries({ queryKey: settingsKey });
        settle(changes, body.values);
      } catch (error) {
        if (!(error instanceof RestError)) throw error;
        refuse(error);
        if (error.status === 409) await queries.invalidateQueries(allSettings);
      } finally {
        setBusy(false);
      }
    },
  };
}

/** Restores values; throws `RestError` if they have changed since. `current`: the values that the user saw. */
export async function undo(queries: QueryClient, before: Values, current: Values): Promise<void> {
  const known = Object.entries(before).filter(([, value]) => value !== undefined);
  await rest<SavedSettings, OwnSettingsSent>('/broadsheet/v1/settings', {
    method: 'POST',
    body: {
      values: Object.fromEntries(known),
      from: Object.fromEntries(known.map(([key]) => [key, current[key]])),
    },
  });
  await queries.invalidateQueries({ queryKey: settingsKey });
  toast(say('Settings restored.'));
}
