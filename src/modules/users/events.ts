import { defineEvent } from '../../kernel/events.ts';
import type { User } from '../../kernel/permission.ts';

export interface DeletingUser {
  readonly id: number;
  /** The user who gets the content; undefined if it isn't reassigned. */
  readonly reassignTo: number | undefined;
  readonly before: User;
}

/** Emitted before a user's row is deleted. Followers reassign or remove the user's data, or throw `ConflictError` if they can't. */
export const userDeleting = defineEvent<DeletingUser>('user.deleting');

export interface UpdatedUser {
  readonly before: User;
  /** Only changed fields. */
  readonly email?: string;
  readonly portrait?: string;
}

export const userUpdated = defineEvent<UpdatedUser>('user.updated');

/** Emitted before a user's slug is derived from a first display name. A follower sets `isKnown` if visitors may know the slug; it then stays. */
export const userRenaming = defineEvent<{ readonly id: number; isKnown: boolean }>('user.renaming');
