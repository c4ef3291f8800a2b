import type { APIFetchOptions } from '@wordpress/api-fetch';
import type apiFetch from '@wordpress/api-fetch';
import { send, toJson } from '../app/rest.ts';

/** One synced pattern, as they ask for it: for editing, which not everybody may who writes around it. To read it tells the same texts. */
const pattern = /^(\/?wp\/v2\/blocks\/\d+\?(?:.*&)?)context=edit/;

/** Whether somebody may change the settings, as blocks of the site's name, line and logo ask. */
const ofSettings = /^\/?wp\/v2\/settings(?:\?|$)/;

/**
 * The packages of WordPress ask REST by the way that everything here goes: they wait for a server that is away, and for who has to sign in again. `packages`:
 * what they ask by.
 */
export function shareRest(packages: Pick<typeof apiFetch, 'setFetchHandler'>): void {
  packages.setFetchHandler(
    async ({ path: asked = '', data, parse = true, method, headers = {}, body, signal }: APIFetchOptions) => {
      const path = (method ?? 'GET') === 'GET' ? asked.replace(pattern, '$1context=view') : asked;
      // Nothing here stores what blocks would write into the site's name: they show it, to everybody, and take no words that would be lost.
      if (method === 'OPTIONS' && ofSettings.test(asked))
        return new Response(null, { headers: { allow: 'GET' } });
      const json =
        data === undefined
          ? {}
          : { body: toJson(data), headers: { ...headers, 'content-type': 'application/json' } };
      const reply = await send(path.startsWith('/') ? path : `/${path}`, {
        method: method ?? 'GET',
        headers,
        body: body ?? null,
        signal: signal ?? null,
        ...json,
      });
      if (!parse && reply.ok) return reply;
      const answer: unknown = reply.status === 204 ? null : await reply.json();
      if (reply.ok) return answer;
      throw answer; // as they expect it: code, message, data
    },
  );
}
