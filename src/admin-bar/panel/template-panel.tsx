import { useBar } from '../bar.ts';
import type { LayoutFacts } from '../bar-config.ts';
import { useTold } from '../changes/use-told.ts';
import { readWarnings, warningsPath } from '../changes/warnings.tsx';
import { cloudLibrary, parts } from '../parts.ts';
import { libraryParameters } from './library-parameters.ts';
import { LongList } from './long-list.tsx';
import { MobileTemplates } from './mobile-templates.tsx';
import { nameFault } from './name-fault.ts';
import { PanelFrame } from './panel-frame.tsx';
import { DefaultRow, TemplateRow } from './template-row.tsx';
import { PanelScope } from './panel-scope.ts';
import { useTemplates } from './use-templates.ts';

/** The templates of the page's kind: which one lays it out, which one all pages of the kind, which phones get, and what becomes of them. */
export function TemplatePanel({ layout, close }: { readonly layout: LayoutFacts; close(): void }) {
  const { say, ask } = useBar();
  const { value: warnings } = useTold(warningsPath(layout.type), readWarnings);
  const panel = { ...useTemplates(layout), warnings };
  const { templates, hasGlobal, mobileOf } = panel;
  const create = async () => {
    const named = await ask.create({
      title: say('panel_create'),
      label: say('panel_name'),
      fault: nameFault(say),
    });
    if (named) await panel.create(named.title);
  };
  return (
    <PanelScope value={panel}>
      <PanelFrame
        name="templates"
        title={say('panel_title', say(`kind_${layout.type}`))}
        close={close}
        isBusy={templates === undefined}
      >
        {mobileOf ? (
          <MobileTemplates template={mobileOf} />
        ) : (
          <>
            {parts.map(({ InPanel }, index) => InPanel && <InPanel key={index} />)}
            {templates && templates.length === 0 && <p className="bar-empty">{say('panel_empty')}</p>}
            <LongList items={templates} keepsPlace>
              {(shown) => (
                <table className="bar-list">
                  <thead>
                    <tr>
                      <th scope="col">{say('panel_template')}</th>
                      {hasGlobal && <th scope="col">{say('panel_global')}</th>}
                      <th scope="col">{say('panel_mobile')}</th>
                      <th scope="col">{say('panel_actions')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    <DefaultRow />
                    {shown.map((template) => (
                      <TemplateRow key={template.id} template={template} />
                    ))}
                  </tbody>
                </table>
              )}
            </LongList>
            <div className="bar-buttons">
              <button type="button" data-creates onClick={() => void create()}>
                {say('panel_create')}
              </button>
              <button
                type="button"
                onClick={() => cloudLibrary.loadRoute(libraryParameters(layout, location.href))}
              >
                {say('panel_load')}
              </button>
            </div>
            {parts.map(({ BelowPanel }, index) => BelowPanel && <BelowPanel key={index} />)}
          </>
        )}
      </PanelFrame>
    </PanelScope>
  );
}
