import { Button, SelectControl } from '@wordpress/components';
import { close } from '@wordpress/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rest } from '../../app/rest.ts';
import type { SettingsPreview as Preview, SettingsPreviewSent } from '../../app/rest-types.ts';
import { useIsDark, useIsNarrow } from '../../app/use-media-query.ts';
import { useSettled } from '../../app/use-settled.ts';
import { say } from '../../words.ts';
import { DeviceButtons } from '../editor/preview/device-buttons.tsx';
import { PreviewFrame } from '../editor/preview/preview-pane.tsx';
import type { SeenPage } from '../editor/preview/preview-pane.tsx';
import { usePreviewPages } from './preview-pages.ts';
import type { PreviewKind } from './preview-pages.ts';
import { previewKey } from './settings-data.ts';
import type { Values } from './settings-data.ts';

export interface PreviewView {
  readonly kind: PreviewKind;
  readonly device: 'phone' | 'desktop';
  readonly isDark: boolean;
}

/** Debounce before the preview re-renders with changed values. */
const pauseMs = 300;

/** A page of the site with the unsaved settings, in a frame without scripts. */
export function SettingsPreview({
  values,
  onShown,
  onClose,
}: {
  readonly values: Values;
  readonly onShown: (shown: Document) => void;
  readonly onClose: () => void;
}) {
  const isNarrow = useIsNarrow();
  const isDark = useIsDark();
  const [view, setView] = useState<Partial<PreviewView>>({});
  return (
    <PagePreview
      view={{ kind: 'front', device: isNarrow ? 'phone' : 'desktop', isDark, ...view }}
      values={values}
      onShown={onShown}
      onView={(change) => setView((before) => ({ ...before, ...change }))}
      onClose={onClose}
    />
  );
}

export function PagePreview({
  view: { kind, device, isDark },
  values,
  onView,
  onShown,
  onClose,
}: {
  readonly view: PreviewView;
  readonly values: Values;
  readonly onView: (change: Partial<PreviewView>) => void;
  readonly onShown?: (shown: Document, page: SeenPage) => void;
  readonly onClose?: () => void;
}) {
  const pages = usePreviewPages();
  const page = pages?.find((one) => one.kind === kind) ?? pages?.[0];
  const path = page?.value ?? '/';
  const sent = useSettled(values, pauseMs);
  const { data, error, isFetching } = useQuery({
    queryKey: [...previewKey, path, device, isDark, sent],
    enabled: page !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const body = { path, values: sent, device, dark: isDark };
      const reply = await rest<Preview, SettingsPreviewSent>('/broadsheet/v1/settings/preview', {
        method: 'POST',
        body,
        signal,
      });
      return { html: reply.body.html, address: path };
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
          value={page?.kind ?? 'front'}
          options={(pages ?? []).map(({ kind: value, label }) => ({ value, label }))}
          onChange={(next) => onView({ kind: next })}
        />
        <DeviceButtons device={device} onChange={(next) => onView({ device: next })} />
        <Button isPressed={isDark} onClick={() => onView({ isDark: !isDark })}>
          {say('Dark')}
        </Button>
        {onClose && <Button icon={close} label={say('Close preview')} onClick={onClose} />}
      </header>
      <p role="status">{error ? error.message : isFetching ? say('Updating…') : ''}</p>
      <div className="settings-preview-page">
        <PreviewFrame
          key={device}
          device={device}
          page={data}
          isDark={isDark}
          {...(onShown ? { onShown } : {})}
        />
      </div>
    </section>
  );
}
