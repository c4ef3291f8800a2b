import { buildApp } from '../../src/app.ts';
import { builtAdmin } from './built-admin.ts';
import type { App } from '../../src/app.ts';
import { keepRevision } from '../../src/modules/posts/revisions.ts';
import { addMenuItem, createMenu } from '../../src/modules/menus/store.ts';
import type { PostStatus } from '../../src/modules/posts/model.ts';
import { writeApplicationPassword } from '../../src/modules/users/application-password.ts';
import { createSession, endSession, sessionId, createNonce } from '../../src/modules/users/session.ts';
import type { Session } from '../../src/modules/users/session.ts';
import { createSessions } from '../../src/modules/users/sessions.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import type { Database, Tx } from '../../src/kernel/db/open-database.ts';
import { restNonceAction } from '../../src/site/rest/rest-actor.ts';
import { createSigner, loadSecret } from '../../src/lib/keys.ts';
import type { Signer } from '../../src/lib/keys.ts';
import type { TestDatabase } from './databases.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from './factories.ts';
import { siteUrl } from './rest-app.ts';
import { routeCases } from './route-cases.ts';
import type { Subject } from './route-cases.ts';

/** Callers in the order of the table's columns. */
export const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
export type RoleName = (typeof roles)[number];

/** A user with one of the five roles, and their credentials. */
export interface Person {
  readonly id: number;
  readonly cookie: string;
  readonly nonce: string;
  /** `Authorization` header with an application password. */
  readonly basic: string;
}

/** The whole app over a test database, called without a network, with a user of each role. */
export interface MatrixSite {
  readonly app: App;
  readonly database: Database;
  readonly signer: Signer;
  readonly people: Readonly<Record<RoleName, Person>>;
  /** Logged out, but the browser still has cookie and nonce. */
  readonly ended: Person;
  /** A user who owns items that belong to none of the callers. */
  readonly somebodyElse: number;
  signIn(userId: number): Promise<Pick<Person, 'cookie' | 'nonce'> & { readonly session: Session }>;
  close(): Promise<void>;
}

export async function makeMatrixSite(place: TestDatabase): Promise<MatrixSite> {
  const database = await openSiteDatabase({ ...place, maxConnections: 4 });
  const app = await buildApp({
    config: {
      dataDir: place.dataDir,
      pageCacheBytes: 16 * 1024 * 1024,
      logLevel: 'fatal',
      trustProxy: ['127.0.0.1'],
    },
    database,
    siteUrl,
    version: 'test',
    admin: builtAdmin(place.dataDir),
  });
  const signer = createSigner(loadSecret(place.dataDir));
  const signIn = async (userId: number) => {
    const session = await database.write((tx) => createSession(tx, userId));
    const cookie = createSessions(database, signer, siteUrl)
      .cookies(session, 'Somebody')
      .map((one) => one.split(';')[0])
      .join('; ');
    return { session, cookie, nonce: createNonce(signer, session, restNonceAction) };
  };
  const person = async (login: string, role: string) => {
    const id = await database.write((tx) => makeUser(tx, { login, roles: [role] }));
    const { password } = await database.write((tx) =>
      writeApplicationPassword(tx, { userId: id, name: 'A program', appId: '' }),
    );
    return {
      id,
      ...(await signIn(id)),
      basic: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
    };
  };
  const people: Partial<Record<RoleName, Person>> = {};
  for (const role of roles) people[role] = await person(role, role);
  const ended = await person('signed-out', 'administrator');
  await database.write((tx) => endSession(tx, ended.id, sessionId(ended.session.token)));
  const somebodyElse = await database.write((tx) =>
    makeUser(tx, { login: 'somebody-else', roles: ['administrator'] }),
  );
  return {
    app,
    database,
    signer,
    signIn,
    people: people as Record<RoleName, Person>,
    ended,
    somebodyElse,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

const memberRoles: Readonly<Record<string, string>> = {
  member: 'subscriber',
  writer: 'author',
  chief: 'administrator',
};

let menus = 0;
const subjects = new Map(
  routeCases.flatMap(({ path, subject }) => (subject ? [[path, subject] as const] : [])),
);
const typeOfBase = new Map([
  ['posts', 'post'],
  ['pages', 'page'],
  ['blocks', 'wp_block'],
  ['navigation', 'wp_navigation'],
]);
const taxonomyOfBase = new Map([
  ['categories', 'category'],
  ['tags', 'post_tag'],
  ['wp_pattern_category', 'wp_pattern_category'],
]);
const stated = (state: string) =>
  state === 'protected' ? { password: 'word' } : { status: state as PostStatus };

/**
 * Creates a row's subject: posts `own draft`, `other publish`; files `own inherit`; comments `hold`, `approved`,
 * `mine`; accounts `self`, `member`, `writer`, `chief`; otherwise the parameter itself. `path` gives the type.
 */
export async function makeSubject(
  tx: Tx,
  { somebodyElse }: MatrixSite,
  asker: number,
  path: string,
  named: string,
): Promise<Subject> {
  const [whose = '', state = ''] = named.split(' ');
  const authorId = whose === 'own' ? asker : somebodyElse;
  const subject = subjects.get(path.split('?')[0] ?? '');
  if (subject) return subject(tx, named);
  const base = /^\/(?:wp\/v2|broadsheet\/v1)\/([\w-]+)/.exec(path)?.[1] ?? '';
  if (base === 'media') return { id: await makeMedia(tx, { authorId }) };
  const type = typeOfBase.get(base);
  if (type !== undefined) {
    const id = await makePost(tx, { type, authorId, ...stated(state) });
    if (!path.includes('{parent}')) return { id };
    const kind = path.includes('autosaves') ? 'autosave' : 'revision';
    return {
      parent: id,
      id: await keepRevision(tx, id, authorId, kind, {
        title: 'Former',
        excerpt: '',
        content: 'Former text',
      }),
    };
  }
  if (base === 'comments') {
    const isState = state === 'hold' || state === 'approved';
    const postId = await makePost(tx, { authorId, ...(isState ? {} : stated(state)) });
    return {
      post: postId,
      id: await makeComment(tx, {
        postId,
        status: isState ? state : 'approved',
        userId: whose === 'mine' ? asker : 0,
      }),
    };
  }
  if (base === 'menus' || base === 'menu-items') {
    const menu = await createMenu(tx, { name: `Menu ${++menus}` });
    return {
      menu,
      id:
        base === 'menus'
          ? menu
          : await addMenuItem(tx, menu, { label: 'Somewhere', url: 'https://other.example/' }),
    };
  }
  const taxonomy = taxonomyOfBase.get(base);
  if (taxonomy !== undefined) return { id: await makeTerm(tx, { taxonomy }) };
  if (base === 'users') {
    const id = named === 'self' ? asker : await makeUser(tx, { roles: [memberRoles[named] ?? named] });
    if (named === 'writer') await makePost(tx, { authorId: id });
    const uuid = path.includes('{uuid}')
      ? (await writeApplicationPassword(tx, { userId: id, name: 'Phone', appId: '' })).id
      : '';
    const session = path.includes('{session}') ? sessionId((await createSession(tx, id)).token) : '';
    return { id, user_id: id, uuid, session };
  }
  if (path.includes('{path}')) return { path: `/?p=${await makePost(tx, { authorId })}` };
  if (path.includes('{url}')) return { url: `${siteUrl}/?p=${await makePost(tx, { authorId })}` };
  if (path.includes('{namespace}'))
    return { namespace: whose.split('/')[0] ?? '', name: whose.split('/')[1] ?? '' };
  return Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, named]));
}
