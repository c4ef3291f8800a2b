import type { APIFetchOptions } from '@wordpress/api-fetch';
import type apiFetch from '@wordpress/api-fetch';
import { send, toJson } from '../app/rest.ts';

/** A synced pattern requested in the edit context, which not every author is allowed to use. The view context returns the same content. */
const pattern = /^(\/?wp\/v2\/blocks\/\d+\?(?:.*&)?)context=edit/;

const ofSettings = /^\/?wp\/v2\/settings(?:\?|$)/;

/** Routes the requests of WordPress packages through `app/rest.ts`, which waits for an unreachable server or a renewed log-in. */
export function shareRest(packages: Pick<typeof apiFetch, 'setFetchHandler'>): void {
  packages.setFetchHandler(
    async ({
      path: requestedPath = '',
      data,
      parse = true,
      method,
      headers = {},
      body,
      signal,
    }: APIFetchOptions) => {
      const path =
        (method ?? 'GET') === 'GET' ? requestedPath.replace(pattern, '$1context=view') : requestedPath;
      // Site title, tagline and logo blocks get read-only settings: no save from here would store edits made in them.
      if (method === 'OPTIONS' && ofSettings.test(requestedPath))
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
      throw answer;
    },
  );
}
