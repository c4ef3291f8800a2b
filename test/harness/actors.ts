import { defaultRoles } from '../../src/modules/users/role.ts';
import type { Emission } from '../../src/kernel/db/invalidation.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import type { Actor } from '../../src/kernel/permission.ts';
import { findActor } from '../../src/modules/users/roles.ts';
import { makeUser } from './factories.ts';

/** The five roles, most powerful first. */
const roleNames = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
export type RoleName = (typeof roleNames)[number];

/** An actor of each role, and undefined for a visitor who is not logged in. */
export type Actors = Readonly<Record<RoleName, Actor>> & { readonly nobody: undefined };

export async function makeActors(database: Database): Promise<Actors> {
  const made = await Promise.all(
    roleNames.map(
      async (role) =>
        [
          role,
          await savedActor(database, await database.write((tx) => makeUser(tx, { roles: [role] }))),
        ] as const,
    ),
  );
  return { ...(Object.fromEntries(made) as Record<RoleName, Actor>), nobody: undefined };
}

export async function savedActor(database: Database, userId: number): Promise<Actor> {
  const actor = await findActor(database.read, userId);
  if (!actor) throw new Error(`There is no user ${userId}.`);
  return actor;
}

/**
 * Names of the actors allowed to act, separated by spaces. Anonymous callers must be refused with 401, others with 403,
 * or 404 for hidden resources; other errors are thrown.
 */
export async function whoMay(
  actors: Actors,
  act: (actor: Actor | undefined, name: RoleName | 'nobody') => Promise<unknown>,
): Promise<string> {
  const allowed: string[] = [];
  for (const name of [...roleNames, 'nobody'] as const) {
    try {
      await act(actors[name], name);
      allowed.push(name);
    } catch (error) {
      const { status } = error as { status?: number };
      if (!(name === 'nobody' ? [401] : [403, 404]).includes(status ?? 0)) throw error;
    }
  }
  return allowed.join(' ');
}

/** Emissions during `work`, each as `tag urgency`, sorted. */
export async function emittedBy(database: Database, work: () => Promise<unknown>): Promise<string[]> {
  const emitted: Emission[] = [];
  const stop = database.bus.listen((emissions) => void emitted.push(...emissions));
  try {
    await work();
  } finally {
    stop();
  }
  return emitted.map(({ tag, urgency }) => `${tag} ${urgency}`).toSorted();
}

/** An actor of one of the five roles for policies, without a database row. */
export function actorOf(role: string, id: number): Actor {
  const allowed = defaultRoles.find(({ name }) => name === role)?.capabilities ?? [];
  return {
    id,
    login: role,
    email: '',
    slug: role,
    displayName: role,
    url: '',
    bio: '',
    roles: [role],
    createdAt: 0,
    revision: 1,
    portrait: '',
    links: [],
    capabilities: new Set(allowed),
  };
}
