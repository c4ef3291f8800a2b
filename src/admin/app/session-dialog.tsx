import { Modal } from '@wordpress/components';
import { useSyncExternalStore } from 'react';
import { connection } from './connection.ts';
import { renewNonce } from './rest.ts';

/** Over everything, as it is: who signs in again here goes on where they were. The page of the site does it, so that second steps and passkeys work as ever. */
export function SessionDialog() {
  const standing = useSyncExternalStore(connection.subscribe, connection.standing);
  if (standing !== 'signed-out') return null;
  const look = async (frame: HTMLIFrameElement) => {
    showForm(frame);
    // Who is given codes for a lost second factor sees them once, and goes on from there.
    if (frame.contentDocument?.location.pathname !== '/wp-admin/second-factor.php' && (await renewNonce())) connection.signedIn();
  };
  return (
    <Modal
      title="Your session has ended" className="session-dialog" size="medium" isDismissible={false} shouldCloseOnClickOutside={false} shouldCloseOnEsc={false}
      onRequestClose={() => undefined}
    >
      <p>Sign in to go on. Everything on this page stays as it is.</p>
      {/* oxlint-disable-next-line iframe-missing-sandbox -- a page of ours, which signs in here */}
      <iframe
        title="Sign in" src="/wp-login.php?redirect_to=%2Fwp-admin%2Fprofile.php" style={{ visibility: 'hidden' }}
        onLoad={({ currentTarget }) => void look(currentTarget)}
      />
    </Modal>
  );
}

/** Of the page in the frame its form alone, as high as that is: what is around it leads elsewhere. Where somebody was led once they signed in is not shown. */
function showForm(frame: HTMLIFrameElement): void {
  const inside = frame.contentDocument;
  const form = inside?.querySelector('.account');
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
  return <p className="away" role="status">{standing === 'away' ? 'The server does not answer. This page waits for it.' : ''}</p>;
}
