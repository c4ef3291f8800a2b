import { expect, test } from 'vitest';
import type { PostStatus } from '../posts/post.ts';
import { postStatuses } from '../posts/post.ts';
import { can, mayDeletePost, mayEditPost, mayEditUser, mayPublish, mayReadPost } from './policy.ts';
import { capabilities, defaultRoles } from './role.ts';
import type { Actor } from './role.ts';

const own = 7;

function actor(role: string, id = own): Actor {
  const allowed = defaultRoles.find(({ name }) => name === role)?.capabilities ?? [];
  return { id, login: role, email: '', slug: role, displayName: role, url: '', bio: '', roles: [role], createdAt: 0, capabilities: new Set(allowed) };
}

const post = (status: PostStatus, authorId = own, type = 'post') => ({ type, status, authorId });

/** Statuses for which the rule says yes. */
const allowedStatuses = (rule: (status: PostStatus) => boolean) => postStatuses.filter(rule).join(' ');

const reads = (who: Actor | undefined, authorId: number) => allowedStatuses((status) => mayReadPost(post(status, authorId), who));
const edits = (who: Actor | undefined, authorId: number, type = 'post') => allowedStatuses((status) => mayEditPost(who, post(status, authorId, type)));

test('roles allow what WordPress lets them', () => {
  const names = ['administrator', 'editor', 'author', 'contributor', 'subscriber'];
  const allowed = (capability: (typeof capabilities)[number]) => names.filter((name) => can(actor(name), capability)).join(' ');
  expect(allowed('manage_options')).toBe('administrator');
  expect(allowed('edit_templates')).toBe('administrator editor');
  expect(allowed('moderate_comments')).toBe('administrator editor');
  expect(allowed('unfiltered_html')).toBe('administrator editor');
  expect(allowed('publish_posts')).toBe('administrator editor author');
  expect(allowed('upload_files')).toBe('administrator editor author');
  expect(allowed('edit_posts')).toBe('administrator editor author contributor');
  expect(allowed('read')).toBe('administrator editor author contributor subscriber');
  for (const capability of capabilities) {
    expect(can(actor('administrator'), capability)).toBe(true);
    expect(can(undefined, capability)).toBe(false);
  }
});

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

test('people change their own account, administrators any', () => {
  expect(mayEditUser(actor('subscriber'), own)).toBe(true);
  expect(mayEditUser(actor('editor'), 9)).toBe(false);
  expect(mayEditUser(actor('administrator'), 9)).toBe(true);
  expect(mayEditUser(undefined, 0)).toBe(false);
});
