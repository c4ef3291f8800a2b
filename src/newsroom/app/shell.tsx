import { Button, Icon } from '@wordpress/components';
import { close, menu, search } from '@wordpress/icons';
import { ThemeProvider } from '@wordpress/theme';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { boot } from './boot.ts';
import { keyOf, useKeys } from './keys.ts';
import { Palette } from './palette.tsx';
import type { CommentCounts } from './rest-types.ts';
import { ReauthenticationDialog } from './reauthentication.tsx';
import { rest, renewNonce } from './rest.ts';
import { profileAddress, screenGroups } from './screens.ts';
import { Skeleton } from './screen-head.tsx';
import { schemeColors } from './theme-colors.ts';
import type { Scheme } from './theme-colors.ts';
import { Toasts } from './toasts.tsx';
import { isUnsaved, UnsavedDialog } from './unsaved.tsx';
import { darkClass, darkCookie } from '../../reader/islands/page-config.ts';
import { useIsDark } from './use-media-query.ts';
import { connection } from './connection.ts';
import { OverAll } from './over-all.tsx';
import { say, sayCount } from '../words.ts';

const isPaletteKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && keyOf(event).toLowerCase() === 'k';

export function Shell() {
  const [scheme, flipScheme] = useScheme();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const { pathname, search: query } = useLocation();
  const currentUrl = pathname + query;
  const isWriting = /^\/post(?:-new)?\.php$/.test(pathname);
  const [openAt, setOpenAt] = useState('');
  const isMenuOpen = openAt === currentUrl;
  const main = useRef<HTMLElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  // The focused element may have been removed with the previous screen.
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current !== pathname && document.activeElement === document.body)
      main.current?.focus({ preventScroll: true });
    before.current = pathname;
  }, [pathname]);

  useKeys((event) => {
    if (isPaletteKey(event)) {
      if (event.defaultPrevented || hasSelectedWords()) return; // in the editor, Ctrl+K edits a link

      event.preventDefault();
      // The palette would replace a dialog with unsaved input.
      if (!document.querySelector('.components-modal__screen-overlay') || !isUnsaved()) setPaletteOpen(true);
    } else if (event.key === 'Escape' && isMenuOpen) {
      setOpenAt('');
      menuButton.current?.focus();
    }
  });

  return (
    <ThemeProvider isRoot color={schemeColors[scheme]}>
      <div className={isWriting ? 'shell is-writing' : 'shell'}>
        <a
          className="skip"
          href="#content"
          onClick={(event) => {
            event.preventDefault();
            main.current?.focus();
          }}
        >
          {say('Skip to content')}
        </a>
        {!isWriting && (
          <header className="bar">
            <button
              ref={menuButton}
              type="button"
              className="bar-menu"
              aria-expanded={isMenuOpen}
              aria-controls="menu"
              onClick={() => setOpenAt(isMenuOpen ? '' : currentUrl)}
            >
              <Icon icon={isMenuOpen ? close : menu} />
              <span>{say('Menu')}</span>
            </button>
            <a className="bar-site" href="/">
              {boot.site.name}
            </a>
            <button type="button" className="bar-search" onClick={() => setPaletteOpen(true)}>
              <Icon icon={search} size={20} />
              <span>{say('Search screens and content')}</span>
              <kbd>{say('Ctrl K')}</kbd>
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
        <ReauthenticationDialog />
        <SessionDialog />
        <Toasts />
      </div>
    </ThemeProvider>
  );
}

/** Characters of a label that may be cut. */
const longLabel = 18;

function Menu({
  isOpen,
  scheme,
  onFlipScheme,
}: {
  readonly isOpen: boolean;
  readonly scheme: Scheme;
  readonly onFlipScheme: () => void;
}) {
  const { pathname, search: query } = useLocation();
  return (
    <nav id="menu" className="side" aria-label={say('Newsroom')} data-open={isOpen}>
      <ul>
        {screenGroups.map((group) =>
          group.map(({ label, to, icon, within }) => (
            <li key={to} data-first={to === group[0]?.to}>
              <Link
                to={to}
                title={label.length > longLabel ? label : undefined}
                aria-current={isCurrent(to, within, pathname, query) ? 'page' : undefined}
              >
                <Icon icon={icon} size={20} />
                <bdi className="side-label">{label}</bdi>
                {to === '/edit-comments.php' && <Waiting />}
              </Link>
            </li>
          )),
        )}
      </ul>
      <div className="side-foot">
        <p>{boot.user.name}</p>
        <Link to={profileAddress}>{say('Your profile')}</Link>
        <Button variant="link" onClick={onFlipScheme}>
          {scheme === 'dark' ? say('Light mode') : say('Dark mode')}
        </Button>
        <a href={boot.leave}>{say('Log out')}</a>
      </div>
    </nav>
  );
}

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
      <span className="hidden-text"> {sayCount('awaiting moderation|awaiting moderation', waiting)}</span>
    </span>
  );
}

function hasSelectedWords(): boolean {
  const frame = document.activeElement;
  return (
    frame instanceof HTMLIFrameElement &&
    frame.name === 'editor-canvas' &&
    frame.contentWindow?.getSelection()?.isCollapsed === false
  );
}

