import { Button } from '@wordpress/components';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { say } from '../words.ts';

/** Coordinates from 0 to 1. */
export interface Focus {
  readonly x: number;
  readonly y: number;
}

const step = 0.05;
const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};
const within = (share: number) => Math.min(1, Math.max(0, Math.round(share * 100) / 100));

/** Debounce in milliseconds before a moved point is saved. */
const pauseMs = 400;

/** Sets the focal point on a picture; `onFocus` is called after the debounce, and `focus` is shown again once that is settled. */
export function FocalPoint({
  focus: stored,
  onFocus,
  children: picture,
}: {
  readonly focus: Focus;
  readonly onFocus: (focus: Focus) => Promise<unknown>;
  readonly children: ReactNode;
}) {
  const [isAiming, setAiming] = useState(false);
  const [aimed, setAimed] = useState<Focus>();
  const focus = aimed ?? stored;
  const timer = useRef(0);
  const isWaiting = useRef(false);
  const flush = useRef(() => {});
  useEffect(() => {
    flush.current = () => {
      window.clearTimeout(timer.current);
      if (aimed && isWaiting.current)
        void onFocus(aimed).then(() => setAimed((now) => (now === aimed ? undefined : now)));
      isWaiting.current = false;
    };
  });
  useEffect(() => () => flush.current(), []);
  const aim = (next: Focus) => {
    setAimed(next);
    isWaiting.current = true;
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => flush.current(), pauseMs);
  };
  const press = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    aim({ x: within(focus.x + move[0]), y: within(focus.y + move[1]) });
  };
  return (
    <>
      <div className="media-aim" data-aiming={isAiming}>
        {picture}
        {isAiming && (
          <button
            type="button"
            aria-label={`Focal point: ${Math.round(focus.x * 100)} % from the left, ${Math.round(focus.y * 100)} % from the top`}
            onKeyDown={press}
            onBlur={() => flush.current()}
            onClick={(event) => {
              const box = event.currentTarget.getBoundingClientRect();
              // A click by keyboard has no coordinates.
              if (event.detail > 0)
                aim({
                  x: within((event.clientX - box.left) / box.width),
                  y: within((event.clientY - box.top) / box.height),
                });
            }}
          >
            <i style={{ left: `${focus.x * 100}%`, top: `${focus.y * 100}%` }} />
          </button>
        )}
      </div>
      <Button variant="tertiary" aria-pressed={isAiming} onClick={() => setAiming(!isAiming)}>
        {isAiming ? say('Done') : say('Set focal point')}
      </Button>
    </>
  );
}
