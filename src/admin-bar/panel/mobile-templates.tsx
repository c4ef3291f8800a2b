import { useBar } from '../bar.ts';
import { cloudLibrary, parts } from '../parts.ts';
import { libraryParameters } from './library-parameters.ts';
import { MobileListView } from './mobile-list.tsx';
import { nameFault } from './name-fault.ts';
import { useMobileTemplates } from './use-mobile-templates.ts';
import { usePanel } from './panel-scope.ts';
import type { TemplateItem } from './templates.ts';

/** What phones get in the place of one template. */
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
