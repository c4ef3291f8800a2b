import type { User } from '../../kernel/actor.ts';

/** Every address that is theirs: their site, if it is one of the web, and those elsewhere. */
export function profilesOf({ url, links }: Pick<User, 'url' | 'links'>): string[] {
  return [...new Set([...(/^https?:\/\//i.test(url) ? [url] : []), ...links])];
}
