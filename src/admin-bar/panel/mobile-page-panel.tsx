import { useBar } from '../bar.ts';
import type { LayoutFacts } from '../bar-config.ts';
import { useTold } from '../changes/use-told.ts';
import { readWarnings, warningsPath } from '../changes/warnings.tsx';
import { cloudLibrary } from '../parts.ts';
import { mobilePageParameters } from './library-parameters.ts';
import { MobileListView } from './mobile-list.tsx';
import { nameFault } from './name-fault.ts';
import { PanelFrame } from './panel-frame.tsx';
import { useMobileTemplates } from './use-mobile-templates.ts';

/** What phones get in the place of a page. */
export function MobilePagePanel({ layout, close }: { readonly layout: LayoutFacts; close(): void }) {
  const { say, ask } = useBar();
  const { value: warnings } = useTold(warningsPath(layout.type), readWarnings);
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
