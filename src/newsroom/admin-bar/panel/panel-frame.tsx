import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useFocusFallback } from '../../../reader/islands/use-focus-fallback.ts';
import { useBar } from '../bar.ts';
import { parts } from '../parts.tsx';
import type { PanelName } from './reopen.ts';
import { isRecord } from '../../../lib/records.ts';
import type { BarConfig } from '../bar-config.ts';

interface PanelFrameProps {
  readonly title: string;
  /** Name of a layout panel; undefined for others. */
  readonly name?: PanelName;
  readonly isBusy: boolean;
  close(): void;
  readonly children: ReactNode;
}

/** A panel below the bar, next to the page. Takes focus on opening; Escape closes it. */
export function PanelFrame({ title, name, isBusy, close, children }: PanelFrameProps) {
  const { say } = useBar();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const own = useRef<HTMLElement>(null);
  useFocusFallback(own, heading);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section
      ref={own}
      className="bar-panel"
      role="dialog"
      aria-labelledby={id}
      aria-busy={isBusy}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) close();
      }}
    >
      <div className="bar-panel-head">
        <h2 ref={heading} id={id} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" onClick={close}>
          {say('panel_close')}
        </button>
      </div>
      {children}
      {name && parts.map(({ AtFoot }, index) => AtFoot && <AtFoot key={index} panel={name} />)}
    </section>
  );
}

export const cacheStateWords = {
  cached: 'bar_kept',
  stale: 'bar_kept_old',
  rendering: 'bar_kept_made',
  none: 'bar_kept_not',
} as const;
type CacheState = keyof typeof cacheStateWords;

const isState = (value: unknown): value is CacheState =>
  typeof value === 'string' && Object.hasOwn(cacheStateWords, value);

/** The state of the cached page that visitors get, and the render cost of the page on display. */
export function CachedPagePanel({ cost, close }: { readonly cost: BarConfig['cost']; close(): void }) {
  const { say, rest, config } = useBar();
  const [{ state, madeAt }, setPage] = useState<{
    readonly state: CacheState;
    readonly madeAt?: number | undefined;
  }>(config.kept);
  const [isBusy, setBusy] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const renew = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      const path = location.pathname + location.search;
      const reply = await rest('/broadsheet/v1/cached-pages', { method: 'POST', body: { path } });
      if (!isRecord(reply) || !isState(reply.state)) throw new Error('The reply has no page state.');
      setPage({
        state: reply.state,
        madeAt: typeof reply.rendered_at === 'number' ? reply.rendered_at : undefined,
      });
      setFailed(false);
    } catch (error) {
      console.error('broadsheet/v1/cached-pages: error', error);
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <PanelFrame title={say('bar_kept_title')} close={close} isBusy={isBusy}>
      <p role="status">{isFailed ? say('bar_kept_failed') : say(cacheStateWords[state])}</p>
      {madeAt !== undefined && <p>{say('bar_kept_age', formatTime(madeAt))}</p>}
      <p>{say('bar_cost_own', say('bar_cost', cost.queries, cost.ms, cost.kilobytes))}</p>
      {config.renews && (
        <div className="bar-buttons">
          <button type="button" aria-disabled={isBusy} onClick={() => void renew()}>
            {say('bar_kept_fresh')}
          </button>
        </div>
      )}
    </PanelFrame>
  );
}

/** The time of day if today, else with the date. */
function formatTime(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(document.documentElement.lang, {
    timeStyle: 'medium',
    ...(isToday ? {} : { dateStyle: 'medium' }),
  }).format(at);
}
