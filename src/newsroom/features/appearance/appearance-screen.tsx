import type { SettingKey } from '../../../modules/settings/index.ts';
import { Button } from '@wordpress/components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { LookChoice } from '../../../lib/look/look-choice.ts';
import { looks } from '../../../lib/look/looks.ts';
import { wholeLook } from '../../../lib/look/whole-look.ts';
import { may } from '../../app/boot.ts';
import { CancelButton, SubmitButton } from '../../app/form-modal.tsx';
import { Problem } from '../../app/problem.tsx';
import { AccessDenied, ScreenHead, Skeleton } from '../../app/screen-head.tsx';
import { toast, toastRefusal } from '../../app/toasts.tsx';
import { useUnsaved } from '../../app/unsaved.tsx';
import { useIsDark, useIsNarrow } from '../../app/use-media-query.ts';
import { say, sayCount } from '../../words.ts';
import type { SeenPage } from '../editor/preview/preview-pane.tsx';
import type { PreviewKind } from '../settings/preview-pages.ts';
import { FormProblems, SettingField } from '../settings/setting-field.tsx';
import { allSettings, sentValue } from '../settings/settings-data.ts';
import type { Setting, Values } from '../settings/settings-data.ts';
import { PagePreview } from '../settings/settings-preview.tsx';
import type { PreviewView } from '../settings/settings-preview.tsx';
import { saveNow, useEdits } from '../settings/use-edits.ts';
import { useFocusAfterSave } from '../settings/use-focus-after-save.ts';
import type { Edits } from '../settings/use-edits.ts';
import { LookFileButtons } from './look-file.tsx';
import { ColoursPanel, FontsPanel, fontPaths, panelParts, PartList } from './look-panels.tsx';
import type { LookEditing } from './look-part-field.tsx';
import { LookThumbnails } from './look-thumbnails.tsx';
import { baseOf, changedParts, lookLabels, lookText, withPart } from './look-values.ts';
import type { LookName } from './look-values.ts';
import { displaySettings, RelatedPreview } from './related-preview.ts';
import '../settings/settings.css';
import './appearance.css';

interface Panel {
  readonly name: string;
  readonly title: string;
  /** Settings that it shows after the parts of the look. */
  readonly settings: readonly SettingKey[];
}

const panels: readonly Panel[] = [
  { name: 'colours', title: say('Colors'), settings: ['dark_mode_toggle', 'default_color_scheme'] },
  { name: 'fonts', title: say('Fonts'), settings: ['drop_cap'] },
  { name: 'logo', title: say('Logo'), settings: ['site_logo', 'site_logo_dark', 'site_icon'] },
  { name: 'header', title: say('Header'), settings: ['sticky_header', 'menu_snap'] },
  { name: 'footer', title: say('Footer'), settings: ['footer_about', 'footer_copyright'] },
  { name: 'lists', title: say('Lists and cards'), settings: [] },
  { name: 'lines', title: say('Lines and corners'), settings: [] },
  { name: 'spacing', title: say('Spacing'), settings: [] },
  {
    name: 'related',
    title: say('Related posts'),
    settings: ['related_posts', 'related_posts_size', ...displaySettings],
  },
  {
    name: 'css',
    title: say('Additional CSS'),
    settings: ['additional_css', 'additional_css_excludes_buttons'],
  },
];

/** Sections of WordPress' customizer; that of Additional CSS ends with our name. */
const sections: Readonly<Record<string, string>> = {
  title_tagline: 'logo',
  colors: 'colours',
  jetpack_relatedposts: 'related',
};

/** The panel of an address: ours, WordPress' section, or the flag of the related posts' preview. */
function panelAt(query: URLSearchParams): string | undefined {
  const own = query.get('panel');
  if (own !== null) return own;
  const isRelated = [...query].some(([name, value]) => name.endsWith('rpcustomize') && value === '1');
  const section = query.get('autofocus[section]') ?? '';
  const name = isRelated ? 'related' : (sections[section] ?? section);
  return panels.find((panel) => panel.name === name || name.endsWith(`_${panel.name}`))?.name;
}

/** `themes.php` and `customize.php`: the look of the site. */
export function AppearanceScreen() {
  if (!may('manage_options'))
    return (
      <AccessDenied>{say('Changing the appearance requires the capability “manage_options”.')}</AccessDenied>
    );
  return <Appearance />;
}

const kinds: readonly PreviewKind[] = ['front', 'article', 'archive'];

