import { expect, test } from 'vitest';
import { actorOf } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeUser } from '../../../test/harness/factories.ts';
import type { Rule } from '../../db/rule.ts';
import { defaultRoles } from '../users/role.ts';
import type { Actor } from '../users/role.ts';
import { editableBy, isListed, mayDeletePost, mayEditPost, mayPublish, mayReadPost, visibleTo } from './policy.ts';
import type { RuledPost } from './policy.ts';
import type { PostStatus } from './post.ts';
import { postStatuses } from './post.ts';
import { findSummaries } from './reader.ts';

const own = 7;
const actor = (role: string) => actorOf(role, own);

const post = (status: PostStatus, authorId = own, type = 'post') => ({ type, status, authorId });

/** Statuses for which the rule says yes. */
const allowedStatuses = (rule: (status: PostStatus) => boolean) => postStatuses.filter(rule).join(' ');

const reads = (who: Actor | undefined, authorId: number) => allowedStatuses((status) => mayReadPost(who, post(status, authorId)));
const edits = (who: Actor | undefined, authorId: number, type = 'post') => allowedStatuses((status) => mayEditPost(who, post(status, authorId, type)));

test('visitors and subscribers read published posts only; drafts, private, pending and scheduled ones are for those who may', () => {
  expect(reads(undefined, 0)).toBe('publish');
  expect(reads(undefined, own)).toBe('publish');
  expect(reads(actor('subscriber'), 9)).toBe('publish');
  expect(reads(actor('contributor'), 9)).toBe('publish');
  expect(reads(actor('contributor'), own)).toBe('publish draft pending private trash auto-draft inherit');
  expect(reads(actor('author'), 9)).toBe('publish');
  expect(reads(actor('author'), own)).toBe(postStatuses.join(' '));
  expect(reads(actor('editor'), 9)).toBe(postStatuses.join(' '));
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

test('what is in lists: for visitors what is listed; for others what they may open, and of posts with a password those that they may edit', () => {
  const sees = (who: Actor | undefined, status: PostStatus, more: Partial<RuledPost> = {}) => visibleTo(who, 'post')
    .test({ status, isProtected: false, authorId: own, parentId: 0, ...more });
  for (const status of postStatuses) expect(sees(undefined, status)).toBe(isListed({ type: 'post', status, isProtected: false }));
  expect(sees(undefined, 'publish', { isProtected: true })).toBe(false);
  expect(sees(actor('subscriber'), 'publish', { isProtected: true, authorId: 9 })).toBe(false);
  expect(sees(actor('editor'), 'publish', { isProtected: true, authorId: 9 })).toBe(true);
  expect(sees(actor('editor'), 'draft', { authorId: 9 })).toBe(true);
  expect(sees(actor('author'), 'draft', { authorId: 9 })).toBe(false);
});

test('attachments are seen with the post that they belong to, or of none', () => {
  const sees = (more: Partial<RuledPost>) => visibleTo(undefined, 'attachment')
    .test({ status: 'inherit', isProtected: false, authorId: own, parentId: 3, ...more });
  expect(sees({ parentId: 0 })).toBe(true);
  expect(sees({ owner: { type: 'post', status: 'publish', isProtected: false } })).toBe(true);
  expect(sees({ owner: { type: 'post', status: 'draft', isProtected: false } })).toBe(false);
  expect(sees({ owner: { type: 'post', status: 'publish', isProtected: true } })).toBe(false);
  expect(sees({})).toBe(false); // the post is gone
});

onBothDatabases('what policies say of posts', (get) => {
  test('predicate and SQL agree, for every type, status, password, author and owner, and everybody who may ask', async () => {
    const [one, other] = await get().write(async (tx) => [await makeUser(tx), await makeUser(tx)] as const);
    const ids = await get().write(async (tx) => {
      const made: number[] = [];
      for (const type of ['post', 'page', 'attachment']) {
        for (const status of postStatuses) {
          for (const password of ['', 'sesame']) {
            for (const authorId of [one, other, 0]) made.push(await makePost(tx, { type, status, password, authorId }));
          }
        }
      }
      const owners = [...made.slice(0, 3 * 2 * postStatuses.length), 0, 999_999];
      for (const [index, parentId] of owners.entries()) {
        made.push(
          await makePost(tx, {
            type: 'attachment', status: index % 5 === 0 ? 'publish' : 'inherit', password: index % 7 === 0 ? 'x' : '', authorId: index % 2 === 0 ? one : other,
            parentId,
          }),
        );
      }
      return made;
    });
    const posts = await findSummaries(get().read, ids);
    const subjects = [...posts.values()].map((found) => ({ ...found, owner: posts.get(found.parentId) }));
    const askers = [undefined, ...[one, other, 12_345].flatMap((id) => defaultRoles.map(({ name }) => actorOf(name, id)))];
    const seen = new Map<string, number>();
    for (const asker of askers) {
      for (const type of ['post', 'page', 'attachment']) {
        const rules: [string, Rule<RuledPost>][] = [['visible', visibleTo(asker, type)], ['editable', editableBy(asker, type)]];
        for (const [name, rule] of rules) {
          for (const beside of [[], ['status', 'type']]) {
            const rows = await get().read.selectFrom('post').select('id').where('type', '=', type).where(rule.sql({ beside })).orderBy('id').execute();
            const expected = subjects.filter((subject) => subject.type === type && rule.test(subject)).map(({ id }) => id).toSorted((a, b) => a - b);
            expect(rows.map(({ id }) => id), `${name} ${type} ${asker?.roles.join()} ${asker?.id}`).toEqual(expected);
            seen.set(`${name} ${type} ${asker?.roles.join() ?? 'nobody'}`, expected.length);
          }
        }
      }
    }
    // The rules tell people apart: nobody sees least, an editor all.
    expect(seen.get('visible post nobody')).toBe(3);
    expect(seen.get('editable post nobody')).toBe(0);
    expect(seen.get('editable post editor')).toBe(3 * 2 * postStatuses.length);
    expect(seen.get('editable page author')).toBe(0);
    expect(seen.get('visible attachment nobody')).toBeGreaterThan(5);
  });
});
