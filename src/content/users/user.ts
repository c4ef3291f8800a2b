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
}
