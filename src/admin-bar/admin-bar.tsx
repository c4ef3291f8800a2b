import { useId, useState } from 'react';
import type { PageConfig } from '../islands/page-config.ts';
import { BarScope, sayer } from './bar.ts';
import type { Bar } from './bar.ts';
import type { BarConfig } from './bar-config.ts';
import { callsOf } from './calls.ts';
import { useDialogs } from './dialogs.tsx';
import { parts } from './parts.ts';

interface AdminBarProps {
  readonly config: BarConfig;
  /** Undefined on the server. */
  readonly page?: PageConfig;
}

/** What those see above a page who may edit something: the same on the server and in the browser, which makes its buttons work. */
export function AdminBar({ config, page }: AdminBarProps) {
  const say = sayer(config.texts);
  const { ask, open } = useDialogs(say);
  const [isUnfolded, setUnfolded] = useState(false);
  const id = useId();
  const bar: Bar = { config, say, ask, ...callsOf(page?.ajaxUrl ?? '', config.nonce) };
  const { site, edit, add, leave, layout } = config;
  return (
    <BarScope value={bar}>
      <nav className="bar-entries" aria-label={say('bar_title')}>
        <a className="bar-entry bar-site" href="/wp-admin/" title={say('bar_newsroom', site)}>{site}</a>
        {edit && <a className="bar-entry" href={edit.address}>{edit.words}</a>}
        <button type="button" className="bar-entry bar-more" aria-expanded={isUnfolded} aria-controls={id} onClick={() => setUnfolded(!isUnfolded)}>
          {say('bar_more')}
        </button>
        <div id={id} className={isUnfolded ? 'bar-folded is-unfolded' : 'bar-folded'}>
          {add !== undefined && <a className="bar-entry" href={add}>{say('bar_new')}</a>}
          {layout?.templateId === 0 && (
            <button type="button" className="bar-entry" onClick={() => void ask.modal({ text: say('bar_disabled_text') })}>{say('bar_disabled')}</button>
          )}
          {parts.map(({ InBar }, index) => InBar && <InBar key={index} />)}
          <a className="bar-entry bar-leave" href={leave}>{say('bar_leave')}</a>
        </div>
      </nav>
      {open}
    </BarScope>
  );
}
