import { expect, test } from 'vitest';
import { readStoredParts } from './stored-parts.ts';

test('blocks whose attributes are shown are no parts of plugins; forms and menus of a builder are', () => {
  const namesOf = (content: string) =>
    readStoredParts(content, () => false).plugins.map(({ name, kind }) => [name, kind]);
  const value = '{"content":{"innerContent":{"desktop":{"value":"Words"}}}}';
  expect(namesOf(`<!-- wp:divi/text ${value} /--><!-- wp:divi/blog /--><!-- wp:divi/divider /-->`)).toEqual(
    [],
  );
  expect(namesOf('<!-- wp:acf/box {"data":{"title":"Words","_title":"field_1"}} /-->')).toEqual([]);
  expect(
    namesOf('<!-- wp:divi/contact-form /--><!-- wp:divi/menu /--><!-- wp:acf/map /--><!-- wp:acme/map /-->'),
  ).toEqual([
    ['block divi/contact-form', 'forms'],
    ['block divi/menu', 'plugins'],
    ['block acf/map', 'plugins'],
    ['block acme/map', 'plugins'],
  ]);
});
