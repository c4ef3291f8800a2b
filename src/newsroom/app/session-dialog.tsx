import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { connection } from './connection.ts';
import { OverAll } from './over-all.tsx';
import { renewNonce } from './rest.ts';

const address = '/wp-login.php?redirect_to=%2Fwp-login.php%3Faction%3Dsigned-in';
const away = 'The server does not answer. This page waits for it.';
/** Shown after the password to users whose role requires a second step. */
const setUpLink = '.account a[href="/wp-admin/second-factor.php"]';
const setUp = 'Set up your second step in the new tab, then return to this one.';

/** Over everything, as it is: who signs in again here goes on where they were. The page of the site does it, so that second steps and passkeys work as ever. */
export function SessionDialog() {
  const standing = useSyncExternalStore(connection.subscribe, connection.standing);
  return standing === 'signed-out' ? <SignInDialog /> : null;
}

function SignInDialog() {
  const isAway = useSyncExternalStore(connection.subscribe, connection.isAway);
  const shown = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const frame = shown.current;
    if (!isAway || !frame) return undefined;
    // Of a server that was away as the page was asked for, nothing came that anybody could sign in by.
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
    // A window that gets the focus back with the cursor in the frame tells the frame alone.
    if (isOwing) frame.contentWindow?.addEventListener('focus', () => void goOn());
    void goOn();
  };
  return (
    <OverAll title="Your session has ended" className="session-dialog">
      <p>Sign in to go on. Everything on this page stays as it is.</p>
      <p role="status">{isAway ? away : owes ? setUp : ''}</p>
      {/* oxlint-disable-next-line iframe-missing-sandbox -- a page of ours, which signs in here */}
      <iframe
        ref={shown}
        title="Sign in"
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

/** Of the page in the frame its form alone, as high as that is: what is around it leads elsewhere. */
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
  // Who was writing goes on with keys; a passkey's button does not take them.
  form
    .querySelector<HTMLElement>(`.account-form input:not([type=hidden], [type=checkbox]), ${setUpLink}`)
    ?.focus();
}

/** Says that the server is away, and that it is waited for. */
export function AwayNotice() {
  const standing = useSyncExternalStore(connection.subscribe, connection.standing);
  return (
    <p className="away" role="status">
      {standing === 'away' ? away : ''}
    </p>
  );
}
