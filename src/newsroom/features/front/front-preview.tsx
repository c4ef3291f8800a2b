import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from '@wordpress/components';
import { close } from '@wordpress/icons';
import { useState } from 'react';
import type { FrontPreview as Preview, FrontPreviewSent } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { useIsDark, useIsNarrow } from '../../app/use-media-query.ts';
import { useSettled } from '../../app/use-settled.ts';
import { say } from '../../words.ts';
import { DeviceButtons } from '../editor/preview/device-buttons.tsx';
import { PreviewFrame } from '../editor/preview/preview-pane.tsx';
import { frontPath } from './front-data.ts';
import type { Arrangement } from './front-data.ts';

/** Milliseconds without changes before the preview is requested again. */
const pauseMs = 300;

/** The front page with an unpublished arrangement, in a frame without scripts. */
export function FrontPreview({
  draft,
  onClose,
}: {
  readonly draft: Arrangement;
  /** Without it, the preview is a tab of the screen. */
  readonly onClose: (() => void) | undefined;
}) {
  const isNarrow = useIsNarrow();
  const isSchemeDark = useIsDark();
  const [device, setDevice] = useState<'phone' | 'desktop'>(isNarrow ? 'phone' : 'desktop');
  const [scheme, setDark] = useState<boolean>();
  const isDark = scheme ?? isSchemeDark;
  const { pins, breaking } = useSettled(draft, pauseMs);
  const { data, error, isFetching } = useQuery({
    queryKey: ['front-preview', device, isDark, pins, breaking],
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const body = { pins: [...pins], breaking, device, dark: isDark };
      const reply = await rest<Preview, FrontPreviewSent>(`${frontPath}/preview`, {
        method: 'POST',
        body,
        signal,
      });
      return { html: reply.body.html, address: '/' };
    },
  });
  return (
    <section className="desk-preview" aria-label={say('Preview')}>
      <header>
        <h2>{say('Preview')}</h2>
        <p role="status">{error ? error.message : isFetching ? say('Updating…') : ''}</p>
        <DeviceButtons device={device} onChange={setDevice} />
        <Button isPressed={isDark} onClick={() => setDark(!isDark)}>
          {say('Dark')}
        </Button>
        {onClose && <Button icon={close} label={say('Close preview')} onClick={onClose} />}
      </header>
      <PreviewFrame key={device} device={device} page={data} isDark={isDark} />
    </section>
  );
}
