import { expect, test } from 'vitest';
import { actorOf } from '../../../test/harness/actors.ts';
import { can, mayEditUser } from './policy.ts';
import { capabilities } from './role.ts';

const own = 7;
const actor = (role: string) => actorOf(role, own);

test('roles allow the same as in WordPress', () => {
  const names = ['administrator', 'editor', 'author', 'contributor', 'subscriber'];
  const allowed = (capability: (typeof capabilities)[number]) =>
    names.filter((name) => can(actor(name), capability)).join(' ');
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

test('users change their own account, and administrators any', () => {
  expect(mayEditUser(actor('subscriber'), own)).toBe(true);
  expect(mayEditUser(actor('editor'), 9)).toBe(false);
  expect(mayEditUser(actor('administrator'), 9)).toBe(true);
  expect(mayEditUser(undefined, 0)).toBe(false);
});
