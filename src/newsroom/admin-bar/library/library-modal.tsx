import { useEffect, useId, useRef, useState } from 'react';
import { templateEditorUrl } from '../../../modules/templates/model.ts';
import { useBar } from '../bar.ts';
import { Window } from '../dialogs.tsx';
import { ReachView } from '../changes/reach-view.tsx';
import { concernsAll } from '../panel/layout-calls.ts';
import { faultOf, importTemplate, readLibrary, saveAsFile, targetOf } from './library-calls.ts';
import type { Imported, Library, LibraryItem, LibraryParameters } from './library-calls.ts';
import { TemplateFrame } from './template-frame.tsx';
import type { FrameShape } from './template-frame.tsx';
import type { Bar } from '../bar.ts';
import { darkClass } from '../../../reader/islands/page-config.ts';
import css from './library.css?inline';

interface LibraryModalProps {
  readonly parameters: LibraryParameters;
  close(): void;
  imported(): void;
}

/** The cloud library: previews of templates on the site's pages, importing and assigning them as the route's parameters say. */
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

  // A phone template becomes the phone version of the page's template, unless the library was opened for a template.
  const mobileOf =
    layout && layout.templateId > 0 ? { assign_mobile_to_template: String(layout.templateId) } : undefined;
  const target = filter.type !== own ? {} : !filter.isPhone || isForMobile ? targetOf(parameters) : mobileOf;
  const isAssigned = target === undefined || Object.keys(target).length > 0;

  const choose = (next: LibraryFilter) => {
    setFilter(next);
    setFault('');
  };
  const reportError = (error: unknown) => setFault(say('library_failed', faultOf(say, error)));
  const { busy, result, importItem, takeFile } = useImport({ target, setFault, reportError, imported });
  const leave = () => (result && filter.type === own ? imported() : close());
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
      <LibraryNotes library={library} result={result} isEmpty={shown.length === 0} />
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
            onImport={() => void importItem(item.name, { name: item.name })}
          />
        ))}
      </ul>
      <footer className="library-foot">
        <FileButton isBusy={busy !== ''} take={(file) => void takeFile(file)} />
        {templateId > 0 && (
          <button type="button" onClick={() => void saveAsFile(bar, templateId).catch(reportError)}>
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
  reportError(error: unknown): void;
  imported(): void;
}

function useImport({ target, setFault, reportError, imported }: ImportOptions) {
  const bar = useBar();
  const { say } = bar;
  const [busy, setBusy] = useState('');
  const [result, setResult] = useState<Imported>();
  const importItem = async (name: string, from: { readonly name: string } | { readonly file: unknown }) => {
    if (busy !== '') return;
    setResult(undefined);
    setFault(target ? '' : say('library_needs_template'));
    if (!target) return;
    setBusy(name);
    try {
      const one = await importTemplate(bar, from, target);
      if (Object.keys(target).length > 0) return imported();
      setResult(one);
    } catch (error) {
      reportError(error);
    }
    setBusy('');
  };
  const takeFile = async (file: File) => {
    try {
      const content: unknown = JSON.parse(await file.text());
      await importItem(file.name, { file: content });
    } catch {
      setFault(say('library_no_file', file.name));
    }
  };
  return { busy, result, importItem, takeFile };
}

interface NotesProps {
  readonly library: Library | undefined;
  readonly result: Imported | undefined;
  readonly isEmpty: boolean;
}

function LibraryNotes({ library, result, isEmpty }: NotesProps) {
  const { say } = useBar();
  return (
    <>
      {library && library.fault !== '' && (
        <p className="library-note">{say('library_outside', library.fault)}</p>
      )}
      <p className="library-note" role="status">
        {result && (
          <>
            {say('library_imported', result.title)}{' '}
            <a href={templateEditorUrl('', result.id)}>{say('panel_edit')}</a>
          </>
        )}
        {library && isEmpty && say('library_empty')}
      </p>
    </>
  );
}

const shapeOf = ({ type, isPhone }: LibraryFilter) =>
  isPhone ? 'phone' : type === 'header' || type === 'footer' ? 'part' : 'page';

/** Any template of the kind can become a phone version, including those designed for phones. */
function fits(item: LibraryItem, { type, style, isPhone }: LibraryFilter, isForMobile: boolean): boolean {
  return (
    item.type === type && (style === '' || item.style === style) && (isForMobile || item.isMobile === isPhone)
  );
}

export interface LibraryFilter {
  readonly type: string;
  /** Empty: all. */
  readonly style: string;
  readonly isPhone: boolean;
}

interface LibraryFiltersProps {
  readonly filter: LibraryFilter;
  set(filter: LibraryFilter): void;
  readonly items: readonly LibraryItem[];
  /** The kind that the library was opened for. */
  readonly own: string;
  readonly hasMobileSelector: boolean;
}

const styleNames = ['classic', 'pictures', 'words', 'quiet', 'feature'] as const;

export function LibraryFilters({ filter, set, items, own, hasMobileSelector }: LibraryFiltersProps) {
  const { say } = useBar();
  const id = useId();
  const kinds = [...new Set([own, ...items.map(({ type }) => type)])];
  return (
    <div className="library-filters">
      <div className="library-filter">
        <label htmlFor={`${id}kind`}>{say('library_kind')}</label>
        <select
          id={`${id}kind`}
          value={filter.type}
          onChange={(event) => set({ ...filter, type: event.currentTarget.value })}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {titleOf(say, kind)}
            </option>
          ))}
        </select>
      </div>
      <div className="library-filter">
        <label htmlFor={`${id}style`}>{say('library_style')}</label>
        <select
          id={`${id}style`}
          value={filter.style}
          onChange={(event) => set({ ...filter, style: event.currentTarget.value })}
        >
          <option value="">{say('library_all')}</option>
          {styleNames.map((name) => (
            <option key={name} value={name}>
              {say(`library_style_${name}`)}
            </option>
          ))}
        </select>
      </div>
      {hasMobileSelector && (
        <fieldset className="library-mobile-selector">
          <legend>{say('library_screens')}</legend>
          {[false, true].map((isPhone) => (
            <label key={String(isPhone)}>
              <input
                type="radio"
                name={`${id}screens`}
                checked={filter.isPhone === isPhone}
                onChange={() => set({ ...filter, isPhone })}
              />
              {say(isPhone ? 'library_screens_phones' : 'library_screens_all')}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}

interface TemplateCardProps {
  readonly item: LibraryItem;
  readonly shape: FrameShape;
  readonly samples: ReadonlyMap<string, string> | undefined;
  readonly busy: string;
  onImport(): void;
}

export function TemplateCard({ item, shape, samples, busy, onImport }: TemplateCardProps) {
  const {
    say,
    config: { layout },
  } = useBar();
  const page = samplePage(item.type, layout?.type, location.href, samples);
  return (
    <li className="library-item" data-template={item.name}>
      <TemplateFrame
        key={shape}
        name={item.title}
        address={page === undefined ? undefined : triedAddress(page, item.name, shape === 'phone')}
        shape={shape}
        isAtEnd={item.type === 'footer'}
      />
      <h3>
        <bdi>{item.title}</bdi>
      </h3>
      <p>
        <bdi>{item.description}</bdi>
      </p>
      <button
        type="button"
        aria-label={say('library_import_of', item.title)}
        disabled={busy !== ''}
        onClick={onImport}
      >
        {say(busy === item.name ? 'library_importing' : 'library_import')}
      </button>
    </li>
  );
}

export function FileButton({ isBusy, take }: { readonly isBusy: boolean; take(file: File): void }) {
  const { say } = useBar();
  return (
    <label className="library-file">
      {say('library_file')}
      <input
        type="file"
        accept=".json,application/json"
        disabled={isBusy}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) take(file);
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}

const kindNames = [
  'single',
  'category',
  'author',
  'tag',
  '404',
  'date',
  'search',
  'attachment',
  'page',
  'woo_product',
  'woo_archive',
  'woo_search_archive',
  'woo_shop_base',
  'cpt',
  'cpt_tax',
  'home',
] as const;

export function titleOf(say: Bar['say'], type: string): string {
  const kind = kindNames.find((one) => one === type);
  return kind ? say(`kind_${kind}`) : say(type === 'header' ? 'library_header' : 'library_footer');
}

/** URL of a page to preview a kind of template on, preferably the current page; undefined: the site has no such page. */
export function samplePage(
  type: string,
  own: string | undefined,
  currentPage: string,
  samples: ReadonlyMap<string, string> | undefined,
): string | undefined {
  return own === type || type === 'header' || type === 'footer' ? currentPage : samples?.get(type);
}

/** The preview URL, in the current page's colour scheme. */
export function triedAddress(page: string, name: string, isPhone: boolean): string {
  const address = new URL(page, location.href);
  address.hash = '';
  address.searchParams.set('template_preview', `library:${name}`);
  address.searchParams.set('device', isPhone ? 'phone' : 'desktop');
  address.searchParams.set(
    'scheme',
    document.documentElement.classList.contains(darkClass) ? 'dark' : 'light',
  );
  return address.pathname + address.search;
}
