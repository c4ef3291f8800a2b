import { Button, Icon } from '@wordpress/components';
import { close, menu, search, upload } from '@wordpress/icons';
import { ThemeProvider } from '@wordpress/theme';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { boot, may } from './boot.ts';
import { keyOf } from './key-of.ts';
import { Palette } from './palette.tsx';
import type { CommentCounts } from './replies.ts';
import { rest } from './rest.ts';
import { screens } from './screens.ts';
import { AwayNotice, SessionDialog } from './session-dialog.tsx';
import { Skeleton } from './skeleton.tsx';
import { Toasts } from './toasts.tsx';
import { isUnsaved, UnsavedDialog } from './unsaved.tsx';
import { useKeys } from './use-keys.ts';
import { useScheme } from './use-scheme.ts';

const seeds = {
  light: { primary: '#0a4fdb', background: '#ffffff' },
  dark: { primary: '#6c9dff', background: '#0f1215' },
} as const;

const isPaletteKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && keyOf(event).toLowerCase() === 'k';

/** What is around every screen: where one can go, what is going on, and what stands above all. */
export function Shell() {
  const [scheme, flipScheme] = useScheme();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const { pathname, search: query } = useLocation();
  const here = pathname + query;
  const isWriting = /^\/post(?:-new)?\.php$/.test(pathname);
  // Who goes somewhere has closed it.
  const [openAt, setOpenAt] = useState('');
  const isMenuOpen = openAt === here;
  const main = useRef<HTMLElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  // What keys were at may be gone with the screen before, as all that is around a text.
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current !== pathname && document.activeElement === document.body)
      main.current?.focus({ preventScroll: true });
    before.current = pathname;
  }, [pathname]);

  useKeys((event) => {
    if (isPaletteKey(event)) {
      if (event.defaultPrevented || hasSelectedWords()) return; // it edits a link of a text

      event.preventDefault();
      // It would take the place of a dialog in which somebody writes.
      if (!document.querySelector('.components-modal__screen-overlay') || !isUnsaved()) setPaletteOpen(true);
    } else if (event.key === 'Escape' && isMenuOpen) {
      setOpenAt('');
      menuButton.current?.focus();
    }
  });

  return (
    <ThemeProvider isRoot color={seeds[scheme]}>
      <div className={isWriting ? 'shell is-writing' : 'shell'}>
        <a
          className="skip"
          href="#content"
          onClick={(event) => {
            event.preventDefault();
            main.current?.focus();
          }}
        >
          Skip to content
        </a>
        {!isWriting && (
          <header className="bar">
            <button
              ref={menuButton}
              type="button"
              className="bar-menu"
              aria-expanded={isMenuOpen}
              aria-controls="menu"
              onClick={() => setOpenAt(isMenuOpen ? '' : here)}
            >
              <Icon icon={isMenuOpen ? close : menu} />
              <span>Menu</span>
            </button>
            <a className="bar-site" href="/">
              {boot.site.name}
            </a>
            <button type="button" className="bar-search" onClick={() => setPaletteOpen(true)}>
              <Icon icon={search} size={20} />
              <span>Go to a screen or an article</span>
              <kbd>Ctrl K</kbd>
            </button>
          </header>
        )}
        {!isWriting && <Menu isOpen={isMenuOpen} scheme={scheme} onFlipScheme={flipScheme} />}
        <main id="content" ref={main} tabIndex={-1}>
          <AwayNotice />
          <Suspense fallback={<Skeleton />}>
            <Outlet />
          </Suspense>
        </main>
        {isPaletteOpen && <Palette onClose={() => setPaletteOpen(false)} />}
        <UnsavedDialog />
        <SessionDialog />
        <Toasts />
      </div>
    </ThemeProvider>
  );
}

/** The screens that the user can go to, and the account. */
function Menu({
  isOpen,
  scheme,
  onFlipScheme,
}: {
  readonly isOpen: boolean;
  readonly scheme: keyof typeof seeds;
  readonly onFlipScheme: () => void;
}) {
  const { pathname, search: query } = useLocation();
  return (
    <nav id="menu" className="side" aria-label="Newsroom" data-open={isOpen}>
      <ul>
        {screens.map(({ label, to, icon, within }) => (
          <li key={to}>
            <Link to={to} aria-current={isHere(to, within, pathname, query) ? 'page' : undefined}>
              <Icon icon={icon} size={20} />
              {label}
              {to === '/edit-comments.php' && <Waiting />}
            </Link>
          </li>
        ))}
        {may('import') && (
          <li>
            <a href="/wp-admin/import.php">
              <Icon icon={upload} size={20} />
              Import
            </a>
          </li>
        )}
      </ul>
      <div className="side-foot">
        <p>{boot.user.name}</p>
        <a href="/wp-admin/profile.php">Your profile</a>
        <Button variant="link" onClick={onFlipScheme}>
          {scheme === 'dark' ? 'Light colours' : 'Dark colours'}
        </Button>
        <a href={boot.leave}>Log out</a>
      </div>
    </nav>
  );
}

/** How many comments wait for somebody. */
function Waiting() {
  const { data } = useQuery({
    queryKey: ['comments', 'counts', 0],
    queryFn: async ({ signal }) =>
      (await rest<CommentCounts>('/broadsheet/v1/comment-counts', { signal })).body,
  });
  const waiting = data?.by['hold'] ?? 0;
  return waiting === 0 ? null : (
    <span className="badge">
      {waiting.toLocaleString()}
      <span className="hidden-text"> waiting</span>
    </span>
  );
}

/** In a text that is written Ctrl K makes a link of the words that are selected. */
function hasSelectedWords(): boolean {
  const frame = document.activeElement;
  return (
    frame instanceof HTMLIFrameElement &&
    frame.name === 'editor-canvas' &&
    frame.contentWindow?.getSelection()?.isCollapsed === false
  );
}

/** Whether an address of the menu is where we are: its path, or one within, and the type or taxonomy that its query names. */
function isHere(to: string, within: readonly string[] | undefined, pathname: string, query: string): boolean {
  const [path = '', named = ''] = to.split('?', 2);
  const [asked, ours] = [new URLSearchParams(query), new URLSearchParams(named)];
  return (
    [path, ...(within ?? [])].includes(pathname) &&
    ['post_type', 'taxonomy'].every((name) => ours.get(name) === asked.get(name))
  );
}
