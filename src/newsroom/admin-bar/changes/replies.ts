import { useCallback, useEffect, useRef, useState } from 'react';
import { isRecord } from '../../../lib/records.ts';
import { useBar } from '../bar.ts';
import { changedEvent } from '../calls.ts';

/** `link` is root-relative. */
interface PageLink {
  readonly title: string;
  readonly link: string;
}

export interface Reach {
  /** Undefined if unknown. */
  readonly total: number | undefined;
  /** Pages with their own layout, which keep it. */
  readonly own: number;
  readonly pages: readonly PageLink[];
}

export interface Why {
  readonly by: 'item' | 'global' | 'layout' | 'built-in';
  readonly title: string;
  /** Title of the phone version; empty: the same. */
  readonly phones: string;
  /** `reason`: the template's fault, in English. */
  readonly skipped: readonly { readonly id: number; readonly title: string; readonly reason: string }[];
}

export interface TemplateChange {
  readonly id: number;
  /** Milliseconds. */
  readonly at: number;
  readonly who: string;
  readonly kind: string;
  readonly itemId: number;
  readonly itemTitle: string;
  readonly action: string;
  readonly title: string;
  /** Id of the change that it undid; 0: none. */
  readonly undoes: number;
  readonly before: State;
  readonly after: State;
  readonly changed: readonly string[];
  readonly isUndone: boolean;
  readonly isChangedSince: boolean;
  /** Identifies the current state; an undo sends it, and is refused if the state has changed. */
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

function readChanges(reply: unknown): TemplateChange[] {
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

/** Why pages skip a template, in English; empty: it works. */
export const readFault = (reply: unknown): string => textIn(whole(reply).fault);

/** Number of uses of a restored template that keep another one. */
export const readLeft = (reply: unknown): number => numberIn(whole(reply).left_total);

interface Loaded<Value> {
  readonly value: Value | undefined;
  readonly isFailed: boolean;
}

/** Loads a value from REST; reloads after changes. */
export function useReply<Value>(path: string, read: (reply: unknown) => Value): Loaded<Value> {
  const { rest } = useBar();
  return useLoaded(
    path,
    useCallback(async () => read(await rest(path)), [rest, path, read]),
  );
}

/** Logs failures to the console, like all calls of the bar; ignores replies after unmount. */
function useLoaded<Value>(name: string, load: () => Promise<Value>): Loaded<Value> {
  const [value, setValue] = useState<Value>();
  const [isFailed, setFailed] = useState(false);
  const newest = useRef(0);
  const again = useCallback(async () => {
    const request = ++newest.current;
    try {
      const result = await load();
      if (request !== newest.current) return;
      setValue(result);
      setFailed(false);
    } catch (error) {
      if (request !== newest.current) return;
      console.error(`${name}: error`, error);
      setFailed(true);
    }
  }, [name, load]);
  useEffect(() => {
    const reload = () => void again();
    const leave = () => void newest.current++;
    reload();
    window.addEventListener('pagehide', leave);
    window.addEventListener(changedEvent, reload);
    return () => {
      leave();
      window.removeEventListener('pagehide', leave);
      window.removeEventListener(changedEvent, reload);
    };
  }, [again]);
  return { value, isFailed };
}

const maxPerRequest = 100;

/** Newest first. */
interface Changes {
  readonly changes: readonly TemplateChange[];
  /** Whether the oldest retained change is included. */
  readonly isAll: boolean;
}

/** Changes to a kind of page, newest first: the first `first`, then older ones until `isEnough` or there are no more. */
export function useChanges(
  kind: string,
  first: number,
  isEnough: (changes: readonly TemplateChange[]) => boolean,
): Changes | undefined {
  const { rest } = useBar();
  const { value } = useLoaded(
    'broadsheet/v1/template-changes',
    useCallback(async (): Promise<Changes> => {
      const all: TemplateChange[] = [];
      for (;;) {
        const oldest = all.at(-1);
        const perPage = Math.min(maxPerRequest, oldest ? maxPerRequest : first);
        const query = `kind=${encodeURIComponent(kind)}&per_page=${perPage}${oldest ? `&before=${oldest.id}` : ''}`;
        const found = readChanges(await rest(`/broadsheet/v1/template-changes?${query}`));
        all.push(...found);
        if (found.length < perPage) return { changes: all, isAll: true };
        if (isEnough(all)) return { changes: all, isAll: false };
      }
    }, [rest, kind, first, isEnough]),
  );
  return value;
}
