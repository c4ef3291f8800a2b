/** A person with an account: writer, editor, subscriber. The password hash never leaves the users' folder. */
export interface User {
  readonly id: number;
  readonly login: string;
  readonly email: string;
  /** Public name in addresses: `/author/{slug}/`. */
  readonly slug: string;
  readonly displayName: string;
  readonly url: string;
  /** HTML as written. */
  readonly bio: string;
  readonly roles: readonly string[];
  /** Milliseconds. */
  readonly createdAt: number;
  /** Counts changes; a stale save names an older one. */
  readonly revision: number;
  /** Path below the uploads folder of the portrait that they uploaded (`portrait-maker.ts`); empty: none. */
  readonly portrait: string;
  /** Addresses of theirs at social networks and elsewhere (`lib/profile-links.ts`), in their order. */
  readonly links: readonly string[];
}

/** Every address that is theirs: their site, if it is one of the web, and those elsewhere. */
export function profilesOf({ url, links }: Pick<User, 'url' | 'links'>): string[] {
  return [...new Set([...(/^https?:\/\//i.test(url) ? [url] : []), ...links])];
}
