import { expect, test } from 'vitest';
import { actorOf } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeUser } from '../../../test/harness/factories.ts';
import type { Rule } from '../../kernel/db/rule.ts';
import { defaultRoles } from '../users/role.ts';
import type { Actor } from '../../kernel/permission.ts';
import { capabilityOf, postActions } from '../types/registry.ts';
import {
  deletePosts,
  editableBy,
  editPosts,
  hasPage,
  isListed,
  isPublic,
  isWithdrawn,
  mayDeletePost,
  mayEditPost,
  mayPublish,
  mayReadPost,
  mayWrite,
  restorePosts,
  visibleTo,
} from './policy.ts';
import type { RuledPost } from './policy.ts';
import type { PostStatus } from './model.ts';
import { postStatuses } from './model.ts';
import { findSummaries } from './reader.ts';

const own = 7;
const actor = (role: string) => actorOf(role, own);

const post = (status: PostStatus, authorId = own, type = 'post') => ({
  type,
  status,
  trashedStatus: '' as const,
  authorId,
});
/** Statuses before the trash. */
const statusesBefore = postStatuses.filter((status) => status !== 'trash');
const thrownAway = (before: (typeof statusesBefore)[number], authorId = own, type = 'post') =>
  ({ type, status: 'trash', trashedStatus: before, authorId }) as const;

const allowedStatuses = (rule: (status: PostStatus) => boolean) => postStatuses.filter(rule).join(' ');

const reads = (who: Actor | undefined, authorId: number) =>
  allowedStatuses((status) => mayReadPost(who, post(status, authorId)));
const edits = (who: Actor | undefined, authorId: number, type = 'post') =>
  allowedStatuses((status) => mayEditPost(who, post(status, authorId, type)));

test('visitors and subscribers read only published posts; draft, private, pending and scheduled ones need rights', () => {
  expect(reads(undefined, 0)).toBe('publish');
  expect(reads(undefined, own)).toBe('publish');
  expect(reads(actor('subscriber'), 9)).toBe('publish');
  expect(reads(actor('contributor'), 9)).toBe('publish');
  expect(reads(actor('contributor'), own)).toBe('publish draft pending private trash auto-draft inherit');
  expect(reads(actor('author'), 9)).toBe('publish');
  expect(reads(actor('author'), own)).toBe(postStatuses.join(' '));
  expect(reads(actor('editor'), 9)).toBe(postStatuses.join(' '));
});

test('published posts and attachments have a page where their type has pages; trashed and auto-draft posts do not', () => {
  expect(allowedStatuses((status) => hasPage(post(status)))).toBe('publish inherit');
  expect(allowedStatuses((status) => hasPage(post(status, own, 'wp_block')))).toBe('');
  expect(allowedStatuses((status) => isWithdrawn(post(status)))).toBe('trash auto-draft');
});

test('a contributor edits own drafts, an author own posts, an editor all', () => {
  expect(edits(undefined, own)).toBe('');
  expect(edits(actor('subscriber'), own)).toBe('');
  expect(edits(actor('contributor'), own)).toBe('draft pending private trash auto-draft inherit');
  expect(edits(actor('contributor'), 9)).toBe('');
  expect(edits(actor('author'), own)).toBe(postStatuses.join(' '));
  expect(edits(actor('author'), 9)).toBe('');
  expect(edits(actor('author'), own, 'page')).toBe('');
  expect(edits(actor('editor'), 9)).toBe(postStatuses.join(' '));
  expect(edits(actor('editor'), 9, 'page')).toBe(postStatuses.join(' '));
  expect(mayDeletePost(actor('author'), post('publish'))).toBe(true);
  expect(mayDeletePost(actor('author'), post('publish', 9))).toBe(false);
  expect(mayDeletePost(actor('contributor'), post('publish'))).toBe(false);
});

test('a contributor cannot publish', () => {
  expect(mayPublish(actor('contributor'), 'post')).toBe(false);
  expect(mayPublish(actor('author'), 'post')).toBe(true);
  expect(mayPublish(actor('author'), 'page')).toBe(false);
  expect(mayPublish(actor('editor'), 'page')).toBe(true);
});

