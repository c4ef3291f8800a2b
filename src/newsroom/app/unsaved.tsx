import { Button } from '@wordpress/components';
import { createContext, use, useCallback, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { OverAll } from './over-all.tsx';
import { say } from '../words.ts';

type Checks = Set<() => boolean>;
const checks: Checks = new Set();
export const ChecksOfDialog = createContext<Checks | undefined>(undefined);
/** Whether leaving requires a confirmation. `among`: checks of a dialog; default: the whole screen. */
export const isUnsaved = (among: ReadonlySet<() => boolean> = checks) => [...among].some((check) => check());

/** Asks for confirmation on leaving while `check` returns true. */
export function useUnsavedWhen(check: () => boolean): void {
  const latest = useRef(check);
  const ofDialog = use(ChecksOfDialog);
  useEffect(() => {
    latest.current = check;
  });
  useEffect(() => {
    const runCheck = () => latest.current();
    for (const all of [checks, ofDialog]) all?.add(runCheck);
    return () => {
      for (const all of [checks, ofDialog]) all?.delete(runCheck);
    };
  }, [ofDialog]);
}

/** The same for a form. Returns a function to call on save or cancel: no confirmation until there is new input. */
export function useUnsaved(isDirty: boolean): () => void {
  const needsConfirmation = useRef(isDirty);
  useEffect(() => {
    needsConfirmation.current = isDirty;
  }, [isDirty]);
  useUnsavedWhen(() => needsConfirmation.current);
  return useCallback(() => {
    needsConfirmation.current = false;
  }, []);
}

/** Query parameters that identify a screen's subject; searching or paging a list keeps unsaved input. */
const things = ['post_type', 'type', 'taxonomy', 'tag_ID', 'user_id', 'menu', 'area', 'tab', 'edit', 'from'];
const placeOf = ({ pathname, search }: { readonly pathname: string; readonly search: string }) => {
  const params = new URLSearchParams(search);
  return [
    pathname.replace(/^\/options-(?!fields)\w+\.php$/, '/options'),
    ...things.map((name) => params.get(name)),
  ].join('\n');
};

/** Asks for confirmation before leaving a screen or page with unsaved input. Post content is saved separately (`editor/draft.ts`). */
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
      title={say('Leave without saving?')}
      says={say('Your changes on this screen are not saved and will be lost.')}
      leave={say('Leave')}
      onLeave={() => blocker.proceed()}
      onStay={() => blocker.reset()}
    />
  );
}

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
          {say('Stay')}
        </Button>
      </div>
    </OverAll>
  );
}
