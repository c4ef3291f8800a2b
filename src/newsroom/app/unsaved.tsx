import { Button } from '@wordpress/components';
import { createContext, use, useCallback, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { OverAll } from './over-all.tsx';

type Checks = Set<() => boolean>;
/** What says whether something is written on this screen that is nowhere else. */
const checks: Checks = new Set();
/** The same of the dialog that a form stands in. */
export const ChecksOfDialog = createContext<Checks | undefined>(undefined);
/** Whether who leaves is asked. `among`: of a dialog alone; by default of the whole screen. */
export const isUnsaved = (among: ReadonlySet<() => boolean> = checks) => [...among].some((check) => check());

/** Who leaves is asked first as long as this is true. */
export function useUnsavedWhen(check: () => boolean): void {
  const latest = useRef(check);
  const ofDialog = use(ChecksOfDialog);
  useEffect(() => {
    latest.current = check;
  });
  useEffect(() => {
    const ask = () => latest.current();
    for (const all of [checks, ofDialog]) all?.add(ask);
    return () => {
      for (const all of [checks, ofDialog]) all?.delete(ask);
    };
  }, [ofDialog]);
}

/** The same of a form that holds what is not saved. Returns what is called as it is saved, or given up: nobody is asked then until more is written. */
export function useUnsaved(isDirty: boolean): () => void {
  const isAsked = useRef(isDirty);
  useEffect(() => {
    isAsked.current = isDirty;
  }, [isDirty]);
  useUnsavedWhen(() => isAsked.current);
  return useCallback(() => {
    isAsked.current = false;
  }, []);
}

/** Parts of addresses that say which thing a screen is about: a list that is searched or turned stays, with what is written beside it. */
const things = ['post_type', 'taxonomy', 'tag_ID', 'user_id'];
const placeOf = ({ pathname, search }: { readonly pathname: string; readonly search: string }) => {
  const asked = new URLSearchParams(search);
  return [pathname, ...things.map((name) => asked.get(name))].join('\n');
};

/** Asks who leaves a screen, or its page, with something on it that is not saved. Texts of posts are kept by themselves (`editor/draft.ts`). */
export function UnsavedDialog() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => placeOf(currentLocation) !== placeOf(nextLocation) && isUnsaved(),
  );
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', leave);
    return () => window.removeEventListener('beforeunload', leave);
  }, []);
  if (blocker.state !== 'blocked') return null;
  return (
    <UnsavedQuestion
      title="Leave without saving?"
      says="What you wrote on this screen is not saved, and is gone once you leave."
      leave="Leave"
      onLeave={() => blocker.proceed()}
      onStay={() => blocker.reset()}
    />
  );
}

/** Asks whether what is written may go. */
export function UnsavedQuestion({
  title,
  says,
  leave,
  onLeave,
  onStay,
}: {
  readonly title: string;
  readonly says: string;
  readonly leave: string;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}) {
  return (
    <OverAll title={title} className="ask" onCancel={onStay}>
      <p>{says}</p>
      <div className="ask-end">
        <Button __next40pxDefaultSize variant="tertiary" isDestructive onClick={onLeave}>
          {leave}
        </Button>
        <Button data-first="" __next40pxDefaultSize variant="primary" onClick={onStay}>
          Stay
        </Button>
      </div>
    </OverAll>
  );
}
