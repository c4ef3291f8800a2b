import type { Bar } from '../bar.ts';
import type { BarPart, Change } from '../bar-part.ts';
import { History } from './history.tsx';
import { LastChange } from './last-change.tsx';
import { ReachView } from './reach-view.tsx';
import { TryOn } from './try-on.tsx';
import { askAboutWarnings, findWarnings, WarningList } from './warnings.tsx';
import { WhyLine } from './why-line.tsx';

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
