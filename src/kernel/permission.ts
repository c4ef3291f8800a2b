import { ForbiddenError, UnauthorizedError } from '../lib/errors.ts';

/** What those are told who may not. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  /** The capability that it takes at least, in WordPress' names; undefined where no role gives the right. */
  readonly capability: string | undefined;
}

/**
 * Who may do something with a thing, and what others are told; commands ask it, and routes tell of it. Visitors may do nothing that takes a permission, so they
 * are not asked about.
 */
export interface Permission<Subject> extends Refusal {
  /** The capability that somebody lacks where it depends on the thing: `edit_others_posts` of what somebody else wrote. Without it `capability`. */
  readonly lacking?: (actor: Actor, subject: Subject) => string | undefined;
  readonly test: (actor: Actor, subject: Subject) => boolean;
  /** What is asked of who may, with a sentence of its own. */
  readonly also?: Permission<Subject>;
}

/** Whether somebody (undefined: a visitor) may. */
export function isAllowed<Subject>(
  may: Permission<Subject> | undefined,
  actor: Actor | undefined,
  subject: Subject,
): boolean {
  return (
    may === undefined ||
    (actor !== undefined && may.test(actor, subject) && isAllowed(may.also, actor, subject))
  );
}

/** Throws the refusal where somebody may not. */
export function demand<Subject>(
  may: Permission<Subject>,
  actor: Actor | undefined,
  subject: Subject,
): asserts actor is Actor {
  if (!actor) throw refusal(actor, may);
  if (!may.test(actor, subject))
    throw refusal(actor, may.lacking ? { ...may, capability: may.lacking(actor, subject) } : may);
  if (may.also) demand(may.also, actor, subject);
}

/** The error that says that somebody may not: 401 to visitors, who might sign in, 403 to others. It names the capability that it takes. */
export function refusal(
  actor: Actor | undefined,
  { message, code, capability }: Refusal,
): UnauthorizedError | ForbiddenError {
  return actor
    ? new ForbiddenError(message, code, capability)
    : new UnauthorizedError(message, code, capability);
}

/** Whether somebody may do more than read: their pages are made for them alone, without ad code. */
export function mayEditSomething({ capabilities }: Pick<Actor, 'capabilities'>): boolean {
  return capabilities.size > (capabilities.has('read') ? 1 : 0);
}

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