test('a trashed post can be changed and deleted by users with that right on its former status, and read by them and its author', () => {
  for (const { name: role } of defaultRoles) {
    const who = actor(role);
    for (const type of ['post', 'page', 'attachment']) {
      for (const authorId of [own, 9]) {
        for (const before of statusesBefore) {
          const [was, is] = [post(before, authorId, type), thrownAway(before, authorId, type)];
          const label = `${role} ${type} ${before} of ${authorId}`;
          expect([mayEditPost(who, is), mayDeletePost(who, is)], label).toEqual([
            mayEditPost(who, was),
            mayDeletePost(who, was),
          ]);
          expect(mayReadPost(who, is), label).toBe(
            mayEditPost(who, was) || (authorId === own && mayWrite(who, type)),
          );
          for (const may of [editPosts, deletePosts, restorePosts])
            expect(may.lacking?.(who, is), label).toBe(may.lacking?.(who, was));
          expect(mayReadPost(undefined, is)).toBe(false);
          expect(isPublic(is)).toBe(false);
        }
      }
    }
  }
  const contributor = actor('contributor');
  expect(statusesBefore.filter((before) => mayEditPost(contributor, thrownAway(before)))).toEqual([
    'draft',
    'pending',
    'private',
    'auto-draft',
    'inherit',
  ]);
  const secretary = {
    ...actor('contributor'),
    capabilities: new Set(['read', 'edit_posts', 'edit_others_posts', 'delete_posts', 'delete_others_posts']),
  };
  expect(statusesBefore.filter((before) => mayEditPost(secretary, thrownAway(before, 9)))).toEqual([
    'draft',
    'pending',
    'auto-draft',
    'inherit',
  ]);
  expect(statusesBefore.filter((before) => mayDeletePost(secretary, thrownAway(before, 9)))).toEqual([
    'draft',
    'pending',
    'auto-draft',
    'inherit',
  ]);
  expect(deletePosts.lacking?.(secretary, thrownAway('private', 9))).toBe('delete_private_posts');
});

test('users who can change or delete a post can read it, whatever a site’s roles allow', () => {
  const rights = ['read', ...postActions.map((action) => capabilityOf('post', action))];
  const some = Array.from(
    { length: 2 ** rights.length },
    (_, mask) => new Set(rights.filter((_right, bit) => (mask >> bit) % 2 === 1)),
  );
  for (const capabilities of some) {
    const who = { ...actor('subscriber'), capabilities };
    for (const authorId of [own, 9]) {
      for (const one of [
        ...postStatuses.map((status) => post(status, authorId)),
        ...statusesBefore.map((before) => thrownAway(before, authorId)),
      ]) {
        if ((mayEditPost(who, one) || mayDeletePost(who, one)) && !mayReadPost(who, one)) {
          expect.fail(`${[...capabilities].join()} changes or deletes but can't read ${JSON.stringify(one)}`);
        }
        // The capability reported to a refused actor is one that they lack.
        const [toEdit, toDelete] = [editPosts, deletePosts].map(({ lacking }) => lacking?.(who, one));
        expect([
          toEdit === undefined || capabilities.has(toEdit),
          toDelete === undefined || capabilities.has(toDelete),
        ]).toEqual([mayEditPost(who, one), mayDeletePost(who, one)]);
      }
    }
  }
});

test('lists contain listed posts for visitors, and for other users readable ones, password-protected only if editable', () => {
  const sees = (who: Actor | undefined, status: PostStatus, more: Partial<RuledPost> = {}) =>
    visibleTo(who, 'post').test({
      status,
      trashedStatus: '',
      isProtected: false,
      authorId: own,
      parentId: 0,
      ...more,
    });
  for (const status of postStatuses)
    expect(sees(undefined, status)).toBe(isListed({ type: 'post', status, isProtected: false }));
  expect(sees(undefined, 'publish', { isProtected: true })).toBe(false);
  expect(sees(actor('subscriber'), 'publish', { isProtected: true, authorId: 9 })).toBe(false);
  expect(sees(actor('editor'), 'publish', { isProtected: true, authorId: 9 })).toBe(true);
  expect(sees(actor('editor'), 'draft', { authorId: 9 })).toBe(true);
  expect(sees(actor('author'), 'draft', { authorId: 9 })).toBe(false);
});

test('attachments are visible like the post they are attached to, if any', () => {
  const sees = (more: Partial<RuledPost>) =>
    visibleTo(undefined, 'attachment').test({
      status: 'inherit',
      trashedStatus: '',
      isProtected: false,
      authorId: own,
      parentId: 3,
      ...more,
    });
  expect(sees({ parentId: 0 })).toBe(true);
  expect(sees({ owner: { type: 'post', status: 'publish', isProtected: false } })).toBe(true);
  expect(sees({ owner: { type: 'post', status: 'draft', isProtected: false } })).toBe(false);
  expect(sees({ owner: { type: 'post', status: 'publish', isProtected: true } })).toBe(false);
  expect(sees({})).toBe(false); // the post doesn't exist
});

