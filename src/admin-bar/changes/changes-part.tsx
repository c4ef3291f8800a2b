import type { Bar } from '../bar.ts';
import type { BarPart, Change } from '../bar-part.ts';
import { History } from './history.tsx';
import { LastChange } from './last-change.tsx';
import { ReachView } from './reach-view.tsx';
import { TryOn } from './try-on.tsx';
import { WhyLine } from './why-line.tsx';

/** Asks before all pages of a kind get another layout: with how many these are, and ten of them. */
async function beforeChange(
  { config: { layout }, ask, say }: Bar,
  { kind, template }: Change,
): Promise<boolean> {
  if (kind !== 'global' || !layout) return true;
  const text = template ? say('reach_global', template.title) : say('reach_no_global');
  return ask.confirm({ text, more: <ReachView kind={layout.kind} />, yes: 'modal_save', no: 'modal_cancel' });
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
