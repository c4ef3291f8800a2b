import { useCallback, useEffect, useRef, useState } from 'react';
import { isRecord } from '../../lib/records.ts';
import { useBar } from '../bar.ts';
import { changedEvent } from '../calls.ts';

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

function readChanges(reply: unknown): Told[] {
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

/** What the server tells; it is asked anew once something was changed. */
interface Asked<Value> {
  /** Undefined until it has come. */
  readonly value: Value | undefined;
  readonly isFailed: boolean;
}

/** Asks REST for what is at an address. */
export function useTold<Value>(path: string, read: (reply: unknown) => Value): Asked<Value> {
  const { rest } = useBar();
  return useAsked(
    path,
    useCallback(async () => read(await rest(path)), [rest, path, read]),
  );
}

/** Asks a question. What fails is told to the console by its name, as of all calls of the bar; a page that is left has no use for the reply. */
function useAsked<Value>(name: string, question: () => Promise<Value>): Asked<Value> {
  const [value, setValue] = useState<Value>();
  const [isFailed, setFailed] = useState(false);
  // Which question is the newest: replies of others say nothing any more, and none does to a page that is left.
  const newest = useRef(0);
  const again = useCallback(async () => {
    const mine = ++newest.current;
    try {
      const told = await question();
      if (mine !== newest.current) return;
      setValue(told);
      setFailed(false);
    } catch (error) {
      if (mine !== newest.current) return;
      console.error(`${name}: error`, error);
      setFailed(true);
    }
  }, [name, question]);
  useEffect(() => {
    const ask = () => void again();
    const leave = () => void newest.current++;
    ask();
    window.addEventListener('pagehide', leave);
    window.addEventListener(changedEvent, ask);
    return () => {
      leave();
      window.removeEventListener('pagehide', leave);
      window.removeEventListener(changedEvent, ask);
    };
  }, [again]);
  return { value, isFailed };
}

/** As many are asked for at once, at most. */
const most = 100;

/** Changes, the newest first. */
interface Changes {
  readonly changes: readonly Told[];
  /** They go back to the oldest that is kept. */
  readonly isAll: boolean;
}

/** What was changed of a kind of page, the newest first: `first` of it, and older ones until these are enough, or there are no more. */
export function useChanges(
  kind: string,
  first: number,
  isEnough: (changes: readonly Told[]) => boolean,
): Changes | undefined {
  const { rest } = useBar();
  const { value } = useAsked(
    'broadsheet/v1/template-changes',
    useCallback(async (): Promise<Changes> => {
      const all: Told[] = [];
      for (;;) {
        const oldest = all.at(-1);
        const wanted = Math.min(most, oldest ? most : first);
        const query = `kind=${encodeURIComponent(kind)}&per_page=${wanted}${oldest ? `&before=${oldest.id}` : ''}`;
        const found = readChanges(await rest(`/broadsheet/v1/template-changes?${query}`));
        all.push(...found);
        if (found.length < wanted) return { changes: all, isAll: true };
        if (isEnough(all)) return { changes: all, isAll: false };
      }
    }, [rest, kind, first, isEnough]),
  );
  return value;
}
