import { Button } from '@wordpress/components';
import { close, desktop, mobile } from '@wordpress/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { WidgetArea, WidgetPreview as Preview, WidgetPreviewSent } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { scrollInFrame } from '../../app/scroll-in-frame.ts';
import { useIsDark, useIsNarrow } from '../../app/use-media-query.ts';
import { useSettled } from '../../app/use-settled.ts';
import { say } from '../../words.ts';
import { PreviewFrame } from '../editor/preview/preview-pane.tsx';

/** Milliseconds without changes before the preview is requested again. */
const pauseMs = 400;

/** A page that shows the area with its unsaved blocks. */
export function WidgetPreview({
  area: { area, page },
  content,
  onClose,
}: {
  readonly area: WidgetArea;
  readonly content: string;
  readonly onClose: () => void;
}) {
  const isNarrow = useIsNarrow();
  const isDark = useIsDark();
  const [device, setDevice] = useState<'phone' | 'desktop'>(isNarrow ? 'phone' : 'desktop');
  const settled = useSettled(content, pauseMs);
  const { data, error, isFetching } = useQuery({
    queryKey: ['widget-preview', area, page?.path, device, isDark, settled],
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    enabled: page !== null,
    queryFn: async ({ signal }) => {
      const address = page?.path ?? '/';
      const reply = await rest<Preview, WidgetPreviewSent>('/broadsheet/v1/widget-previews', {
        method: 'POST',
        body: { path: address, area, content: settled, device, dark: isDark },
        signal,
      });
      return { html: reply.body.html, address };
    },
  });
  const toArea = useCallback(
    (shown: Document) => {
      const place = shown.querySelector(area.startsWith('footer') ? '.site-footer' : '.column-sidebar');
      if (place) scrollInFrame(place);
    },
    [area],
  );
  return (
    <section className="widget-preview" aria-label={say('Preview')}>
      <header>
        <h3>{say('Preview')}</h3>
        <p role="status">
          {page === null
            ? say('No page shows this area yet.')
            : error
              ? error.message
              : isFetching
                ? say('Updating…')
                : page.title}
        </p>
        <Button
          icon={mobile}
          label={say('On a phone')}
          isPressed={device === 'phone'}
          onClick={() => setDevice('phone')}
        />
        <Button
          icon={desktop}
          label={say('On a desktop')}
          isPressed={device === 'desktop'}
          onClick={() => setDevice('desktop')}
        />
        <Button icon={close} label={say('Close preview')} onClick={onClose} />
      </header>
      {page && <PreviewFrame key={device} device={device} page={data} isDark={isDark} onShown={toArea} />}
    </section>
  );
}
