import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button, SelectControl, TextControl } from '@wordpress/components';
import { useId, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { boot, siteFormat } from '../../app/boot.ts';
import { ChangedValues } from '../../app/changed-values.tsx';
import { ListSearch, Nothing, NothingFound } from '../../app/list-parts.tsx';
import { Problem } from '../../app/problem.tsx';
import { ScreenHead, Skeleton } from '../../app/screen-head.tsx';
import { settingsAddress } from '../../app/screens.ts';
import { toast } from '../../app/toasts.tsx';
import { say, sayCount, sayWith } from '../../words.ts';
import { allSettings, changedSettings, settingTitles } from '../settings/settings-data.ts';
import type { Setting } from '../settings/settings-data.ts';
import {
  activity,
  activityPeople,
  downloadActivity,
  filterNames,
  kindWords,
  readFilters,
  sourceWords,
  verbWords,
  writeFilters,
} from './activity-data.ts';
import type { Entry, FilterName, Filters } from './activity-data.ts';
import './activity.css';

/** `tools.php?page=activity`: who changed what and when, and log-ins. */
export function ActivityScreen() {
  const [address, setAddress] = useSearchParams();
  const filters = useMemo(() => readFilters(address), [address]);
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    activity(filters),
  );
  const people = useQuery(activityPeople);
  const settings = useQuery(allSettings);
  const byKey = useMemo(
    () => new Map((settings.data ?? []).map((setting) => [setting.key, setting])),
    [settings.data],
  );
  const entries = settings.isPending ? undefined : data?.pages.flat();
  const change = (to: Filters) => setAddress(writeFilters(to));
  const none: Filters = readFilters(new URLSearchParams());
  const isFiltered = filters.search !== '' || filterNames.some((name) => filters[name] !== '');
  return (
    <>
      <ScreenHead title={say('Activity')}>
        <div className="redirect-actions">
          <Button
            variant="secondary"
            onClick={() => {
              downloadActivity(filters);
              toast(say('The download has started.'));
            }}
          >
            {say('Export CSV')}
          </Button>
        </div>
      </ScreenHead>
      {people.data && (
        <p className="activity-intro">
          {sayWith(
            'Changes and log-ins of the last %1$s. %2$s',
            sayCount('%d day|%d days', people.data.days),
            <Link key="way" to={`${settingsAddress}?s=activity_days`}>
              {say('Change the retention time')}
            </Link>,
          )}
        </p>
      )}
      <FilterBar filters={filters} people={people.data?.people ?? []} onChange={change} />
      <Problem message={error?.message} />
      {(isPending || settings.isPending) && <Skeleton rows={10} />}
      {entries?.length === 0 &&
        (isFiltered ? (
          <NothingFound onReset={() => change(none)}>{say('No entries match these filters.')}</NothingFound>
        ) : (
          <Nothing>{say('Nothing has happened yet.')}</Nothing>
        ))}
      {entries && <Days entries={entries} settings={byKey} />}
      {hasNextPage && (
        <Button
          variant="secondary"
          className="activity-more"
          isBusy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {say('Show older')}
        </Button>
      )}
    </>
  );
}

const options = (words: Readonly<Record<string, string>>, all: string) => [
  { label: all, value: '' },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
];

