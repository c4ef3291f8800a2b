import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, SearchControl, SelectControl } from '@wordpress/components';
import { Suspense, useMemo, useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { may } from '../../app/boot.ts';
import { CancelButton, SubmitButton } from '../../app/form-modal.tsx';
import { latePart } from '../../app/late.tsx';
import { Problem } from '../../app/problem.tsx';
import { AccessDenied, ScreenHead, Skeleton } from '../../app/screen-head.tsx';
import { customFieldsAddress } from '../../app/screens.ts';
import { useIsNarrow } from '../../app/use-media-query.ts';
import { useUnsaved } from '../../app/unsaved.tsx';
import { say, sayCount } from '../../words.ts';
import {
  GroupPart,
  hasPartsInPreview,
  PagePart,
  RelatedFields,
  usePreviewParts,
} from '../services/page-parts.tsx';
import { FormProblems, SettingField } from './setting-field.tsx';
import { allSettings, findSettings, pageAt, settingsPages } from './settings-data.ts';
import type { Setting, SettingsPage } from './settings-data.ts';
import { SettingsHistory } from './settings-history.tsx';
import { useEdits } from './use-edits.ts';
import type { Edits } from './use-edits.ts';
import { useFocusAfterSave } from './use-focus-after-save.ts';
import './settings.css';

const SettingsPreview = latePart(async () => (await import('./settings-preview.tsx')).SettingsPreview);

/** Pages whose settings show on the site's pages. */
const previewed = new Set([
  'general',
  'reading',
  'appearance',
  'related',
  'search',
  'sharing',
  'ads',
  'media',
]);

/** `options-*.php`: the site's settings. */
export function SettingsScreen() {
  if (!may('manage_options'))
    return <AccessDenied>{say('Changing settings requires the capability “manage_options”.')}</AccessDenied>;
  return <SettingsForm />;
}

function SettingsForm() {
  const { pathname } = useLocation();
  const [query, setQuery] = useSearchParams();
  const { data: pages, error: pagesError } = useQuery(settingsPages);
  const { data: settings, error } = useQuery(allSettings);
  const edits = useEdits(settings ?? []);
  useUnsaved(edits.count > 0);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const search = query.get('s') ?? '';
  const page = pages && pageAt(pages, pathname, query);
  const shown = useMemo(
    () =>
      search.trim() === ''
        ? (settings ?? []).filter((setting) => setting.page === page?.name)
        : findSettings(settings ?? [], search),
    [settings, search, page],
  );
  const changeSearch = (words: string) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (words === '') next.delete('s');
        else next.set('s', words);
        return next;
      },
      { replace: true },
    );
  const isSearch = search.trim() !== '';
  const part = { page: isSearch ? '' : (page?.name ?? ''), settings: settings ?? [], edits };
  const preview = usePreviewParts(part);
  const hasPreview = page && !query.has('tab') && (previewed.has(page.name) || hasPartsInPreview(page.name));
  const title = search.trim() === '' ? (page?.title ?? say('Settings')) : say('Settings');
  return (
    <>
      <ScreenHead title={title}>
        <div className="settings-actions">
          {hasPreview && (
            <Button
              variant="tertiary"
              aria-pressed={isPreviewOpen}
              onClick={() => setPreviewOpen(!isPreviewOpen)}
            >
              {isPreviewOpen ? say('Hide preview') : say('Preview')}
            </Button>
          )}
          <Button variant="tertiary" onClick={() => setHistoryOpen(true)}>
            {say('History')}
          </Button>
        </div>
      </ScreenHead>
      <Problem message={error?.message ?? pagesError?.message} />
      <div className={isPreviewOpen && hasPreview ? 'settings has-preview' : 'settings'}>
        <PageMenu pages={pages ?? []} current={page} search={search} onSearch={changeSearch} />
        <div className="settings-main">
          {pages && !page && search === '' && <p>{say('There are no settings at this address.')}</p>}
          {settings && pages ? (
            <PagePart {...part}>
              <Sections
                settings={shown}
                hidden={settings.filter((setting) => !shown.includes(setting))}
                pages={pages}
                edits={edits}
                isSearch={isSearch}
              >
                <RelatedFields {...part} />
              </Sections>
            </PagePart>
          ) : (
            !(error ?? pagesError) && <Skeleton />
          )}
        </div>
        {isPreviewOpen && hasPreview && (
          // Of its own, so that loading it hides nothing else and leaves the focus on the button.
          <Suspense>
            <SettingsPreview {...preview} onClose={() => setPreviewOpen(false)} />
          </Suspense>
        )}
      </div>
      {isHistoryOpen && <SettingsHistory settings={settings ?? []} onClose={() => setHistoryOpen(false)} />}
    </>
  );
}

