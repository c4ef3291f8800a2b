import { Modal } from '@wordpress/components';
import { useSyncExternalStore } from 'react';
import { connection } from './connection.ts';
import { renewNonce } from './rest.ts';

/** Over everything, as it is: who signs in again here goes on where they were. The page of the site does it, so that second steps and passkeys work as ever. */
export function SessionDialog() {
  const standing = useSyncExternalStore(connection.subscribe, connection.standing);
  if (standing !== 'signed-out') return null;
  const look = async () => {
    if (await renewNonce()) connection.signedIn();
  };
  return (
    <Modal
      title="Your session has ended" className="session-dialog" size="medium" isDismissible={false} shouldCloseOnClickOutside={false} shouldCloseOnEsc={false}
      onRequestClose={() => undefined}
    >
      <p>Sign in to go on. Everything on this page stays as it is.</p>
      {/* oxlint-disable-next-line iframe-missing-sandbox -- a page of ours, which signs in here */}
      <iframe title="Sign in" src="/wp-login.php?redirect_to=%2Fwp-admin%2Fprofile.php" onLoad={() => void look()} />
    </Modal>
  );
}

/** Says that the server is away, and that it is waited for. */
export function AwayNotice() {
  const standing = useSyncExternalStore(connection.subscribe, connection.standing);
  return <p className="away" role="status">{standing === 'away' ? 'The server does not answer. This page waits for it.' : ''}</p>;
}
