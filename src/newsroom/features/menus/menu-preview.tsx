import { Button } from '@wordpress/components';
import { close } from '@wordpress/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { rest } from '../../app/rest.ts';
import type { MenuPreview as Preview, MenuPreviewSent } from '../../app/rest-types.ts';
import { useIsDark, useIsNarrow } from '../../app/use-media-query.ts';
import { useSettled } from '../../app/use-settled.ts';
import { say } from '../../words.ts';
import { DeviceButtons } from '../editor/preview/device-buttons.tsx';
import { PreviewFrame } from '../editor/preview/preview-pane.tsx';
import { newItems } from './sent-items.ts';
import type { MenuDraft, MenuLocation } from './menu-data.ts';

/** Milliseconds without changes before the preview is requested again. */
const pauseMs = 400;

/** The front page with the unsaved menu. `openAt`: the item whose panel or submenu is shown open. */
export function MenuPreview({
  draft,
  openAt,
  onClose,
}: {
  readonly draft: MenuDraft;
  readonly openAt: number;
  readonly onClose: () => void;
}) {
  const isNarrow = useIsNarrow();
  const isDark = useIsDark();
  const [device, setDevice] = useState<'phone' | 'desktop'>(isNarrow ? 'phone' : 'desktop');
  const [isSignedIn, setSignedIn] = useState(false);
  const rows = useSettled(draft.rows, pauseMs);
  const location = locationFor(draft.locations, device);
  const { data, error, isFetching } = useQuery({
    // Not below the key of the menus, because their dialogs wait until those are fetched again.
    queryKey: ['menu-preview', location, device, isDark, rows],
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const body = { path: '/', location, items: newItems(rows), device, dark: isDark };
      const reply = await rest<Preview, MenuPreviewSent>('/broadsheet/v1/menus/preview', {
        method: 'POST',
        body,
        signal,
      });
      return { html: reply.body.html, address: '/' };
    },
  });
  const onDraw = useCallback(
    (page: Document) => openMenus(page, { openAt, isSignedIn }),
    [openAt, isSignedIn],
  );
  return (
    <section className="menu-preview" aria-label={say('Preview')}>
      <header>
        <h2>{say('Preview')}</h2>
        <p role="status">{error ? error.message : isFetching ? say('Updating…') : ''}</p>
        <Button
          size="compact"
          aria-pressed={isSignedIn}
          isPressed={isSignedIn}
          onClick={() => setSignedIn(!isSignedIn)}
        >
          {say('Logged in')}
        </Button>
        <DeviceButtons device={device} onChange={setDevice} />
        <Button icon={close} label={say('Close preview')} onClick={onClose} />
      </header>
      <PreviewFrame key={device} device={device} page={data} isDark={isDark} onShown={onDraw} />
    </section>
  );
}

function locationFor(locations: readonly MenuLocation[], device: 'phone' | 'desktop'): MenuLocation {
  if (device === 'phone' && locations.includes('mobile')) return 'mobile';
  return locations.find((location) => location !== 'mobile') ?? (device === 'phone' ? 'mobile' : 'primary');
}

/** Opens what scripts of the page would open, because none run in the preview. */
function openMenus(
  page: Document,
  { openAt, isSignedIn }: { readonly openAt: number; readonly isSignedIn: boolean },
): void {
  const root = page.querySelector('html');
  root?.classList.toggle('is_signed_in', isSignedIn);
  for (const menu of page.querySelectorAll<HTMLElement>('nav.mobile-menu[popover]'))
    if (!menu.matches(':popover-open') && page.defaultView && page.defaultView.innerWidth < 768)
      menu.showPopover();
  for (const panel of page.querySelectorAll<HTMLElement>('.nav-menu :is(.sub-menu,.mega-menu)')) {
    const isOpen = openAt >= 0 && panel.id.endsWith(`-${openAt + 1}`);
    panel.style.display = isOpen ? 'block' : '';
    if (isOpen) panel.style.animation = 'none';
  }
}
