import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from '@wordpress/components';
import { ChangedValues } from '../../app/changed-values.tsx';
import { Moment } from '../../app/moment.tsx';
import { Problem } from '../../app/problem.tsx';
import type { ActivityEntries } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { toastRefusal } from '../../app/toasts.tsx';
import { say } from '../../words.ts';
import { isSame } from './is-same.ts';
import { changedSettings, settingsKey, settingTitles } from './settings-data.ts';
import type { Setting } from './settings-data.ts';
import { undo } from './use-edits.ts';

type Entry = ActivityEntries[number];
const perPage = 20;

/** Past changes of settings, each with an undo until its settings change again. */
export function SettingsHistory({
  settings,
  onClose,
}: {
  readonly settings: readonly Setting[];
  readonly onClose: () => void;
}) {
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: [...settingsKey, 'history'],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const before = pageParam > 0 ? `&before=${pageParam}` : '';
      const path = `/broadsheet/v1/activity?kind=setting&per_page=${perPage}${before}`;
      return (await rest<ActivityEntries>(path, { signal })).body;
    },
    getNextPageParam: (last) => (last.length < perPage ? undefined : last.at(-1)?.id),
  });
  const entries = data?.pages.flat() ?? [];
  return (
    <Modal title={say('Settings history')} size="large" onRequestClose={onClose}>
      <Problem message={error?.message} />
      {data && entries.length === 0 && <p className="empty">{say('No settings have been changed yet.')}</p>}
      <ol className="settings-history">
        {entries.map((entry) => (
          <HistoryEntry key={entry.id} entry={entry} settings={settings} />
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="secondary" isBusy={isFetching} onClick={() => void fetchNextPage()}>
          {say('Show more')}
        </Button>
      )}
    </Modal>
  );
}

function HistoryEntry({ entry, settings }: { readonly entry: Entry; readonly settings: readonly Setting[] }) {
  const queries = useQueryClient();
  const byKey = new Map(settings.map((setting) => [setting.key, setting]));
  const details = Object.entries(entry.details).flatMap(([key, values]) => {
    const setting = byKey.get(key);
    return setting ? [{ setting, ...values }] : [];
  });
  const isCurrent = details.length > 0 && details.every(({ setting, after }) => isSame(setting.value, after));
  const who =
    entry.source === 'cli'
      ? say('Command line')
      : entry.source === 'import'
        ? say('Import')
        : entry.user_name;
  const restore = () =>
    void undo(
      queries,
      Object.fromEntries(details.map(({ setting, before }) => [setting.key, before])),
      Object.fromEntries(details.map(({ setting, after }) => [setting.key, after])),
    ).catch(toastRefusal);
  return (
    <li>
      <p>
        <bdi>{who}</bdi> · <Moment of={entry.date} />
      </p>
      {Object.keys(entry.details).length === 0 && <p>{settingTitles(entry.summary, byKey)}</p>}
      <ChangedValues changes={changedSettings(entry.details, byKey)} />
      {isCurrent && (
        <Button variant="link" onClick={restore}>
          {say('Undo')}
        </Button>
      )}
    </li>
  );
}
