import { useBar } from '../bar.ts';
import { cloudLibrary, parts } from '../parts.tsx';
import { libraryParameters, mobilePageParameters } from './layout-calls.ts';
import { nameFault } from './templates.ts';
import { useMobileTemplates } from './use-templates.ts';
import { usePanel } from './panel-scope.ts';
import type { TemplateItem } from './templates.ts';
import type { BarText } from '../../../lib/bar-texts.ts';
import { WarningMark, readWarnings, warningsPath } from '../changes/warnings.tsx';
import type { Warning } from '../changes/warnings.tsx';
import { LongList, removeRow } from './long-list.tsx';
import type { MobileList } from './use-templates.ts';
import type { LayoutFacts } from '../bar-config.ts';
import { useReply } from '../changes/replies.ts';
import { PanelFrame } from './panel-frame.tsx';

export function MobileTemplates({ template }: { readonly template: TemplateItem }) {
  const { say, ask } = useBar();
  const { layout, noteMobile, showMobileOf, warnings } = usePanel();
  const list = useMobileTemplates({
    layout,
    templateId: template.id,
    fields: { template_id: template.id },
    changed: (mobileId) => noteMobile(template, mobileId),
  });
  const create = async () => {
    const named = await ask.create({
      title: say('mobile_create'),
      label: say('panel_name'),
      box: say('mobile_copy', template.title),
      fault: nameFault(say),
    });
    if (named) await list.create(named.title, named.ticked);
  };
  return (
    <>
      <div className="bar-buttons">
        <button type="button" onClick={() => showMobileOf(undefined)}>
          {say('mobile_back')}
        </button>
      </div>
      <h3>{say('mobile_title', template.title)}</h3>
      {parts.map(({ InMobile }, index) => InMobile && <InMobile key={index} template={template} />)}
      <MobileListView list={list} none="mobile_none" empty="mobile_empty" warnings={warnings} />
      <div className="bar-buttons">
        <button type="button" data-creates onClick={() => void create()}>
          {say('mobile_create')}
        </button>
        <button
          type="button"
          onClick={() => cloudLibrary.loadRoute(libraryParameters(layout, location.href, template.id))}
        >
          {say('panel_load')}
        </button>
      </div>
    </>
  );
}

interface MobileListProps {
  readonly list: MobileList;
  /** Messages for no phone version, and for nothing to choose from. */
  readonly none: BarText;
  readonly empty: BarText;
  readonly warnings: ReadonlyMap<number, readonly Warning[]> | undefined;
}

function MobileListView({ list: { items, choose, remove }, none, empty, warnings }: MobileListProps) {
  const { say } = useBar();
  if (!items) return null;
  const hasNone = !items.some(({ isCurrent }) => isCurrent);
  return (
    <>
      {items.length === 0 && <p className="bar-empty">{say(empty)}</p>}
      <LongList items={items}>
        {(shown) => (
          <ul className="bar-list">
            <li className={hasNone ? 'is-current' : undefined}>
              <button
                type="button"
                className="bar-title"
                aria-current={hasNone}
                onClick={() => void choose(undefined)}
              >
                {say(none)}
              </button>
            </li>
            {shown.map((item) => (
              <li key={item.id} className={item.isCurrent ? 'is-current' : undefined}>
                <button
                  type="button"
                  className="bar-title"
                  aria-current={item.isCurrent}
                  onClick={() => void choose(item)}
                >
                  {item.title}
                </button>
                <WarningMark warnings={warnings?.get(item.id)} />
                <span className="bar-cell-actions">
                  <a aria-label={say('panel_action_of', say('panel_edit'), item.title)} href={item.url}>
                    {say('panel_edit')}
                  </a>
                  <button
                    type="button"
                    aria-label={say('panel_action_of', say('panel_delete'), item.title)}
                    onClick={({ currentTarget }) => void removeRow(currentTarget, () => remove(item))}
                  >
                    {say('panel_delete')}
                  </button>
                </span>
              </li>
            ))}
          </ul>
        )}
      </LongList>
    </>
  );
}

export function MobilePagePanel({ layout, close }: { readonly layout: LayoutFacts; close(): void }) {
  const { say, ask } = useBar();
  const { value: warnings } = useReply(warningsPath(layout.type), readWarnings);
  const list = useMobileTemplates({
    layout,
    templateId: undefined,
    fields: { page_id: layout.itemId },
    changed: () => {},
  });
  const create = async (isCopy: boolean) => {
    const named = await ask.create({
      title: say(isCopy ? 'mobile_page_copy' : 'mobile_page_create'),
      label: say('panel_name'),
      fault: nameFault(say),
    });
    if (named) await list.create(named.title, isCopy);
  };
  return (
    <PanelFrame name="mobile-page" title={say('mobile_page')} close={close} isBusy={list.items === undefined}>
      <div className="bar-buttons">
        <button type="button" onClick={() => cloudLibrary.loadRoute(mobilePageParameters(layout))}>
          {say('mobile_page_load')}
        </button>
        <button type="button" data-creates onClick={() => void create(false)}>
          {say('mobile_page_create')}
        </button>
        <button type="button" onClick={() => void create(true)}>
          {say('mobile_page_copy')}
        </button>
      </div>
      <MobileListView list={list} none="mobile_page_none" empty="mobile_page_empty" warnings={warnings} />
    </PanelFrame>
  );
}