/** The preview in the address: page, device and scheme. */
function useView(panel: string | undefined) {
  const [query, setQuery] = useSearchParams();
  const [isNarrow, isNewsroomDark] = [useIsNarrow(), useIsDark()];
  const device = query.get('device');
  const scheme = query.get('scheme');
  const view: PreviewView = {
    kind: kinds.find((kind) => kind === query.get('page')) ?? (panel === 'related' ? 'article' : 'front'),
    device: device === 'phone' || device === 'desktop' ? device : isNarrow ? 'phone' : 'desktop',
    isDark: scheme === null ? isNewsroomDark : scheme === 'dark',
  };
  const onView = (change: Partial<PreviewView>) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (change.kind) next.set('page', change.kind);
        if (change.device) next.set('device', change.device);
        if (change.isDark !== undefined) next.set('scheme', change.isDark ? 'dark' : 'light');
        return next;
      },
      { replace: true },
    );
  return { view, onView };
}

const lookOf = (name: LookName): LookChoice => (name === 'broadsheet' ? {} : { base: name });

function Appearance() {
  const queries = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const isNarrow = useIsNarrow(1000);
  const isDark = useIsDark();
  const { data: settings, error } = useQuery(allSettings);
  const edits = useEdits(settings ?? []);
  useUnsaved(edits.count > 0);
  const [fileFault, setFileFault] = useState<string>();
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const open = panelAt(query);
  const { view, onView } = useView(open);
  const valueOf = (key: string): unknown => {
    const setting = settings?.find((one) => one.key === key);
    return setting && edits.valueOf(setting);
  };
  const choice = (valueOf('look') ?? {}) as LookChoice;
  const { values, onShown } = useRelated(settings ?? [], edits, open === 'related');
  const toggle = (name: string) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams([...before].filter(([key]) => !isPanelParam(key)));
        next.set('panel', open === name ? '' : name);
        return next;
      },
      { replace: true },
    );
  const choose = (name: LookName) => {
    const before = choice;
    edits.edit('look', lookOf(name));
    toast(say('%s is shown in the preview. Save to apply it.', lookLabels[name]), {
      undo: () => edits.edit('look', before),
    });
  };
  const stored = settings?.find(({ key }) => key === 'look')?.value;
  const apply = async (name: LookName) => {
    const look = settings?.find(({ key }) => key === 'look');
    if (!look) return;
    const before = choice;
    const isDiscarding = Object.hasOwn(edits.changes, 'look') && changedParts(before).length > 0;
    try {
      await saveNow(queries, { look: sentValue(look, lookOf(name)) }, { look: look.value });
      edits.drop('look');
      if (isDiscarding)
        toast(say('Unsaved changes of the look were discarded.'), { undo: () => edits.edit('look', before) });
    } catch (refusal) {
      toastRefusal(refusal);
    }
  };
  return (
    <>
      <ScreenHead title={say('Appearance')}>
        <div className="settings-actions">
          {isNarrow && (
            <Button
              variant="tertiary"
              aria-pressed={isPreviewOpen}
              onClick={() => setPreviewOpen(!isPreviewOpen)}
            >
              {isPreviewOpen ? say('Hide preview') : say('Preview')}
            </Button>
          )}
          <LookFileButtons isDirty={edits.count > 0} onFault={setFileFault} />
        </div>
      </ScreenHead>
      <Problem message={error?.message ?? fileFault} />
      {!settings && !error && <Skeleton />}
      {settings && (
        <>
          <LookThumbnails
            shown={baseOf(choice)}
            current={baseOf((stored ?? {}) as LookChoice)}
            isDark={isDark}
            onChoose={choose}
            onApply={(name) => void apply(name)}
          />
          <div className="appearance">
            <Form settings={settings} edits={edits} choice={choice} open={open} onToggle={toggle} />
            {(!isNarrow || isPreviewOpen) && (
              <PagePreview
                view={view}
                values={values}
                onView={onView}
                onShown={onShown}
                {...(isNarrow ? { onClose: () => setPreviewOpen(false) } : {})}
              />
            )}
          </div>
        </>
      )}
    </>
  );
}

const isPanelParam = (name: string) =>
  name === 'panel' || name === 'autofocus[section]' || name.endsWith('rpcustomize');

/**
 * Values that the server renders the preview with, and the partial refresh of related posts: their display settings
 * don't re-render the page. A changed number of posts needs another list, so the server renders everything then.
 */
