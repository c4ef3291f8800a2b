import { isRecord } from '../../lib/is-record.ts';

/** A page, by its title and root-relative address. */
interface PageLink {
  readonly title: string;
  readonly link: string;
}

/** How many pages a change touches. */
export interface Reach {
  /** Undefined: nobody counts them. */
  readonly total: number | undefined;
  /** Pages that keep a layout of their own. */
  readonly own: number;
  readonly pages: readonly PageLink[];
}

/** Why a page is laid out as it is. */
export interface Why {
  readonly by: 'item' | 'global' | 'layout' | 'built-in';
  readonly title: string;
  /** Title of the template that phones get; empty: the same. */
  readonly phones: string;
  /** `reason`: what is wrong with one, in English. */
  readonly skipped: readonly { readonly id: number; readonly title: string; readonly reason: string }[];
}

/** What was changed, as the history has it. */
export interface Told {
  readonly id: number;
  /** Milliseconds. */
  readonly at: number;
  readonly who: string;
  readonly kind: string;
  readonly itemId: number;
  readonly itemTitle: string;
  readonly action: string;
  readonly title: string;
  /** The change that it took back; 0: none. */
  readonly undoes: number;
  readonly before: State;
  readonly after: State;
  readonly changed: readonly string[];
  readonly isUndone: boolean;
  readonly isChangedSince: boolean;
  /** What stands there now, as an undo has to say. */
  readonly from: number;
}

interface State {
  readonly template: number;
  readonly title: string;
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
const recordsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);
const whole = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

export function readReach(reply: unknown): Reach {
  const { total, own, pages } = whole(reply);
  return {
    total: typeof total === 'number' ? total : undefined,
    own: numberIn(own),
    pages: recordsIn(pages).map(({ title, link }) => ({ title: textIn(title), link: textIn(link) })),
  };
}

export function readWhy(reply: unknown): Why {
  const { by, template_title: title, phones_title: phones, skipped } = whole(reply);
  return {
    by: by === 'item' || by === 'global' || by === 'layout' ? by : 'built-in',
    title: textIn(title),
    phones: textIn(phones),
    skipped: recordsIn(skipped).map((one) => ({
      id: numberIn(one.id),
      title: textIn(one.title),
      reason: textIn(one.reason),
    })),
  };
}

export function readChanges(reply: unknown): Told[] {
  return recordsIn(whole(reply).changes).map((one) => ({
    id: numberIn(one.id),
    at: Date.parse(textIn(one.date)),
    who: textIn(one.who),
    kind: textIn(one.kind),
    itemId: numberIn(one.item),
    itemTitle: textIn(one.item_title),
    action: textIn(one.action),
    title: textIn(one.title),
    undoes: numberIn(one.undoes),
    before: readState(one.before),
    after: readState(one.after),
    changed: Array.isArray(one.changed) ? one.changed.map(textIn) : [],
    isUndone: one.is_undone === true,
    isChangedSince: one.is_changed_since === true,
    from: numberIn(one.from),
  }));
}

function readState(value: unknown): State {
  const { template, title } = whole(value);
  return { template: numberIn(template), title: textIn(title) };
}

/** Why pages skip a template, in English; empty: it can lay them out. */
export const readFault = (reply: unknown): string => textIn(whole(reply).fault);

/** How many uses of a template that was brought back stay with another one. */
export const readLeft = (reply: unknown): number => numberIn(whole(reply).left_total);
