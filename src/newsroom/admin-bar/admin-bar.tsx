import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { pageType } from '../../modules/types/names.ts';
import type { PageConfig } from '../../reader/islands/page-config.ts';
import { BarScope, sayer } from './bar.ts';
import type { Bar } from './bar.ts';
import type { BarConfig } from './bar-config.ts';
import { callsOf } from './calls.ts';
import { useDialogs } from './dialogs.tsx';
import { CachedPagePanel, cacheStateWords } from './panel/panel-frame.tsx';
import { MobilePagePanel } from './panel/mobile-templates.tsx';
import { takeReopened } from './panel/reopen.ts';
import type { PanelName } from './panel/reopen.ts';
import { TemplatePanel } from './panel/template-panel.tsx';
import { parts } from './parts.tsx';

interface AdminBarProps {
  readonly config: BarConfig;
  /** Undefined on the server. */
  readonly page?: PageConfig;
  readonly onReady?: () => void;
}

/** The admin bar for users who can edit something; rendered by the server and hydrated by the browser. */
export function AdminBar({ config, page, onReady }: AdminBarProps) {
  useEffect(() => onReady?.(), [onReady]);
  const say = useMemo(() => sayer(config.texts), [config]);
  const { ask, open } = useDialogs(say);
  const bar = useMemo<Bar>(
    () => ({ config, say, ask, ...callsOf(page?.ajaxUrl ?? '', config.nonce) }),
    [config, say, ask, page],
  );
  const [isUnfolded, setUnfolded] = useState(false);
  const { panel, buttonOf, close } = usePanels();
  const id = useId();
  const { site, edit, add, leave, layout, cost } = config;
  return (
    <BarScope value={bar}>
      <nav className="bar-entries" aria-label={say('bar_title')}>
        <a className="bar-entry bar-site" href="/wp-admin/" title={say('bar_newsroom', site)}>
          {site}
        </a>
        {edit && (
          <a className="bar-entry bar-edit" href={edit.address}>
            {edit.words}
          </a>
        )}
        {layout && (
          <button type="button" className="bar-entry" {...buttonOf('templates')}>
            {say('panel_title', layout.label ?? say(`kind_${layout.type}`))}
          </button>
        )}
        <button
          type="button"
          className="bar-entry bar-more"
          aria-expanded={isUnfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {say('bar_more')}
        </button>
        <div
          id={id}
          className={isUnfolded ? 'bar-folded is-unfolded' : 'bar-folded'}
          onClick={() => setUnfolded(false)}
        >
          {edit && (
            <a className="bar-entry bar-edit-folded" href={edit.address}>
              {edit.words}
            </a>
          )}
          {layout?.type === pageType && (
            <button type="button" className="bar-entry" {...buttonOf('mobile-page')}>
              {say('mobile_page')}
            </button>
          )}
          {layout?.templateId === 0 && (
            <button
              type="button"
              className="bar-entry"
              onClick={() => void ask.modal({ text: say('bar_disabled_text') })}
            >
              {say('bar_disabled')}
            </button>
          )}
          {add !== undefined && (
            <a className="bar-entry" href={add}>
              {say('bar_new')}
            </a>
          )}
          <button type="button" className="bar-entry bar-cached" {...buttonOf('kept')}>
            {say(cacheStateWords[config.kept.state])}
            <span className="bar-cost">{say('bar_cost', cost.queries, cost.ms, cost.kilobytes)}</span>
          </button>
          {parts.map(({ InBar }, index) => InBar && <InBar key={index} />)}
          <a className="bar-entry bar-leave" href={leave}>
            {say('bar_leave')}
          </a>
        </div>
      </nav>
      {layout && panel === 'templates' && <TemplatePanel layout={layout} close={close} />}
      {layout && panel === 'mobile-page' && <MobilePagePanel layout={layout} close={close} />}
      {panel === 'kept' && <CachedPagePanel cost={cost} close={close} />}
      {open}
    </BarScope>
  );
}

/** State of the panels, of which at most one is open. Closing one restores focus to its button. */
function usePanels() {
  const [panel, setPanel] = useState<PanelName>();
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // After hydration, which has to match the server's page.
    const reopened = takeReopened();
    // Keeps a panel that the user opened in the meantime.
    if (reopened) void Promise.resolve().then(() => setPanel((now) => now ?? reopened));
  }, []);
  const close = useCallback(() => {
    setPanel(undefined);
    opener.current?.focus();
  }, []);
  const buttonOf = (name: PanelName) => ({
    ref: panel === name ? opener : undefined,
    'aria-expanded': panel === name,
    onClick: () => setPanel(panel === name ? undefined : name),
  });
  return { panel, buttonOf, close };
}