/** Whether a menu URL matches the current one: its path or one within, and its type or taxonomy. */
function isCurrent(
  to: string,
  within: readonly string[] | undefined,
  pathname: string,
  query: string,
): boolean {
  const [path = '', named = ''] = to.split('?', 2);
  const [current, ours] = [new URLSearchParams(query), new URLSearchParams(named)];
  const [page, ownPage] = [current.get('page'), ours.get('page')];
  // `tools.php` alone belongs to the entry that lists it.
  if (ownPage !== null && page !== ownPage && (page !== null || !within?.includes(pathname))) return false;
  return (
    [path, ...(within ?? [])].includes(pathname) &&
    ['post_type', 'taxonomy'].every((name) => ours.get(name) === current.get(name))
  );
}

const oneYear = 31_536_000;

/**
 * The colour scheme, shared with the site by a cookie. The root's class is the only source, so that style sheets, the
 * packages' theme and the editor's frame always agree.
 */
function useScheme(): readonly [Scheme, () => void] {
  const scheme = useIsDark() ? 'dark' : 'light';
  const flip = () => {
    const next = scheme === 'dark' ? 'light' : 'dark';
    const secure = location.protocol === 'https:' ? ';secure' : '';
    document.cookie = `${darkCookie}=${next === 'dark' ? 1 : 0};path=/;max-age=${oneYear};samesite=lax${secure}`;
    document.documentElement.classList.toggle(darkClass, next === 'dark');
  };
  return [scheme, flip];
}

const address = '/wp-login.php?redirect_to=%2Fwp-login.php%3Faction%3Dsigned-in';
const away = say('The server is not responding. This page reconnects automatically.');
/** Shown after the password to users whose role requires two-factor authentication. */
const setUpLink = '.account a[href="/wp-admin/second-factor.php"]';
const setUp = say('Set up two-factor authentication in the new tab, then return to this one.');

/**
 * Log-in dialog over everything, so that the user continues where they were. Uses a frame of the site's log-in page, so
 * two-factor authentication and passkeys work.
 */
function SessionDialog() {
  const standing = useSyncExternalStore(connection.subscribe, connection.standing);
  return standing === 'signed-out' ? <SignInDialog /> : null;
}

function SignInDialog() {
  const isAway = useSyncExternalStore(connection.subscribe, connection.isAway);
  const shown = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const frame = shown.current;
    if (!isAway || !frame) return undefined;
    // The frame stays empty if the server was unreachable when it loaded.
    return () => {
      if (frame.isConnected && !formIn(frame)) frame.src = address;
    };
  }, [isAway]);
  const [owes, setOwes] = useState(false);
  useEffect(() => {
    const onReturn = () => void (document.visibilityState === 'visible' && goOn());
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('focus', onReturn);
    return () => {
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('focus', onReturn);
    };
  }, []);
  const look = (frame: HTMLIFrameElement) => {
    showForm(frame);
    const isOwing = Boolean(frame.contentDocument?.querySelector(setUpLink));
    setOwes(isOwing);
    // When the window regains focus with the cursor in the frame, only the frame gets the event.
    if (isOwing) frame.contentWindow?.addEventListener('focus', () => void goOn());
    void goOn();
  };
  return (
    <OverAll title={say('Your session has ended')} className="session-dialog">
      <p>{say('Log in to continue. Everything on this page is kept.')}</p>
      <p role="status">{isAway ? away : owes ? setUp : ''}</p>
      {/* oxlint-disable-next-line iframe-missing-sandbox -- a page of ours, which signs in here */}
      <iframe
        ref={shown}
        title={say('Log in')}
        src={address}
        style={{ visibility: 'hidden' }}
        onLoad={({ currentTarget }) => look(currentTarget)}
      />
    </OverAll>
  );
}

/** Closes the dialog once the session is complete, whichever tab completed it. */
async function goOn(): Promise<void> {
  if (await renewNonce()) connection.signedIn();
}

const formIn = (frame: HTMLIFrameElement) => frame.contentDocument?.querySelector('.account');

/** Shows only the form of the framed page, at its height, because other content leads elsewhere. */
function showForm(frame: HTMLIFrameElement): void {
  const inside = frame.contentDocument;
  const form = formIn(frame);
  frame.style.visibility = 'visible';
  if (!inside || !form) return;
  const hide = (parts: Iterable<HTMLElement>) => {
    for (const part of parts) part.style.display = 'none';
  };
  for (let at = form; at !== inside.body && at.parentElement; at = at.parentElement) {
    const around = at;
    hide([...at.parentElement.querySelectorAll<HTMLElement>(':scope > *')].filter((part) => part !== around));
  }
  hide(form.querySelectorAll<HTMLElement>('.account-home'));
  frame.style.height = `${Math.ceil(form.getBoundingClientRect().bottom) + 24}px`;
  // Focuses a field so that the user can continue typing; a passkey button does not take focus.
  form
    .querySelector<HTMLElement>(`.account-form input:not([type=hidden], [type=checkbox]), ${setUpLink}`)
    ?.focus();
}

function AwayNotice() {
  const standing = useSyncExternalStore(connection.subscribe, connection.standing);
  return (
    <p className="away" role="status">
      {standing === 'away' ? away : ''}
    </p>
  );
}