onBothDatabases('rules of policies on posts', (get) => {
  test('predicate and SQL agree for every type, status, password, author and owner, and every actor', async () => {
    const [one, other] = await get().write(async (tx) => [await makeUser(tx), await makeUser(tx)] as const);
    const ids = await get().write(async (tx) => {
      const made: number[] = [];
      for (const type of ['post', 'page', 'attachment']) {
        for (const status of postStatuses) {
          for (const password of ['', 'sesame']) {
            for (const authorId of [one, other, 0])
              made.push(await makePost(tx, { type, status, password, authorId }));
          }
        }
      }
      const owners = [...made.slice(0, 3 * 2 * postStatuses.length), 0, 999_999];
      for (const [index, parentId] of owners.entries()) {
        made.push(
          await makePost(tx, {
            type: 'attachment',
            status: index % 5 === 0 ? 'publish' : 'inherit',
            password: index % 7 === 0 ? 'x' : '',
            authorId: index % 2 === 0 ? one : other,
            parentId,
          }),
        );
      }
      return made;
    });
    const posts = await findSummaries(get().read, ids);
    const subjects = [...posts.values()].map((found) => ({ ...found, owner: posts.get(found.parentId) }));
    const callers = [
      undefined,
      ...[one, other, 12_345].flatMap((id) => defaultRoles.map(({ name }) => actorOf(name, id))),
    ];
    const seen = new Map<string, number>();
    for (const caller of callers) {
      for (const type of ['post', 'page', 'attachment']) {
        const rules: [string, Rule<RuledPost>][] = [
          ['visible', visibleTo(caller, type)],
          ['editable', editableBy(caller, type)],
        ];
        for (const [name, rule] of rules) {
          for (const columns of [[], ['status', 'type']]) {
            const rows = await get()
              .read.selectFrom('post')
              .select('id')
              .where('type', '=', type)
              .where(rule.sql({ beside: columns }))
              .orderBy('id')
              .execute();
            const expected = subjects
              .filter((subject) => subject.type === type && rule.test(subject))
              .map(({ id }) => id)
              .toSorted((a, b) => a - b);
            expect(
              rows.map(({ id }) => id),
              `${name} ${type} ${caller?.roles.join()} ${caller?.id}`,
            ).toEqual(expected);
            seen.set(`${name} ${type} ${caller?.roles.join() ?? 'visitor'}`, expected.length);
          }
        }
      }
    }
    // The rules differ by actor: visitors see least, editors everything.
    expect(seen.get('visible post visitor')).toBe(3);
    expect(seen.get('editable post visitor')).toBe(0);
    expect(seen.get('editable post editor')).toBe(3 * 2 * postStatuses.length);
    expect(seen.get('editable page author')).toBe(0);
    expect(seen.get('visible attachment visitor')).toBeGreaterThan(5);
  });

  test('they agree about trashed posts for every type, former status, password and author, and every actor', async () => {
    const [one, other] = await get().write(async (tx) => [await makeUser(tx), await makeUser(tx)] as const);
    const ids = await get().write(async (tx) => {
      const made: number[] = [];
      for (const type of ['post', 'page', 'attachment', 'wp_block']) {
        for (const before of [...statusesBefore, 'wc-processing']) {
          for (const authorId of [one, other, 0]) {
            const meta = { _wp_trash_meta_status: [before] };
            made.push(
              await makePost(tx, {
                type,
                status: 'trash',
                password: before === 'pending' ? 'sesame' : '',
                authorId,
                meta,
              }),
            );
          }
        }
      }
      return made;
    });
    const posts = [...(await findSummaries(get().read, ids)).values()];
    expect(new Set(posts.map(({ trashedStatus }) => trashedStatus))).toEqual(new Set(statusesBefore));
    const narrow = (name: string, id: number, ...capabilities: string[]) => ({
      ...actorOf(name, id),
      capabilities: new Set(capabilities),
    });
    const callers = [
      undefined,
      ...[one, other, 12_345].flatMap((id) => [
        ...defaultRoles.map(({ name }) => actorOf(name, id)),
        narrow('secretary', id, 'read', 'edit_posts', 'edit_others_posts'),
        narrow(
          'confidant',
          id,
          'read',
          'edit_posts',
          'edit_others_posts',
          'edit_private_posts',
          'edit_pages',
        ),
      ]),
    ];
    const numbers = new Set<number>();
    for (const caller of callers) {
      for (const type of ['post', 'page', 'attachment', 'wp_block']) {
        for (const [name, rule] of [
          ['visible', visibleTo(caller, type)],
          ['editable', editableBy(caller, type)],
        ] as const) {
          const rows = await get()
            .read.selectFrom('post')
            .select('id')
            .where('id', 'in', ids)
            .where('type', '=', type)
            .where(rule.sql())
            .orderBy('id')
            .execute();
          const expected = posts
            .filter((subject) => subject.type === type && rule.test(subject))
            .map(({ id }) => id)
            .toSorted((a, b) => a - b);
          expect(
            rows.map(({ id }) => id),
            `${name} ${type} ${caller?.roles.join()} ${caller?.id}`,
          ).toEqual(expected);
          numbers.add(expected.length);
        }
      }
    }
    // Of 24 per type, a contributor edits 6 of their own, an author 8; a secretary 15 of anyone's, and formerly private
    // ones of their own.
    expect([...numbers].toSorted((a, b) => a - b)).toEqual([0, 6, 8, 15, 16, 18, 20, 24]);
  });
});
