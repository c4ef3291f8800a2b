import { describe, expect, test } from 'vitest';
import { wxr } from '../../../test/fixtures/wxr.ts';
import type { FixtureItem } from '../../../test/fixtures/wxr.ts';
import { acfMeta } from '../../../test/fixtures/acf-export.ts';
import { serializePhp } from '../../lib/php-serialize.ts';
import { fieldDefinition } from '../../modules/fields/model.ts';
import type { Field } from '../../modules/fields/model.ts';
import { fieldChoices } from '../../modules/imports/field-choices.ts';
import type { WxrItem } from '../wxr-events.ts';
import { readWxr } from '../wxr-reader.ts';
import { convertItem } from './convert-values.ts';
import { chosenPlan, guessFields, listGuessed } from './field-import.ts';
import type { FieldPlan } from './guess-fields.ts';

const sourceOf = (text: string) => ({
  name: 'a.xml',
  open: async function* () {
    yield Buffer.from(text);
  },
});
const guess = (items: readonly FixtureItem[]) => guessFields([sourceOf(wxr(items))]);

/** The definitions of a type, which all have to be valid, as fields. */
function definedBy(plan: FieldPlan, type = 'post'): Field[] {
  return (plan.types.get(type) ?? []).map((planned, at) => ({
    ...fieldDefinition.parse(planned.definition(planned.kind)),
    id: at + 1,
    isReady: true,
  }));
}

const kindsOf = (plan: FieldPlan, type = 'post') =>
  Object.fromEntries(definedBy(plan, type).map(({ name, kind }) => [name, kind]));

/** Meta of an item after its conversion. */
async function converted(items: readonly FixtureItem[], id: number): Promise<Record<string, string>> {
  const plan = await guess(items);
  for await (const event of readWxr(sourceOf(wxr(items)).open()))
    if (event.kind === 'item' && event.item.id === String(id)) return metaOf(event.item, plan);
  throw new Error(`no item ${id}`);
}

function metaOf(item: WxrItem, plan: FieldPlan): Record<string, string> {
  const planned = plan.types.get(item.type) ?? [];
  const { item: written } = convertItem(item, planned, {
    targets: definedBy(plan, item.type),
    acfTypes: plan.acfTypes,
  });
  return Object.fromEntries(written.meta.map(({ key, value }) => [key, value]));
}

const story = (id: number, meta: FixtureItem['meta']): FixtureItem => ({ id, meta: meta ?? {} });
const defined = (key: string, content: string, more: Partial<FixtureItem> = {}): FixtureItem => ({
  id: 900,
  type: 'acf-field',
  slug: key,
  content,
  ...more,
});

