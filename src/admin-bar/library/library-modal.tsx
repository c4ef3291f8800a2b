import { useEffect, useId, useRef, useState } from 'react';
import { useBar } from '../bar.ts';
import { Window } from '../dialogs.tsx';
import { faultOf, importTemplate, readLibrary, saveAsFile, targetOf } from './library-calls.ts';
import type { Library, LibraryItem, LibraryParameters } from './library-calls.ts';
import css from './library.css?inline';
import { titleOf } from './kind-titles.ts';
import { LibraryFilters } from './library-filters.tsx';
import type { LibraryFilter } from './library-filters.tsx';
import { TemplateCard } from './template-card.tsx';

interface LibraryModalProps {
  readonly parameters: LibraryParameters;
  close(): void;
  /** A template was made. */
  imported(): void;
}

/** The cloud library: templates as they look on pages of this site, and what brings one here and gives it to what the route's parameters say. */
export function LibraryModal({ parameters, close, imported }: LibraryModalProps) {
  const bar = useBar();
  const { say, config: { layout } } = bar;
  const id = useId();
  const first = useRef<HTMLButtonElement>(null);
  const [library, setLibrary] = useState<Library>();
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState('');
  const own = parameters.templateType ?? layout?.type ?? 'single';
  const isForMobile = parameters.assign_mobile_to_template !== undefined;
  const [filter, setFilter] = useState({ type: own, style: '', isPhone: isForMobile });
  useEffect(() => {
    readLibrary(bar).then(setLibrary, (error: unknown) => setFault(say('library_failed', faultOf(error))));
  }, [bar, say]);

  const target = (): LibraryParameters | undefined => {
    if (filter.type !== own) return {};
    // What is for phones becomes the mobile template of what the page has, where it is not for a template anyway.
    if (!filter.isPhone || isForMobile) return targetOf(parameters, layout?.type === 'page' ? layout.itemId : 0);
    return layout && layout.templateId > 0 ? { assign_mobile_to_template: String(layout.templateId) } : undefined;
  };
  const bring = async (name: string, from: { readonly name: string } | { readonly file: unknown }) => {
    const to = target();
    setFault(to ? '' : say('library_needs_template'));
    if (!to || busy !== '') return;
    setBusy(name);
    try {
      await importTemplate(bar, from, to);
      imported();
    } catch (error) {
      setFault(say('library_failed', faultOf(error)));
      setBusy('');
    }
  };
  const takeFile = async (file: File) => {
    try {
      await bring(file.name, { file: JSON.parse(await file.text()) as unknown });
    } catch (error) {
      setFault(say('library_failed', faultOf(error)));
    }
  };
  const shown = library?.items.filter((item) => fits(item, filter, isForMobile)) ?? [];
  return (
    <Window labelledBy={`${id}title`} focus={first} close={close} className="library-window">
      <style>{css}</style>
      <header className="library-head">
        <h2 id={`${id}title`}>{say('library_title', titleOf(say, filter.type))}</h2>
        <button ref={first} type="button" className="library-close" onClick={close}>{say('library_close')}</button>
      </header>
      <LibraryFilters
        filter={filter} set={setFilter} library={library} own={own} hasMobileSelector={parameters.hide_mobile_selector !== 'hide'}
      />
      {filter.type !== own && <p className="library-note">{say('library_unassigned')}</p>}
      {library && library.fault !== '' && <p className="library-note">{say('library_outside', library.fault)}</p>}
      <p className="bar-notice" role="alert">{fault}</p>
      {library && shown.length === 0 && <p className="library-note">{say('library_empty')}</p>}
      <ul className={filter.isPhone ? 'library-list library-phones' : 'library-list'} aria-busy={library === undefined && fault === ''}>
        {shown.map((item) => (
          <TemplateCard key={item.name} item={item} isPhone={filter.isPhone} busy={busy} bring={() => void bring(item.name, { name: item.name })} />
        ))}
      </ul>
      <footer className="library-foot">
        <label className="library-file">
          {say('library_file')}
          <input
            type="file" accept=".json,application/json" disabled={busy !== ''}
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              if (file) void takeFile(file);
              event.currentTarget.value = '';
            }}
          />
        </label>
        {layout !== undefined && layout.templateId > 0 && (
          <button
            type="button"
            onClick={() => void saveAsFile(bar, layout.templateId).catch((error: unknown) => setFault(say('library_failed', faultOf(error))))}
          >
            {say('library_export')}
          </button>
        )}
      </footer>
    </Window>
  );
}

/** What is to become a mobile template may be any of its kind: those that are made for phones come among them. */
function fits(item: LibraryItem, { type, style, isPhone }: LibraryFilter, isForMobile: boolean): boolean {
  return item.type === type && (style === '' || item.style === style) && (isForMobile || item.isMobile === isPhone);
}
