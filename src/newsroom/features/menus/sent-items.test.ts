import { expect, test } from 'vitest';
import type { StoredItem } from './menu-data.ts';
import { changedItems, newItems } from './sent-items.ts';

/** An imported item above the bounds of sent values. */
const imported: StoredItem = {
  id: 7,
  depth: 1,
  type: 'custom',
  object: '',
  object_id: 0,
  url: '/long/',
  title: 'L'.repeat(600),
  mega_kind: '',
  mega_id: 0,
  icon: '',
  badge: '',
  audience: '',
  original_title: '',
  link: '',
  invalid: false,
  attr_title: 'T'.repeat(600),
  target: '_top',
  xfn: 'x'.repeat(300),
  classes: ['md:hidden', ...Array.from({ length: 30 }, (_, n) => `c${n}`)],
  description: 'D'.repeat(3000),
};

test('[IMP-13] a save sends only changed fields of stored items', () => {
  expect(changedItems([imported], [imported])).toEqual([{ id: 7, depth: 1 }]);
  expect(changedItems([{ ...imported, depth: 0, badge: 'New' }], [imported])).toEqual([
    { id: 7, depth: 0, badge: 'New' },
  ]);
  const edited = { ...imported, title: 'L'.repeat(599), target: '_blank' };
  expect(changedItems([edited], [imported])).toEqual([
    { id: 7, depth: 1, title: edited.title, target: '_blank' },
  ]);
});

test('[IMP-13] items that are created again are cut to the bounds of sent values', () => {
  const cut = {
    depth: 1,
    title: 'L'.repeat(500),
    attr_title: 'T'.repeat(500),
    target: '',
    xfn: 'x'.repeat(200),
    classes: Array.from({ length: 20 }, (_, n) => `c${n}`),
    description: 'D'.repeat(2000),
  };
  expect(newItems([imported])).toEqual([expect.objectContaining(cut)]);
  expect(changedItems([imported], [])).toEqual([expect.objectContaining(cut)]);
  expect(newItems([imported])[0]).not.toHaveProperty('id');
  const saved = { ...imported, title: 'Short', description: '' };
  expect(changedItems([imported], [saved], true)).toEqual([
    { id: 7, depth: 1, title: cut.title, description: cut.description },
  ]);
});
