import './preview.css';
import { Button } from '@wordpress/components';
import { close, desktop, external, mobile } from '@wordpress/icons';
import { useSyncExternalStore } from 'react';
import { useIsDark } from '../../../app/use-is-dark.ts';
import { useIsNarrow } from '../../../app/use-is-narrow.ts';
import type { Draft } from '../../../editor/draft.ts';
import { PreviewFrame } from './preview-frame.tsx';
import type { Remembered } from './remembered.ts';
import { hasMore, usePreview } from './use-preview.ts';
import type { Device } from './use-preview.ts';

interface PreviewPaneProps {
  readonly draft: Draft;
  readonly shown: Remembered['devices'];
  readonly onShow: (devices: Remembered['devices']) => void;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** The page that readers will have beside the text that becomes it, while it is written. */
export function PreviewPane({ draft, shown, onShow, onOpen, onClose }: PreviewPaneProps) {
  useSyncExternalStore(draft.subscribe, draft.state);
  const isNarrow = useIsNarrow();
  const isDark = useIsDark();
  // On a phone there is room for one.
  const devices: readonly Device[] =
    shown === 'both' ? (isNarrow ? ['phone'] : ['phone', 'desktop']) : [shown];
  const { pages, problem, isBusy } = usePreview(draft, devices.join(' '));
  const toggle = (device: Device) => {
    if (isNarrow || shown === device) onShow(isNarrow ? device : 'both');
    else onShow(shown === 'both' ? other[device] : 'both');
  };
  return (
    <section className="writing-preview" role="region" aria-label="Preview" tabIndex={-1}>
      <header className="preview-head">
        <h2>Preview</h2>
        <Button
          icon={mobile}
          label="On a phone"
          isPressed={devices.includes('phone')}
          onClick={() => toggle('phone')}
        />
        <Button
          icon={desktop}
          label="On a desktop"
          isPressed={devices.includes('desktop')}
          onClick={() => toggle('desktop')}
        />
        <p role="status">
          {problem ??
            (isBusy
              ? 'Updating …'
              : hasMore(draft)
                ? 'What was changed beside the text is seen here once it is stored.'
                : '')}
        </p>
        <Button icon={external} label="Open in a new tab" onClick={onOpen} />
        <Button icon={close} label="Close the preview" onClick={onClose} />
      </header>
      <div className="preview-devices" data-problem={problem !== undefined} aria-busy={isBusy}>
        {devices.map((device) => (
          <PreviewFrame key={device} device={device} page={pages[device]} isDark={isDark} />
        ))}
      </div>
    </section>
  );
}

const other = { phone: 'desktop', desktop: 'phone' } as const;
