import { ForbiddenError, UnauthorizedError } from '../lib/errors.ts';
import type { Actor } from './users/role.ts';

/** What those are told who may not. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/**
 * Who may do something with a thing, and what others are told; commands ask it, and routes tell of it. Visitors may do nothing that takes a permission, so they
 * are not asked about.
 */
export interface Permission<Subject> extends Refusal {
  readonly test: (actor: Actor, subject: Subject) => boolean;
  /** What is asked of who may, with a sentence of its own. */
  readonly also?: Permission<Subject>;
}

/** Whether somebody (undefined: a visitor) may. */
export function isAllowed<Subject>(may: Permission<Subject> | undefined, actor: Actor | undefined, subject: Subject): boolean {
  return may === undefined || (actor !== undefined && may.test(actor, subject) && isAllowed(may.also, actor, subject));
}

/** Throws the refusal where somebody may not. */
export function demand<Subject>(may: Permission<Subject>, actor: Actor | undefined, subject: Subject): asserts actor is Actor {
  if (!actor || !may.test(actor, subject)) throw refusal(actor, may);
  if (may.also) demand(may.also, actor, subject);
}

/** The error that says that somebody may not: 401 to visitors, who might sign in, 403 to others. */
export function refusal(actor: Actor | undefined, { message, code }: Refusal): UnauthorizedError | ForbiddenError {
  return actor ? new ForbiddenError(message, code) : new UnauthorizedError(message, code);
}
