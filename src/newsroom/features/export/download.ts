import { connection } from '../../app/connection.ts';
import { RestError } from '../../app/rest-error.ts';
import { currentNonce, renewNonce } from '../../app/rest.ts';
import { say } from '../../words.ts';

/** Filters under the names of the address; empty: all. */
export interface ExportChoice {
  readonly content: string;
  readonly cat: string;
  readonly author: string;
  readonly start: string;
  readonly end: string;
  readonly status: string;
}

export function downloadAddress(choice: ExportChoice): string {
  const query = new URLSearchParams({ download: 'true', _wpnonce: currentNonce() });
  for (const [name, value] of Object.entries(choice)) if (value !== '') query.set(name, String(value));
  return `/wp-admin/export.php?${query.toString()}`;
}

/** Throws `RestError` if the server would refuse the download, whose own reply the browser would save as a file. */
export async function checkDownload(choice: ExportChoice, isRenewed = false): Promise<void> {
  const reply = await window
    .fetch(`${downloadAddress(choice)}&check=true`, { headers: { accept: 'application/json' } })
    .catch(() => undefined);
  if (reply?.status === 204) return;
  const { code = '', message = '' } = (reply ? await reply.json().catch(() => ({})) : {}) as {
    code?: string;
    message?: string;
  };
  const isSignedOut = reply?.redirected === true || code === 'rest_cookie_invalid_nonce';
  if (!isSignedOut || isRenewed)
    throw new RestError(reply?.status ?? 0, code, message || say('The server is not responding.'));
  if (!(await renewNonce())) await connection.signIn();
  await checkDownload(choice, true);
}
