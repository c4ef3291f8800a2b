import { updateUser } from '../users/update-user.ts';
import type { SignedIn } from '../users/sessions.ts';
import type { Accounts } from './accounts.ts';

/** What people say of themselves. */
export interface Profile {
  readonly displayName: string;
  readonly url: string;
  /** HTML. */
  readonly bio: string;
  /** Addresses elsewhere, as they were typed. */
  readonly links: readonly string[];
}

/** Writes what somebody says of themselves, who began `from` a revision of it. Throws as `updateUser` of `content/users/`. */
export async function saveProfile({ content }: Pick<Accounts, 'content'>, { actor }: SignedIn, profile: Profile, from: number): Promise<void> {
  await content.database.write((tx) => updateUser(tx, actor, { id: actor.id, ...profile, links: [...profile.links] }, from));
}
