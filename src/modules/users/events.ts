import { defineEvent } from '../../kernel/events.ts';
import type { User } from '../../kernel/permission.ts';

export interface DeletingUser {
  readonly id: number;
  /** Who gets what the user wrote; undefined: nobody. */
  readonly reassignTo: number | undefined;
  readonly before: User;
}

/** Emitted before the row of a user is deleted. A follower gives away or removes what belongs to the user, or throws `ConflictError` where it can't. */
export const userDeleting = defineEvent<DeletingUser>('user.deleting');

export interface UpdatedUser {
  readonly before: User;
  /** Only what changed. */
  readonly email?: string;
  readonly portrait?: string;
}

/** Emitted after the row of a user was updated. */
export const userUpdated = defineEvent<UpdatedUser>('user.updated');

/** Emitted before a user's slug follows a first name. A follower sets `isKnown` where readers may have met the slug; it stays then. */
export const userRenaming = defineEvent<{ readonly id: number; isKnown: boolean }>('user.renaming');
