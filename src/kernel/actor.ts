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

/** Somebody who asks for something: a user with what the roles allow. */
export interface Actor extends User {
  readonly capabilities: ReadonlySet<string>;
  /** Who works on the machine itself, without an account. */
  readonly from?: 'cli' | 'import';
  /** What let them in, by its id, as `lookAgain` asks whether it still does: a session (`sessionId`), or the password of a program. */
  readonly cameBy?: { readonly kind: 'session' | 'program'; readonly id: string } | undefined;
}
