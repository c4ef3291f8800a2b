import { expect, test } from 'vitest';
import { RestError, withLabels } from './rest-error.ts';

const refused = (faults: Record<string, string>, message = '') =>
  new RestError(
    400,
    'rest_invalid_param',
    message || Object.values(faults).join(' '),
    undefined,
    undefined,
    faults,
  );
const labels = { plural: 'Plural name', rest_base: 'REST base' };

test('a refusal names the fields of a form by their labels', () => {
  const shown = withLabels(
    refused({
      plural: 'plural must be at most 60 characters long.',
      rest_base: 'The field "rest_base" can\'t be "X": use small letters.',
      slug: 'slug is taken; its plural is free.',
    }),
    labels,
  );
  expect(shown.faults).toEqual({
    plural: '“Plural name” must be at most 60 characters long.',
    rest_base: '“REST base” can\'t be "X": use small letters.',
    slug: 'slug is taken; its plural is free.',
  });
  expect(shown.message).toBe(Object.values(shown.faults).join(' '));
  expect([shown.status, shown.code]).toEqual([400, 'rest_invalid_param']);
});

test('other refusals keep their message and the stored version', () => {
  const stale = new RestError(409, 'stale', 'Another user saved this.', { revision: 3 }, 7);
  const shown = withLabels(stale, labels);
  expect([shown.message, shown.theirs, shown.existing]).toEqual([
    'Another user saved this.',
    { revision: 3 },
    7,
  ]);
  expect(withLabels(refused({ constructor: 'constructor is no field.' }), labels).message).toBe(
    'constructor is no field.',
  );
});
