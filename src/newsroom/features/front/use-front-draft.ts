import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { mergeFronts } from '../../../modules/front/merge-fronts.ts';
import type { MergedFronts } from '../../../modules/front/merge-fronts.ts';
import type { FrontSent } from '../../app/rest-types.ts';
import { RestError, rest } from '../../app/rest.ts';
import { toast, toastRefusal } from '../../app/toasts.tsx';
import { say } from '../../words.ts';
import { isSameArrangement } from './arrangement.ts';
import { arrangementOf, frontKey, frontPath, publishedFront, readFront } from './front-data.ts';
import type { Arrangement, Front } from './front-data.ts';

/** Changes that could not be merged with the published front; `merged` has their side of each conflict. */
export interface Collision extends MergedFronts {
  readonly mine: Arrangement;
  readonly theirs: Front;
}

/** Why an arrangement was refused; `postId`: the story whose pin is at fault. */
export interface FrontFault {
  readonly message: string;
  readonly postId: number | undefined;
}

function faultOf({ message, faults }: RestError, { pins }: Arrangement): FrontFault {
  const [, place] = /^pins\[(\d+)\]/.exec(Object.keys(faults)[0] ?? '') ?? [];
  return { message, postId: pins[Number(place)]?.post_id };
}

interface State {
  /** The published front that the draft was made from. */
  readonly base: Front;
  readonly draft: Arrangement;
  readonly past: readonly Arrangement[];
  readonly future: readonly Arrangement[];
  readonly collision: Collision | undefined;
}

export interface FrontEditing extends State {
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  readonly fault: FrontFault | undefined;
  readonly edit: (change: (draft: Arrangement) => Arrangement) => void;
  /** Undoes or repeats the last unpublished change. */
  readonly undo: () => void;
  readonly redo: () => void;
  readonly discard: () => void;
  readonly publish: () => Promise<void>;
  /** Ends a collision with a merged arrangement. */
  readonly resolve: (arrangement: Arrangement) => void;
}

const maxUndos = 100;
/** Attempts to publish while other editors publish as well. */
const maxAttempts = 5;
/** Milliseconds between reads of the published front, whose areas change with new stories. */
const refreshMs = 30_000;

const put = async (mine: Arrangement, from: Arrangement): Promise<Front> =>
  (
    await rest<Front, FrontSent>(frontPath, {
      method: 'PUT',
      body: { pins: [...mine.pins], breaking: mine.breaking, from: sentFrom(from) },
    })
  ).body;
const sentFrom = ({ pins, breaking }: Arrangement) => ({ pins: [...pins], breaking });

/**
 * Publishes an arrangement made from `base`, merged with those that others published since. Returns the front, or the
 * collision when both changed the same. Throws `RestError`.
 */
async function putMerged(mine: Arrangement, base: Arrangement): Promise<Front | Collision> {
  let [sent, from] = [mine, base];
  for (let attempt = 1; ; attempt++) {
    try {
      return await put(sent, from);
    } catch (error) {
      if (!(error instanceof RestError) || error.status !== 409 || attempt >= maxAttempts) throw error;
      const theirs = await readFront();
      const merged = mergeFronts({ base: from, mine: sent, theirs });
      if (merged.conflicts.length > 0) return { ...merged, mine: sent, theirs };
      toastOrder(merged);
      [sent, from] = [merged.merged, theirs];
    }
  }
}

/** Says that my order of an area was not taken. */
function toastOrder({ reordered }: MergedFronts): void {
  if (reordered.length > 0) toast(say('Another editor reordered the same posts. Their order was kept.'));
}

const isCollision = (result: Front | Collision): result is Collision => 'conflicts' in result;

/** The draft on a newer published front. Steps of undo get the others' changes as well. */
function rebase(state: State, theirs: Front): State {
  const { base, draft, past, future } = state;
  const all = mergeFronts({ base, mine: draft, theirs });
  if (all.conflicts.length > 0) return { ...state, collision: { ...all, mine: draft, theirs } };
  const onTheirs = (step: Arrangement) => mergeFronts({ base, mine: step, theirs }).merged;
  return {
    base: theirs,
    draft: all.merged,
    past: past.map(onTheirs),
    future: future.map(onTheirs),
    collision: undefined,
  };
}

const startOf = (front: Front): State => ({
  base: front,
  draft: arrangementOf(front),
  past: [],
  future: [],
  collision: undefined,
});

