import { Button, SelectControl } from '@wordpress/components';
import { close, desktop, mobile } from '@wordpress/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { rest } from '../../app/rest.ts';
import type { SettingsPreview as Preview, SettingsPreviewSent } from '../../app/rest-types.ts';
import { useIsDark, useIsNarrow } from '../../app/use-media-query.ts';
import { say } from '../../words.ts';
import { PreviewFrame } from '../editor/preview/preview-pane.tsx';
import { usePreviewPages } from './preview-pages.ts';
import type { Values } from './settings-data.ts';

type Device = 'phone' | 'desktop';

/** A page of the site with the unsaved settings, in a frame without scripts. */
export function SettingsPreview({
  values,
  onClose,
}: {
  readonly values: Values;
  readonly onClose: () => void;
}) {
  const isNarrow = useIsNarrow();
  const isDark = useIsDark();
  const [device, setDevice] = useState<Device>(isNarrow ? 'phone' : 'desktop');
  const pages = usePreviewPages();
  const [chosen, setChosen] = useState('/');
  const sent = useDeferredValue(values);
  const { data, error, isFetching } = useQuery({
    queryKey: ['settings', 'preview', chosen, device, isDark, sent],
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const body = { path: chosen, values: sent, device, dark: isDark };
      const reply = await rest<Preview, SettingsPreviewSent>('/broadsheet/v1/settings/preview', {
        method: 'POST',
        body,
        signal,
      });
      return { html: reply.body.html, address: chosen };
    },
  });
  return (
    <section className="settings-preview" aria-label={say('Preview')}>
      <header>
        <SelectControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={say('Page')}
          hideLabelFromVision
          value={chosen}
          options={pages}
          onChange={setChosen}
        />
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
      <p role="status">{error ? error.message : isFetching ? say('Updating …') : ''}</p>
      <PreviewFrame key={device} device={device} page={data} isDark={isDark} />
    </section>
  );
}
