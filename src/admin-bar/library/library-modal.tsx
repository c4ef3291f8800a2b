import { useEffect, useId, useRef, useState } from 'react';
import { templateEditorUrl } from '../../modules/templates/template-address.ts';
import { useBar } from '../bar.ts';
import { Window } from '../dialogs.tsx';
import { ReachView } from '../changes/reach-view.tsx';
import { concernsAll } from '../panel/library-parameters.ts';
import { titleOf } from './kind-titles.ts';
import { faultOf, importTemplate, readLibrary, saveAsFile, targetOf } from './library-calls.ts';
import type { Imported, Library, LibraryItem, LibraryParameters } from './library-calls.ts';
import css from './library.css?inline';
import { FileButton } from './file-button.tsx';
import { LibraryFilters } from './library-filters.tsx';
import type { LibraryFilter } from './library-filters.tsx';
import { TemplateCard } from './template-card.tsx';

interface LibraryModalProps {
  readonly parameters: LibraryParameters;
  close(): void;
  /** A template was made, and given to what the parameters say. */
  imported(): void;
}

/** The cloud library: templates as they look on pages of this site, and what brings one here and gives it to what the route's parameters say. */
export function LibraryModal({ parameters, close, imported }: LibraryModalProps) {
  const bar = useBar();
  const {
    say,
    config: { layout },
  } = bar;
  const id = useId();
  const first = useRef<HTMLButtonElement>(null);
  const [library, setLibrary] = useState<Library>();
  const [fault, setFault] = useState('');
  const own = parameters.templateType ?? layout?.type ?? 'single';
  const isForMobile =
    parameters.assign_mobile_to_template !== undefined || parameters.assign_mobile_to_page !== undefined;
  const [filter, setFilter] = useState<LibraryFilter>({ type: own, style: '', isPhone: isForMobile });
  useEffect(() => {
    readLibrary(bar).then(setLibrary, (error: unknown) =>
      setFault(say('library_failed', faultOf(say, error))),
    );
  }, [bar, say]);

  // What is for phones becomes the mobile template of what the page has, where it is not for a template anyway.
  const mobileOf =
    layout && layout.templateId > 0 ? { assign_mobile_to_template: String(layout.templateId) } : undefined;
  const target = filter.type !== own ? {} : !filter.isPhone || isForMobile ? targetOf(parameters) : mobileOf;
  const isAssigned = target === undefined || Object.keys(target).length > 0;

  const choose = (wanted: LibraryFilter) => {
    setFilter(wanted);
    setFault('');
  };
  const tell = (error: unknown) => setFault(say('library_failed', faultOf(say, error)));
  const { busy, made, bring, takeFile } = useImport({ target, setFault, tell, imported });
  const leave = () => (made && filter.type === own ? imported() : close());
  const shown = library?.items.filter((item) => fits(item, filter, isForMobile)) ?? [];
  const { templateId = 0 } = layout ?? {};
  return (
    <Window labelledBy={`${id}title`} focus={first} close={leave} className="library-window">
      <style>{css}</style>
      <header className="library-head">
        <h2 id={`${id}title`}>{say('library_title', titleOf(say, filter.type))}</h2>
        <button ref={first} type="button" onClick={leave}>
          {say('library_close')}
        </button>
      </header>
      <LibraryFilters
        filter={filter}
        set={choose}
        items={library?.items ?? []}
        own={own}
        hasMobileSelector={parameters.hide_mobile_selector !== 'hide'}
      />
      {isAssigned && !filter.isPhone && !isForMobile && layout && concernsAll(layout) && (
        <ReachView kind={layout.kind} />
      )}
      {!isAssigned && <p className="library-note">{say('library_unassigned')}</p>}
      <LibraryNotes library={library} made={made} isEmpty={shown.length === 0} />
      <p className="library-fault" role="alert">
        {fault}
      </p>
      <ul className={`library-list is-${shapeOf(filter)}`} aria-busy={library === undefined && fault === ''}>
        {shown.map((item) => (
          <TemplateCard
            key={item.name}
            item={item}
            shape={shapeOf(filter)}
            samples={library?.samples}
            busy={busy}
            bring={() => void bring(item.name, { name: item.name })}
          />
        ))}
      </ul>
      <footer className="library-foot">
        <FileButton isBusy={busy !== ''} take={(file) => void takeFile(file)} />
        {templateId > 0 && (
          <button type="button" onClick={() => void saveAsFile(bar, templateId).catch(tell)}>
            {say('library_export')}
          </button>
        )}
      </footer>
    </Window>
  );
}

interface ImportOptions {
  /** Assignment of the imported template; undefined when the page has no template that it could be added to. */
  readonly target: LibraryParameters | undefined;
  setFault(fault: string): void;
  tell(error: unknown): void;
  imported(): void;
}

/** Imports one template at a time, from the library or from a file. */
function useImport({ target, setFault, tell, imported }: ImportOptions) {
  const bar = useBar();
  const { say } = bar;
  const [busy, setBusy] = useState('');
  const [made, setMade] = useState<Imported>();
  const bring = async (name: string, from: { readonly name: string } | { readonly file: unknown }) => {
    if (busy !== '') return;
    setMade(undefined);
    setFault(target ? '' : say('library_needs_template'));
    if (!target) return;
    setBusy(name);
    try {
      const one = await importTemplate(bar, from, target);
      if (Object.keys(target).length > 0) return imported();
      setMade(one);
    } catch (error) {
      tell(error);
    }
    setBusy('');
  };
  const takeFile = async (file: File) => {
    try {
      const content: unknown = JSON.parse(await file.text());
      await bring(file.name, { file: content });
    } catch {
      setFault(say('library_no_file', file.name));
    }
  };
  return { busy, made, bring, takeFile };
}

interface NotesProps {
  readonly library: Library | undefined;
  readonly made: Imported | undefined;
  readonly isEmpty: boolean;
}

/** Says that the external library failed, a template was imported, or no template matches the filter. */
function LibraryNotes({ library, made, isEmpty }: NotesProps) {
  const { say } = useBar();
  return (
    <>
      {library && library.fault !== '' && (
        <p className="library-note">{say('library_outside', library.fault)}</p>
      )}
      <p className="library-note" role="status">
        {made && (
          <>
            {say('library_imported', made.title)}{' '}
            <a href={templateEditorUrl('', made.id)}>{say('panel_edit')}</a>
          </>
        )}
        {library && isEmpty && say('library_empty')}
      </p>
    </>
  );
}

/** How much of a page is shown. */
const shapeOf = ({ type, isPhone }: LibraryFilter) =>
  isPhone ? 'phone' : type === 'header' || type === 'footer' ? 'part' : 'page';

/** What is to become a mobile template may be any of its kind: those that are made for phones come among them. */
function fits(item: LibraryItem, { type, style, isPhone }: LibraryFilter, isForMobile: boolean): boolean {
  return (
    item.type === type && (style === '' || item.style === style) && (isForMobile || item.isMobile === isPhone)
  );
}