/** The state and a ref of it, for what runs after a request. */
function useLatest(initial: () => State) {
  const [state, setState] = useState(initial);
  const latest = useRef(state);
  const update = useCallback((change: (before: State) => State) => {
    latest.current = change(latest.current);
    setState(latest.current);
  }, []);
  return { state, latest, update };
}

/** Publishes an arrangement again; returns the front, or undefined after saying why not. */
async function putBack(before: Arrangement, published: Front): Promise<Front | undefined> {
  try {
    const result = await putMerged(before, published);
    if (!isCollision(result)) return result;
    toast(say('Another editor has changed the same since. Use the history to restore an older front page.'));
  } catch (error) {
    toastRefusal(error);
  }
  return undefined;
}

/** Unpublished changes of the front page, kept up to date with what other editors publish. */
export function useFrontDraft(initial: Front): FrontEditing {
  const queries = useQueryClient();
  const { state, latest, update } = useLatest(() => startOf(initial));
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<FrontFault>();
  const { data: published } = useQuery({
    ...publishedFront,
    enabled: !isBusy,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: 'always',
  });
  useEffect(() => {
    const { base, draft } = latest.current;
    // One that was read before the last publishing may arrive after it.
    if (!published || published === base || Number(published.revision) < Number(base.revision)) return;
    const isChanged = !isSameArrangement(base, published);
    update((before) => rebase(before, published));
    if (!isChanged || latest.current.collision) return;
    toast(say('The front page was changed. The desk shows its current state.'));
    toastOrder(mergeFronts({ base, mine: draft, theirs: published }));
  }, [published, latest, update]);
  const isDirty = !isSameArrangement(state.draft, state.base);
  const restore = async (former: Arrangement, since: Front) => {
    await queries.cancelQueries({ queryKey: publishedFront.queryKey });
    const result = await putBack(former, since);
    if (!result) return;
    update((before) => rebase(before, result));
    queries.setQueryData(publishedFront.queryKey, result);
    await queries.invalidateQueries({ queryKey: [...frontKey, 'history'] });
    toast(say('Front page restored.'));
  };
  const publish = async () => {
    setBusy(true);
    setFault(undefined);
    const { draft: sent, base } = latest.current;
    try {
      await queries.cancelQueries({ queryKey: publishedFront.queryKey });
      const result = await putMerged(sent, base);
      if (isCollision(result)) {
        update((before) => ({ ...before, collision: result }));
        return;
      }
      // Changes made during the request stay, as unpublished ones.
      update((before) =>
        rebase({ ...before, base: { ...before.base, ...sentFrom(sent) }, past: [], future: [] }, result),
      );
      queries.setQueryData(publishedFront.queryKey, result);
      await queries.invalidateQueries({ queryKey: [...frontKey, 'history'] });
      // Without the changes that others published since.
      const { merged: former } = mergeFronts({ base: sent, mine: base, theirs: result });
      toast(say('Front page published.'), { undo: () => void restore(former, result) });
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      setFault(faultOf(error, sent));
    } finally {
      setBusy(false);
    }
  };
  return {
    ...state,
    isDirty,
    isBusy,
    fault,
    publish,
    edit: (change) =>
      update((before) => {
        const draft = change(before.draft);
        if (isSameArrangement(draft, before.draft)) return before;
        return { ...before, draft, past: [...before.past, before.draft].slice(-maxUndos), future: [] };
      }),
    undo: () =>
      update((before) => {
        const draft = before.past.at(-1);
        if (!draft) return before;
        return { ...before, draft, past: before.past.slice(0, -1), future: [...before.future, before.draft] };
      }),
    redo: () =>
      update((before) => {
        const draft = before.future.at(-1);
        if (!draft) return before;
        return { ...before, draft, past: [...before.past, before.draft], future: before.future.slice(0, -1) };
      }),
    discard: () => {
      setFault(undefined);
      update((before) => ({
        ...before,
        draft: arrangementOf(before.base),
        past: [...before.past, before.draft].slice(-maxUndos),
        future: [],
      }));
    },
    resolve: (arrangement) => {
      if (state.collision) toastOrder(state.collision);
      update((before) => {
        const { collision } = before;
        return collision ? { ...startOf(collision.theirs), draft: arrangementOf(arrangement) } : before;
      });
    },
  };
}
