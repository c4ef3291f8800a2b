import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Bar } from '../bar.ts';
import type { BarPart, Change } from '../bar-part.ts';
import { History, LastChange } from './history.tsx';
import { ReachView } from './reach-view.tsx';
import { askAboutWarnings, findWarnings, WarningList } from './warnings.tsx';
import { templateEditorUrl } from '../../modules/templates/model.ts';
import { whyTexts } from '../../lib/bar-texts.ts';
import { useBar } from '../bar.ts';
import { readWhy, useTold } from './told.ts';
import { usePanel } from '../panel/panel-scope.ts';
import type { TemplateItem } from '../panel/templates.ts';

const TryOnWindow = lazy(async () => ({ default: (await import('./try-on-window.tsx')).TryOnWindow }));

/** Shows this very page with a template before anybody else sees it; undefined: with what it gets without one of its own. */
function TryOn({ template }: { readonly template: TemplateItem | undefined }) {
  const { say } = useBar();
  const { select, hasGlobal } = usePanel();
  const [isOpen, setOpen] = useState(false);
  const title = template?.title ?? say(hasGlobal ? 'panel_global_row' : 'panel_default_row');
  const close = (isWanted: boolean) => {
    setOpen(false);
    if (isWanted) void select(template);
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
 * Asks before all pages of a kind get another layout, with how many these are and ten of them, and before readers get a
 * template that leaves something out.
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

/** Of what a deletion takes away from pages. */
function InQuestion({ change: { kind, template } }: { readonly change: Change }) {
  return kind === 'delete' && template ? <ReachView kind="single" template={template.id} /> : null;
}

/** Why a page looks as it does, what a change of it touches, how it would look, and the way back. */
export const changesPart: BarPart = {
  InPanel: WhyLine,
  BelowPanel: History,
  InMobile: ({ template: { id } }) => <ReachView kind="single" template={id} />,
  AtFoot: LastChange,
  InRow: TryOn,
  InQuestion,
  beforeChange,
};

/** Why this page looks as it does, in a line; what was skipped, with the way to where it is mended. */
function WhyLine() {
  const { say } = useBar();
  const { value: why } = useTold(
    `/broadsheet/v1/template-explanation?path=${encodeURIComponent(location.pathname + location.search)}`,
    readWhy,
  );
  const gone = why?.skipped.some(({ title }) => title === '');
  const broken = why?.skipped.filter(({ title }) => title !== '') ?? [];
  return (
    <div className="bar-why" aria-busy={why === undefined}>
      {why && (
        <p>
          {say(whyTexts[why.by], why.title)}
          {why.phones !== '' && ` ${say('why_phones', why.phones)}`}
        </p>
      )}
      {gone && <p>{say('why_gone')}</p>}
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