function FilterBar({
  filters,
  people,
  onChange,
}: {
  readonly filters: Filters;
  readonly people: readonly { readonly id: number; readonly name: string }[];
  readonly onChange: (to: Filters) => void;
}) {
  const chosen = filterNames.filter((name) => filters[name] !== '').length;
  const [isOpen, setOpen] = useState(chosen > 0);
  const id = useId();
  const set = (name: FilterName) => (value: string) => onChange({ ...filters, [name]: value });
  const select = (name: FilterName, label: string, choices: ReturnType<typeof options>) => (
    <SelectControl
      __next40pxDefaultSize
      label={label}
      value={filters[name]}
      options={choices}
      onChange={set(name)}
    />
  );
  // A person whose entries are older than those of the 200 last ones is still named.
  const isListed = filters.user === '' || people.some((one) => String(one.id) === filters.user);
  const persons = [
    { label: say('Everyone'), value: '' },
    ...(isListed ? [] : [{ label: say('User %s', filters.user), value: filters.user }]),
    ...people.map((one) => ({ label: one.name || say('User %s', one.id), value: String(one.id) })),
  ];
  return (
    <div className="activity-filters">
      <div className="activity-search">
        <ListSearch
          label={say('Search activity')}
          value={filters.search}
          onSearch={(search) => onChange({ ...filters, search })}
        />
        <Button variant="tertiary" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {chosen > 0 ? say('Filters (%d)', chosen) : say('Filters')}
        </Button>
        {chosen > 0 && (
          <Button
            variant="tertiary"
            onClick={() => onChange({ ...readFilters(new URLSearchParams()), search: filters.search })}
          >
            {say('Reset')}
          </Button>
        )}
      </div>
      <div id={id} className="activity-fields" hidden={!isOpen}>
        {select('user', say('Person'), persons)}
        {select('kind', say('What'), options(kindWords, say('Everything')))}
        {select('verb', say('Action'), options(verbWords, say('Any action')))}
        {select('source', say('Source'), options(sourceWords, say('Any source')))}
        <DayField label={say('From')} value={filters.since} onChange={set('since')} />
        <DayField label={say('Until')} value={filters.until} onChange={set('until')} />
      </div>
    </div>
  );
}

function DayField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}) {
  return (
    <TextControl
      __next40pxDefaultSize
      type="date"
      max="9999-12-31"
      label={label}
      value={value}
      onChange={onChange}
    />
  );
}

const dayFormat = siteFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const timeFormat = siteFormat({ hour: 'numeric', minute: '2-digit' });

/** Entries below the days of the site's time zone. */
function Days({
  entries,
  settings,
}: {
  readonly entries: readonly Entry[];
  readonly settings: ReadonlyMap<string, Setting>;
}) {
  const days = Map.groupBy(entries, ({ date }) => dayFormat.format(Date.parse(date)));
  return [...days].map(([day, some]) => (
    <section key={day} className="activity-day" aria-label={day}>
      <h2>{day}</h2>
      <ol>
        {some.map((entry) => (
          <Row key={entry.id} entry={entry} settings={settings} />
        ))}
      </ol>
    </section>
  ));
}

function personOf({ source, user_name: name, verb, user }: Entry): string {
  if (source === 'cli') return say('Command line');
  if (source === 'import') return say('Import');
  if (name !== '') return name;
  return verb === 'login-failed' || user === 0 ? say('Someone') : say('A deleted user');
}

function Row({
  entry,
  settings,
}: {
  readonly entry: Entry;
  readonly settings: ReadonlyMap<string, Setting>;
}) {
  const { date, verb, kind, details, summary } = entry;
  const isSetting = kind === 'setting';
  const hasDetails = Object.keys(details).length > 0;
  const isLogin = verb === 'login' || verb === 'logout';
  return (
    <li className="activity-entry">
      <time dateTime={date}>{timeFormat.format(Date.parse(date))}</time>
      <div>
        <p>
          <b>
            <bdi>{personOf(entry)}</bdi>
          </b>{' '}
          {verbWords[verb]}{' '}
          {!isLogin && verb !== 'login-failed' && <span className="activity-kind">{kindWords[kind]}</span>}
        </p>
        {!isLogin && !(isSetting && hasDetails) && summary !== '' && (
          <p className="activity-item">
            <ItemLink to={entry.link}>{isSetting ? settingTitles(summary, settings) : summary}</ItemLink>
          </p>
        )}
        {hasDetails && <ChangedValues changes={changedSettings(details, settings)} />}
      </div>
    </li>
  );
}

/** Screens of templates are pages of the server. */
const outside = /^\/site-editor\.php/;

function ItemLink({ to, children }: { readonly to: string; readonly children: string }) {
  const text = <bdi>{children}</bdi>;
  if (to === '' || (to.startsWith('/user-edit.php') && !boot.user.capabilities.includes('edit_users')))
    return text;
  return outside.test(to) ? <a href={`/wp-admin${to}`}>{text}</a> : <Link to={to}>{text}</Link>;
}
