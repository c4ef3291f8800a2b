import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { useBar } from '../bar.ts';
import { usePanel } from '../panel/panel-scope.ts';
import type { TemplateItem } from '../panel/templates.ts';

const TryOnWindow = lazy(async () => ({ default: (await import('./try-on-window.tsx')).TryOnWindow }));

/** Shows this very page with a template before anybody else sees it; undefined: with what it gets without one of its own. */
export function TryOn({ template }: { readonly template: TemplateItem | undefined }) {
  const { say } = useBar();
  const { select, hasGlobal } = usePanel();
  const [isOpen, setOpen] = useState(false);
  const title = template?.title ?? say(hasGlobal ? 'panel_global_row' : 'panel_default_row');
  const close = (isWanted: boolean) => {
    setOpen(false);
    if (isWanted) void select(template);
  };
  return (
    <>
      <button
        type="button"
        aria-label={say('panel_action_of', say('try_on'), title)}
        onClick={() => setOpen(true)}
      >
        {say('try_on')}
      </button>
      {isOpen &&
        createPortal(
          <Suspense fallback={null}>
            <TryOnWindow title={title} name={`${template?.id ?? 'global'}`} close={close} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