function useRelated(settings: readonly Setting[], edits: Edits, isWanted: boolean) {
  const [related] = useState(() => new RelatedPreview());
  const isFromServer = ['related_posts', 'related_posts_size'].some((key) =>
    Object.hasOwn(edits.changes, key),
  );
  const shown: Values = Object.fromEntries(
    displaySettings.flatMap((key) => {
      const setting = settings.find((one) => one.key === key);
      return setting ? [[key, edits.valueOf(setting)]] : [];
    }),
  );
  const text = JSON.stringify(shown);
  useEffect(() => related.set(JSON.parse(text) as Values), [related, text]);
  useEffect(() => () => related.stop(), [related]);
  const onShown = useCallback(
    (page: Document, { address }: SeenPage) =>
      isFromServer ? related.stop() : void related.show(page, address, isWanted),
    [related, isFromServer, isWanted],
  );
  const values = useMemo(
    () =>
      isFromServer
        ? edits.changes
        : Object.fromEntries(
            Object.entries(edits.changes).filter(([key]) => !displaySettings.some((one) => one === key)),
          ),
    [edits.changes, isFromServer],
  );
  return { values, onShown };
}

function Form({
  settings,
  edits,
  choice,
  open,
  onToggle,
}: {
  readonly settings: readonly Setting[];
  readonly edits: Edits;
  readonly choice: LookChoice;
  readonly open: string | undefined;
  readonly onToggle: (name: string) => void;
}) {
  const queries = useQueryClient();
  const look = settings.find(({ key }) => key === 'look');
  const color = settings.find(({ key }) => key === 'theme_color')?.value;
  const themeColor =
    typeof color === 'string' && color !== looks.broadsheet.colours.accent ? color : undefined;
  const latest = useRef(choice);
  useEffect(() => {
    latest.current = choice;
  }, [choice]);
  const editing: LookEditing = {
    choice,
    whole: wholeLook(choice, themeColor),
    // Parts may change after an upload, when this render's look is outdated.
    onPart: (path, value) => edits.edit('look', withPart(latest.current, path, value)),
  };
  const form = useRef<HTMLFormElement>(null);
  useFocusAfterSave(form, edits);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void edits.save(queries);
  };
  const shown = new Set<string>(panels.find(({ name }) => name === open)?.settings);
  const hidden = settings.filter(({ key }) => !shown.has(key));
  const changed = changedParts(choice);
  return (
    <form ref={form} className="appearance-form" onSubmit={submit} noValidate tabIndex={-1}>
      {panels.map((panel) => (
        <PanelSection
          key={panel.name}
          panel={panel}
          isOpen={open === panel.name}
          count={countIn(panel, changed)}
          onToggle={() => onToggle(panel.name)}
        >
          <Parts key={`${baseOf(choice)} ${edits.versionOf('look')}`} name={panel.name} editing={editing} />
          {panel.settings.map((key) => {
            const setting = settings.find((one) => one.key === key);
            return (
              setting && (
                <SettingField key={`${key} ${edits.versionOf(key)}`} setting={setting} edits={edits} />
              )
            );
          })}
        </PanelSection>
      ))}
      <FormProblems
        hidden={hidden}
        edits={edits}
        theirsOf={(setting) =>
          setting === look ? lookText((edits.conflicts['look'] ?? {}) as LookChoice) : undefined
        }
      />
      {edits.count > 0 && (
        <div className="form-end settings-save">
          <p role="status">{say('Unsaved changes')}</p>
          <CancelButton isDirty onCancel={edits.discard} />
          <SubmitButton isBusy={edits.isBusy}>{say('Save changes')}</SubmitButton>
        </div>
      )}
    </form>
  );
}

function Parts({ name, editing }: { readonly name: string; readonly editing: LookEditing }) {
  if (name === 'colours') return <ColoursPanel editing={editing} />;
  if (name === 'fonts') return <FontsPanel editing={editing} />;
  return <PartList parts={panelParts[name] ?? []} editing={editing} />;
}

function countIn({ name }: Panel, changed: readonly string[]): number {
  const paths = (panelParts[name] ?? []).map(({ path }) => path);
  return changed.filter((path) =>
    name === 'colours' ? path.startsWith('colours.') : (name === 'fonts' ? fontPaths : paths).includes(path),
  ).length;
}

function PanelSection({
  panel: { name, title },
  isOpen,
  count,
  onToggle,
  children,
}: {
  readonly panel: Panel;
  readonly isOpen: boolean;
  readonly count: number;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}) {
  return (
    <section className="look-panel" data-panel={name}>
      <h2>
        <button type="button" aria-expanded={isOpen} aria-controls={`panel-${name}`} onClick={onToggle}>
          {title}
          {count > 0 && <span className="look-count">{sayCount('%d change|%d changes', count)}</span>}
        </button>
      </h2>
      <div id={`panel-${name}`} className="look-panel-body" hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  );
}
