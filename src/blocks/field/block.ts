import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { select, text } from '../setting-types.ts';

const settings = z.object({
  name: text({
    max: 64,
    group: 'Content',
    title: 'Field',
    help: 'Name of a custom field, as on the screen “Fields” of its type. Posts without a value show nothing.',
  }),
  label: select({
    default: '',
    options: { '': 'Hidden', above: 'Above the value', inline: 'Before the value' },
    was: { show: 'above', hide: '', true: 'above', false: '' },
    group: 'Content',
    title: 'Label',
  }),
  fallback: text({
    max: 500,
    group: 'Content',
    title: 'Text without a value',
    help: 'Leave empty to show nothing.',
  }),
  tag: select({
    default: 'p',
    options: { p: 'Paragraph', h2: 'Heading 2', h3: 'Heading 3', h4: 'Heading 4' },
    group: 'Style',
    title: 'Element',
    help: 'For values of one line.',
  }),
  rows: select({
    default: 'list',
    options: { list: 'List', ordered: 'Numbered list', table: 'Table' },
    group: 'Style',
    title: 'Rows of a group',
  }),
  columns: text({
    max: 2000,
    group: 'Content',
    title: 'Fields of the rows',
    help: 'Names of a group’s fields, separated by commas. Leave empty to show all.',
  }),
  tone: select({
    default: '',
    options: { '': 'Text', large: 'Large', small: 'Small' },
    group: 'Style',
    title: 'Size',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/field',
  title: 'Field',
  description: 'The value of a custom field of the article. Shows nothing without a value.',
  category: 'single',
  keywords: ['custom field', 'meta', 'value', 'rating', 'date'],
  icon: 'M4 5h16v4H4V5Zm2 1.5v1h5v-1H6ZM4 11h16v8H4v-8Zm2 2v1.5h12V13H6Zm0 3v1.5h8V16H6Z',
  settings,
  version: 1,
  example: { attributes: { fallback: '8.5' } },
});
