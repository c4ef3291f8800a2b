import { ForbiddenError, UnauthorizedError } from '../lib/errors.ts';

export interface Refusal {
  readonly code: string;
  readonly message: string;
  /** Minimum capability, in WordPress' names; undefined if no role grants the permission. */
  readonly capability: string | undefined;
}

/**
 * A permission for an action on a subject, with the error for other users; commands check it, and routes document it.
 * Visitors never have one, so they are not tested.
 */
export interface Permission<Subject> extends Refusal {
  /** The missing capability if it depends on the subject, such as `edit_others_posts` for another user's post; otherwise `capability`. */
  readonly lacking?: (actor: Actor, subject: Subject) => string | undefined;
  readonly test: (actor: Actor, subject: Subject) => boolean;
  readonly also?: Permission<Subject>;
}

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

/** The error of a missing permission: 401 for visitors, who could log in, 403 for others. Names the capability. */
export function refusal(
  actor: Actor | undefined,
  { message, code, capability }: Refusal,
): UnauthorizedError | ForbiddenError {
  return actor
    ? new ForbiddenError(message, code, capability)
    : new UnauthorizedError(message, code, capability);
}

/** Whether a user can do more than read: their pages are rendered for them alone, without ad code. */
export function mayEditSomething({ capabilities }: Pick<Actor, 'capabilities'>): boolean {
  return capabilities.size > (capabilities.has('read') ? 1 : 0);
}

/** A user account. The password hash never leaves the users' module. */
export interface User {
  readonly id: number;
  readonly login: string;
  readonly email: string;
  readonly slug: string;
  readonly displayName: string;
  readonly url: string;
  /** HTML as written. */
  readonly bio: string;
  readonly roles: readonly string[];
  /** Milliseconds. */
  readonly createdAt: number;
  /** Incremented by each change; detects stale saves. */
  readonly revision: number;
  /** Path of an uploaded portrait below the uploads folder (`modules/portraits/portraits.ts`); empty: none. */
  readonly portrait: string;
  /** Profile URLs elsewhere (`lib/profile-links.ts`), in the user's order. */
  readonly links: readonly string[];
}

export interface Actor extends User {
  readonly capabilities: ReadonlySet<string>;
  /** An operator on the machine itself, without an account. */
  readonly from?: 'cli' | 'import';
  /** The session (`sessionId`) or application password that authenticated the actor, which `checkActorAgain` checks again. */
  readonly cameBy?: { readonly kind: 'session' | 'program'; readonly id: string } | undefined;
}