/** A screen of its own. */
const fieldsPage = { name: 'fields', title: say('Fields'), address: customFieldsAddress };

function PageMenu({
  pages,
  current,
  search,
  onSearch,
}: {
  readonly pages: readonly SettingsPage[];
  readonly current: SettingsPage | undefined;
  readonly search: string;
  readonly onSearch: (words: string) => void;
}) {
  const isNarrow = useIsNarrow();
  const navigate = useNavigate();
  return (
    <nav className="settings-menu" aria-label={say('Settings')}>
      <SearchControl
        __nextHasNoMarginBottom
        label={say('Search settings')}
        placeholder={say('Search settings')}
        value={search}
        onChange={onSearch}
      />
      {isNarrow ? (
        <SelectControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={say('Page')}
          hideLabelFromVision
          value={current?.address ?? ''}
          options={[...pages, fieldsPage].map(({ address, title }) => ({ value: address, label: title }))}
          onChange={(address) => void navigate(address)}
        />
      ) : (
        <ul>
          {[...pages, fieldsPage].map(({ name, title, address }) => (
            <li key={name}>
              <Link to={address} aria-current={name === current?.name ? 'page' : undefined}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

function Sections({
  settings,
  hidden,
  pages,
  edits,
  isSearch,
  children,
}: {
  readonly settings: readonly Setting[];
  /** Settings of other pages. */
  readonly hidden: readonly Setting[];
  readonly pages: readonly SettingsPage[];
  readonly edits: Edits;
  readonly isSearch: boolean;
  readonly children: ReactNode;
}) {
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  useFocusAfterSave(form, edits);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void edits.save(queries);
  };
  const groups = [...Map.groupBy(settings, ({ group }) => group)];
  const titleOf = (name: string) => pages.find((page) => page.name === name)?.title ?? '';
  return (
    <form ref={form} className="settings-form" onSubmit={submit} noValidate tabIndex={-1}>
      {isSearch && <p role="status">{sayCount('%d setting found|%d settings found', settings.length)}</p>}
      {groups.map(([name, inside]) => (
        <section
          key={name}
          aria-labelledby={`settings-${name}`}
          data-titled={isSearch || inside[0]?.groupTitle !== titleOf(inside[0]?.page ?? '')}
        >
          <h2 id={`settings-${name}`}>
            {isSearch
              ? say('%1$s: %2$s', titleOf(inside[0]?.page ?? ''), inside[0]?.groupTitle ?? '')
              : inside[0]?.groupTitle}
          </h2>
          <GroupPart
            group={isSearch ? '' : name}
            title={inside[0]?.groupTitle ?? ''}
            settings={inside}
            edits={edits}
          >
            {inside.map((setting) => (
              <SettingField
                key={`${setting.key} ${edits.versionOf(setting.key)}`}
                setting={setting}
                edits={edits}
              />
            ))}
          </GroupPart>
        </section>
      ))}
      {children}
      <FormProblems hidden={hidden} edits={edits} />
      {edits.count > 0 && (
        <div className="form-end settings-save">
          <p role="status">{sayCount('%d unsaved change|%d unsaved changes', edits.count)}</p>
          <CancelButton isDirty onCancel={edits.discard} />
          <SubmitButton isBusy={edits.isBusy}>{say('Save changes')}</SubmitButton>
        </div>
      )}
    </form>
  );
}
