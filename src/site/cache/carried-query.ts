import { parametersOf, withQuery } from '../../lib/with-query.ts';
import { declaredParameters } from './parameters.ts';

/** Longest query that a redirect takes along, in characters. */
const longestCarried = 2048;

/**
 * Where a redirect of an asked address (`/old/?utm_source=x`) leads, with the parameters that no page declares: renderers never see those, so they could not
 * carry them.
 * Whole parameters as they were sent, up to 2 KB; none that the location has already, and none to other sites.
 */
export function withCarriedQuery(location: string, asked: string, siteUrl: string): string {
  const mark = asked.indexOf('?');
  if (mark < 0 || !isOwn(location, siteUrl)) return location;
  const there = parametersOf(location);
  const carried: string[] = [];
  let length = 0;
  for (const pair of asked.slice(mark + 1).split('&')) {
    const [name = ''] = new URLSearchParams(pair).keys();
    if (
      name === '' ||
      Object.hasOwn(declaredParameters, name) ||
      there.has(name) ||
      length + pair.length >= longestCarried
    )
      continue;
    carried.push(pair.replace(/[^\x21-\x7e]|["#<>]/g, escapeByte));
    length += pair.length + 1;
  }
  return withQuery(location, carried.join('&'));
}

/** Node gives each byte of an address as a letter: what was sent as it is, and not escaped, must not become UTF-8 once more. */
const escapeByte = (byte: string) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

function isOwn(location: string, siteUrl: string): boolean {
  return location === siteUrl || location.startsWith(`${siteUrl}/`) || /^\/(?![/\\])/.test(location);
}
