import { createNonce } from '../../modules/users/nonce.ts';
import { restNonceAction } from '../rest/rest-actor.ts';
import type { AjaxAction } from './ajax-action.ts';

/** `rest-nonce`: a fresh nonce for REST, of the session that asks; another site cannot read the answer. Not for visitors. */
export const restNonce: AjaxAction = {
  name: 'rest-nonce',
  reads: true,
  handle: async ({ signer, client }) =>
    client?.signedIn && { text: createNonce(signer, client.signedIn.session, restNonceAction) },
};
