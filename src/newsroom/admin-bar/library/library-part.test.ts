import { expect, test } from 'vitest';
import { pageTemplateTypes, targetParams } from '../../../modules/templates/model.ts';
import { readRoute } from './library-part.tsx';

const route = (more: Readonly<Record<string, unknown>> = {}) => ({
  wp_type: 'single',
  templateType: 'single',
  ...more,
});

test('[CLOUD-02] [CLOUD-03] [CLOUD-04] [CLOUD-05] the route accepts the parameters of the specification, one at a time', () => {
  for (const type of [...pageTemplateTypes, 'home'])
    expect(readRoute({ wp_type: type, templateType: type })).toEqual({ wp_type: type, templateType: type });
  for (const name of targetParams)
    expect(readRoute(route({ [name]: '12' }))).toEqual(route({ [name]: '12' }));
  const whole = route({
    assign_to_search: 'aHR0cA==',
    assign_to_search_cpt: 'book',
    hide_mobile_selector: 'hide',
  });
  expect(readRoute(whole)).toEqual(whole);
});

test('ignores parameters that don’t belong to the library: other names, repeated values, no text, no type', () => {
  for (const invalid of [
    undefined,
    null,
    'single',
    12,
    [],
    {},
    { wp_type: 'single' },
    { templateType: 'single' },
    route({ templateType: 'category' }),
    { wp_type: 'header', templateType: 'header' },
    { wp_type: '__proto__', templateType: '__proto__' },
    route({ assign_to_post: '1', assign_to_404: 'x' }),
    route({ assign_to_post: '1', assign_mobile_to_template: '2' }),
    route({ assign_to_post: 1 }),
    route({ assign_to_post: '' }),
    route({ assign_to_post: {} }),
    route({ assign_to_post: 'x'.repeat(4001) }),
    route({ assign_to_search_cpt: 'book' }),
    route({ assign_to_post: '1', assign_to_search_cpt: 'book' }),
    route({ hide_mobile_selector: 'show' }),
    route({ name: 'single-essay' }),
    route({ file: '{}' }),
    route({ constructor: 'x' }),
  ]) {
    expect([invalid, readRoute(invalid)]).toEqual([invalid, undefined]);
  }
});