describe('hostile values of a field plugin', () => {
  test('an object of PHP is no text, and stays as it is', async () => {
    const meta = acfMeta({
      bag: 'O:8:"stdClass":1:{s:1:"a";s:1:"b";}',
      cut: 'a:2:{i:0;s:99:"x";}',
      fine: 'Words',
    });
    const items = [story(1, meta)];
    expect(kindsOf(await guess(items))).toEqual({ fine: 'text' });
    expect(await converted(items, 1)).toEqual({ ...meta, _fine: undefined });
  });

  test.each(['1000000000', '999999999999999'])('a count of %s takes the rows that exist', async (count) => {
    const items = [story(1, acfMeta({ rows: count, rows_0_text: 'One', rows_1_text: 'Two' }))];
    expect(kindsOf(await guess(items))).toEqual({ rows: 'group' });
    expect(await converted(items, 1)).toEqual({ rows: '[{"text":"One"},{"text":"Two"}]' });
  });

  test.each(['-1', '1e9', '0x10', 'a:1:{', 'many'])(
    'rows of a field with the count %s stay',
    async (count) => {
      const meta = acfMeta({ rows: count, rows_0_text: 'One' });
      const after = await converted([story(1, meta)], 1);
      expect([after['rows'], after['rows_0_text'], after['_rows_0_text']]).toEqual([
        count,
        'One',
        'field_rows_of_text',
      ]);
    },
  );

  test('names of JavaScript and of 10,000 characters are no names of fields', async () => {
    const long = 'n'.repeat(10_000);
    const items = [
      story(1, {
        ...acfMeta({ ['__proto__']: 'a', constructor: 'b', toString: 'c', [long]: 'd' }),
        Größe: 'e',
        _Größe: 'field_size',
      }),
    ];
    const kinds = kindsOf(await guess(items));
    expect(Object.keys(kinds).toSorted()).toEqual(['constructor_2', 'gr_e', 'proto', 'tostring']);
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });

  test('of 10,000 names the 100 with most items are defined, and the others counted', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 5000 }, (_, at) => [`name_of_${at}_x`, `Value ${at}`]),
    );
    const items = [story(1, acfMeta(many)), story(2, acfMeta({ name_of_7_x: 'Again', late: 'Too late' }))];
    const plan = await guess(items);
    const fields = definedBy(plan);
    expect(fields).toHaveLength(100);
    expect(fields.map(({ name }) => name)).toContain('name_of_7_x');
    expect(plan.left.get('post')).toBeGreaterThan(4000);
  });

  test('deeply nested values and rows end in text', async () => {
    const deep = 'a:1:{i:0;'.repeat(500) + 's:1:"x";' + '}'.repeat(500);
    const name = Array.from({ length: 12 }, () => 'in_0_').join('') + 'text';
    const counts = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`${'in_0_'.repeat(at)}in`, '1']),
    );
    const items = [story(1, acfMeta({ deep, ...counts, [name]: 'Innermost words' }))];
    const after = await converted(items, 1);
    expect(after['deep']).toBe(deep);
    expect(after['in']).toBe('[{"in":"<p>Innermost words</p>"}]');
  });

  test('cyclic and broken definitions are read without their parents', async () => {
    const items = [
      defined('field_loop', serializePhp({ type: 'number' }), { id: 900, parent: 901 }),
      defined('field_other', 'a:1:{s:4:"type";s:99:"x"', { id: 901, parent: 900 }),
      story(1, acfMeta({ loop: '007', other: '7' })),
    ];
    expect(kindsOf(await guess(items))).toEqual({ loop: 'number', other: 'number' });
    expect(await converted(items, 1)).toMatchObject({ loop: '7', other: '7' });
  });

  test('a key of another type’s field decides the kind, and values that do not fit it stay', async () => {
    const items = [
      defined('field_price', serializePhp({ type: 'number' })),
      { id: 2, type: 'page', meta: acfMeta({ price: 3 }) },
      story(1, { about: 'Words', _about: 'field_price' }),
    ];
    expect(kindsOf(await guess(items))).toEqual({ about: 'number' });
    expect(await converted(items, 1)).toEqual({ about: 'Words', _about: 'field_price' });
  });

  test('markup in labels becomes text, and in values is stored as any text', async () => {
    const items = [
      defined(
        'field_mark',
        serializePhp({ type: 'select', choices: { a: '<img src=x onerror=1>A', b: ' ' } }),
        {
          title: '<script>alert(1)</script>Mark\u202e',
        },
      ),
      story(1, acfMeta({ mark: 'a', line: '<script>alert(1)</script>' })),
    ];
    const [mark, line] = definedBy(await guess(items));
    expect([mark?.label, mark?.choices]).toEqual([
      'Mark',
      [
        { value: 'a', label: 'A' },
        { value: 'b', label: 'b' },
      ],
    ]);
    expect([line?.name, line?.kind]).toEqual(['line', 'text']);
  });

  test('keys of WordPress that look like references are no fields', async () => {
    const items = [story(1, { edit_last: '1', _edit_last: 'field_1', _yoast_wpseo_title: 'field_2' })];
    const plan = await guess(items);
    expect(listGuessed(plan).map(({ name }) => name)).not.toContain('_yoast_wpseo_title');
    expect(Object.keys(kindsOf(plan))).toEqual(['edit_last']);
  });

  test('a choice of 10,000 values is text', async () => {
    const choices = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [`value ${at}`, `Label ${at}`]),
    );
    const items = [
      defined('field_city', serializePhp({ type: 'select', choices })),
      ...Array.from({ length: 300 }, (_, at) => story(at + 1, acfMeta({ city: `value ${at}` }))),
    ];
    expect(kindsOf(await guess(items))).toEqual({ city: 'text' });
  });

  test('bytes that are no UTF-8 are replaced, and the field is text', async () => {
    const text = wxr([story(1, acfMeta({ name: 'Caf?' }))]).replace('Caf?', 'Caf\u0001');
    const bytes = Buffer.from(text);
    bytes[bytes.indexOf(1)] = 0xe9;
    const plan = await guessFields([
      {
        name: 'a.xml',
        open: async function* () {
          yield bytes;
        },
      },
    ]);
    expect(kindsOf(plan)).toEqual({ name: 'text' });
  });

  test('kinds that do not exist are refused, and those that the values don’t allow are ignored', async () => {
    const plan = await guess([story(1, acfMeta({ line: 'Words' }))]);
    for (const kind of ['virus', '__proto__', '', 7])
      expect(fieldChoices.safeParse([{ type: 'post', name: 'line', kind }]).success).toBe(false);
    const choose = (kind: 'number' | 'rich_text') => chosenPlan(plan, [{ type: 'post', name: 'line', kind }]);
    expect([kindsOf(choose('number')), kindsOf(choose('rich_text'))]).toEqual([
      { line: 'text' },
      { line: 'rich_text' },
    ]);
    const marked = (['rich_text', 'number'] as const).map(
      (kind) => choose(kind).types.get('post')?.[0]?.isChosen ?? false,
    );
    expect(marked).toEqual([true, false]);
    expect(chosenPlan(plan, [{ type: 'post', name: 'other', kind: 'text' }]).types.size).toBe(0);
  });

  test('an ordinary item still works, with its empty fields and its rows that ACF no longer shows', async () => {
    const meta = {
      ...acfMeta({ mark: 5, empty: '', rows: 1, rows_0_text: 'One', rows_1_text: 'Gone' }),
      own: 'Kept',
    };
    const items = [story(1, meta), story(2, acfMeta({ empty: 'Words' }))];
    expect(await converted(items, 1)).toEqual({
      mark: '5',
      rows: '[{"text":"One"}]',
      rows_1_text: 'Gone',
      own: 'Kept',
    });
  });
});
