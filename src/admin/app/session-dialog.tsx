import { useEffect, useRef, useSyncExternalStore } from 'react';
import { connection } from './connection.ts';
import { OverAll } from './over-all.tsx';
import { renewNonce } from './rest.ts';

const address = '/wp-login.php?redirect_to=%2Fwp-admin%2Fprofile.php';
const away = 'The server does not answer. This page waits for it.';

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
  const look = async (frame: HTMLIFrameElement) => {
    showForm(frame);
    // Who is given codes for a lost second factor sees them once, and goes on from there.
    if (frame.contentDocument?.location.pathname !== '/wp-admin/second-factor.php' && (await renewNonce())) connection.signedIn();
  };
  return (
    <OverAll title="Your session has ended" className="session-dialog">
      <p>Sign in to go on. Everything on this page stays as it is.</p>
      <p role="status">{isAway ? away : ''}</p>
      {/* oxlint-disable-next-line iframe-missing-sandbox -- a page of ours, which signs in here */}
      <iframe
        ref={shown} title="Sign in" src={address} style={{ visibility: 'hidden' }}
        onLoad={({ currentTarget }) => void look(currentTarget)}
      />
    </OverAll>
  );
}

const formIn = (frame: HTMLIFrameElement) => frame.contentDocument?.querySelector('.account');

/** Of the page in the frame its form alone, as high as that is: what is around it leads elsewhere. Where somebody was led once they signed in is not shown. */
function showForm(frame: HTMLIFrameElement): void {
  const inside = frame.contentDocument;
  const form = formIn(frame);
  frame.style.visibility = inside?.location.pathname === '/wp-admin/profile.php' ? 'hidden' : 'visible';
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
  form.querySelector<HTMLInputElement>('.account-form input:not([type=hidden], [type=checkbox])')?.focus();
}

/** Says that the server is away, and that it is waited for. */
export function AwayNotice() {
  const standing = useSyncExternalStore(connection.subscribe, connection.standing);
  return <p className="away" role="status">{standing === 'away' ? away : ''}</p>;
}
