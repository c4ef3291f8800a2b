import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { useKeptFocus } from '../../reader/islands/use-kept-focus.ts';
import { useBar } from '../bar.ts';
import { parts } from '../parts.ts';
import type { PanelName } from './reopen.ts';

interface PanelFrameProps {
  readonly title: string;
  /** Which panel about layouts it is; undefined: about something else. */
  readonly name?: PanelName;
  /** It is still waiting for what it shows. */
  readonly isBusy: boolean;
  close(): void;
  readonly children: ReactNode;
}

/** A panel below the bar, beside the page that it is about: it takes the focus once, and Escape closes it. */
export function PanelFrame({ title, name, isBusy, close, children }: PanelFrameProps) {
  const { say } = useBar();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const own = useRef<HTMLElement>(null);
  useKeptFocus(own, heading);
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
