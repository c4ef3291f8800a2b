import { useState } from 'react';
import { __unstableUseNavigateRegions as useNavigateRegions } from '@wordpress/components';
import type { KeyboardEvent } from 'react';
import type { ListedType } from '../../app/boot.ts';
import { useIsNarrow } from '../../app/use-media-query.ts';
import type { Draft } from '../../editor/draft.ts';

export type Drawer = 'none' | 'inserter' | 'list';
/** Blocks, markup or revisions; `fields` for posts without content. */
export type Mode = 'blocks' | 'code' | 'past' | 'fields';

export type View = ReturnType<typeof useView>;

/** State of the editor's layout: open parts (drawer, preview, settings) and mode, with the actions that change them. */
export function useView(draft: Draft, type: ListedType) {
  const isNarrow = useIsNarrow();
  const hasText = type.supports.includes('editor');
  const hasPreview = type.hasPages && hasText;
  const [drawer, setDrawer] = useState<Drawer>('none');
  const [preview, setPreview] = useState(() => {
    const before = readRemembered();
    return isNarrow ? { ...before, isOpen: false } : before;
  });
  const showsPreview = preview.isOpen && hasPreview;
  const [isPanelOpen, setPanelOpen] = useState(!isNarrow && !(showsPreview && isTight()));
  const [mode, setMode] = useState<Mode>(hasText ? 'blocks' : 'fields');
  const [hasTurned, setTurned] = useState(false);
  const [isCalm, setCalm] = useState(false);
  const switchTo = (next: Mode) => {
    draft.readCode();
    setTurned(true);
    setMode(next);
  };

  const showPreview = (next: typeof preview) => {
    setPreview(next);
    remember(next);
  };
  const togglePreview = () => {
    if (!hasPreview) return;
    giveBack('.writing-preview', 'preview');
    if (!preview.isOpen && isTight()) setPanelOpen(false);
    if (!preview.isOpen && isNarrow) setDrawer('none');
    showPreview({ ...preview, isOpen: !preview.isOpen });
  };
  const closeDrawer = () => {
    giveBack('.writing-drawer', drawer);
    setDrawer('none');
  };
  const closePanel = () => {
    giveBack('.writing-panel', 'panel');
    setPanelOpen(false);
  };
  const toggleDrawer = (which: Drawer) => {
    setDrawer(drawer === which ? 'none' : which);
    if (isNarrow) setPanelOpen(false);
  };
  const togglePanel = () => {
    setPanelOpen(!isPanelOpen);
    if (isNarrow) setDrawer('none');
  };
  return {
    isNarrow,
    hasText,
    drawer,
    toggleDrawer,
    closeDrawer,
    preview,
    showsPreview,
    showPreview,
    togglePreview,
    isPanelOpen,
    togglePanel,
    closePanel,
    mode,
    setMode,
    switchTo,
    hasTurned,
    isCalm,
    toggleCalm: () => setCalm(!isCalm),
  };
}

/** Whether the window is too narrow for text, preview and settings next to each other. */
const isTight = () => window.innerWidth < 1700;

/** The focused element, which may be in the frame of the text. */
export function focused(): Element | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLIFrameElement
    ? (activeElement.contentDocument?.activeElement ?? activeElement)
    : activeElement;
}

/** When a focused part closes, focuses the button that opened it, or the menu that contains the button. */
export function giveBack(part: string, opens: string): void {
  const opener =
    document.querySelector<HTMLElement>(`[data-opens=${opens}]`) ??
    document.querySelector<HTMLElement>('.writing-more');
  if (focused()?.closest(part)) opener?.focus();
}

/** Props of the element whose regions (`role=region` with `tabindex=-1`) are visited with Ctrl+` and Ctrl+Shift+`, unless a dialog is open. */
export function useRegions() {
  const regions = useNavigateRegions();
  return {
    ...regions,
    onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => {
      if (!document.querySelector('.components-modal__screen-overlay, dialog[open]'))
        regions.onKeyDown(event);
    },
  };
}

export interface Remembered {
  readonly isOpen: boolean;
  readonly devices: 'both' | 'phone' | 'desktop';
}

const key = 'broadsheet-preview';

/** Invalid or missing stored values become defaults. */
function readRemembered(): Remembered {
  try {
    const { isOpen, devices } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Remembered>;
    return {
      isOpen: isOpen === true,
      devices: devices === 'phone' || devices === 'desktop' ? devices : 'both',
    };
  } catch {
    return { isOpen: false, devices: 'both' };
  }
}

function remember(state: Remembered): void {
  try {
    localStorage.setItem(key, JSON.stringify(state));
  } catch {
    // Not stored; defaults apply next time.
  }
}
