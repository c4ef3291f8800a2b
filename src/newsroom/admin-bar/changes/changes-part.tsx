import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Bar } from '../bar.ts';
import type { BarPart, Change } from '../bar-part.ts';
import { History, LastChange } from './history.tsx';
import { ReachView } from './reach-view.tsx';
import { askAboutWarnings, findWarnings, WarningList } from './warnings.tsx';
import { templateEditorUrl } from '../../../modules/templates/model.ts';
import { whyTexts } from '../../../lib/bar-texts.ts';
import { useBar } from '../bar.ts';
import { readWhy, useReply } from './replies.ts';
import { usePanel } from '../panel/panel-scope.ts';
import type { TemplateItem } from '../panel/templates.ts';

const TryOnWindow = lazy(async () => ({ default: (await import('./try-on-window.tsx')).TryOnWindow }));

/** Previews this page with a template; undefined: with the layout it would have without its own. */
function TryOn({ template }: { readonly template: TemplateItem | undefined }) {
  const { say } = useBar();
  const { select, hasGlobal } = usePanel();
  const [isOpen, setOpen] = useState(false);
  const title = template?.title ?? say(hasGlobal ? 'panel_global_row' : 'panel_default_row');
  const close = (isAccepted: boolean) => {
    setOpen(false);
    if (isAccepted) void select(template);
  };
  return (
    <>
      <button
        type="button"
        aria-label={say('panel_action_of', say('try_on'), title)}
        onClick={() => setOpen(true)}
      >
        {say('try_on')}
      </button>
      {isOpen &&
        createPortal(
          <Suspense fallback={null}>
            <TryOnWindow title={title} name={`${template?.id ?? 'global'}`} close={close} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}

/**
 * Asks for confirmation before all pages of a kind change (with their number and ten examples), and before visitors get
 * a template that omits something.
 */
async function beforeChange(bar: Bar, change: Change): Promise<boolean> {
  const {
    config: { layout },
    ask,
    say,
  } = bar;
  const { kind, template } = change;
  const warnings = await findWarnings(bar, change);
  if (kind !== 'global' || !layout) {
    return warnings.length === 0 || askAboutWarnings(bar, template?.title ?? '', warnings);
  }
  return ask.confirm({
    text: template ? say('reach_global', template.title) : say('reach_no_global'),
    more: (
      <>
        <WarningList warnings={warnings} />
        <ReachView kind={layout.kind} />
      </>
    ),
    yes: warnings.length > 0 ? 'warn_use' : 'modal_save',
    no: 'modal_cancel',
  });
}

function InQuestion({ change: { kind, template } }: { readonly change: Change }) {
  return kind === 'delete' && template ? <ReachView kind="single" template={template.id} /> : null;
}

export const changesPart: BarPart = {
  InPanel: WhyLine,
  BelowPanel: History,
  InMobile: ({ template: { id } }) => <ReachView kind="single" template={id} />,
  AtFoot: LastChange,
  InRow: TryOn,
  InQuestion,
  beforeChange,
};

/** One line on why the page has its layout; lists skipped templates with links to fix them. */
function WhyLine() {
  const { say } = useBar();
  const { value: why } = useReply(
    `/broadsheet/v1/template-explanation?path=${encodeURIComponent(location.pathname + location.search)}`,
    readWhy,
  );
  const hasDeleted = why?.skipped.some(({ title }) => title === '');
  const broken = why?.skipped.filter(({ title }) => title !== '') ?? [];
  return (
    <div className="bar-why" aria-busy={why === undefined}>
      {why && (
        <p>
          {say(whyTexts[why.by], why.title)}
          {why.phones !== '' && ` ${say('why_phones', why.phones)}`}
        </p>
      )}
      {hasDeleted && <p>{say('why_gone')}</p>}
      {broken.map(({ id, title, reason }) => (
        <p key={id}>
          {say('why_skipped')} <a href={templateEditorUrl('', id)}>{title}</a>{' '}
          <span lang="en" dir="ltr">
            ({reason})
          </span>
        </p>
      ))}
    </div>
  );
}
