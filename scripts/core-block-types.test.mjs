import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkCoreBlockTypes, printCoreBlockTypes } from './core-block-types.mjs';

test('the list of blocks holds one line per block.json, without names of assets, and a stale list is reported', () => {
  const root = mkdtempSync(join(tmpdir(), 'broadsheet-block-types-'));
  try {
    const add = (name, block, source = 'block-library/src') => {
      const folder = join(root, '.admin/node_modules/@wordpress', source, name);
      mkdirSync(folder, { recursive: true });
      if (block) writeFileSync(join(folder, 'block.json'), JSON.stringify(block));
    };
    mkdirSync(join(root, 'src/blocks'), { recursive: true });
    add('verse', {
      $schema: 'x',
      name: 'core/verse',
      title: 'Verse',
      style: 'wp-block-verse',
      attributes: { content: { type: 'rich-text' } },
    });
    add('code', { name: 'core/code', title: 'Code', editorStyle: 'wp-block-code-editor' });
    add('utils');
    add('widget-group', { name: 'core/widget-group', title: 'Widget Group' }, 'widgets/src/blocks');
    const text = printCoreBlockTypes(root);
    expect(text.split('\n')).toEqual([
      '[',
      '{"name":"core/code","title":"Code"},',
      '{"name":"core/verse","title":"Verse","attributes":{"content":{"type":"rich-text"}}},',
      '{"name":"core/widget-group","title":"Widget Group"}',
      ']',
      '',
    ]);
    expect(checkCoreBlockTypes(root)).toHaveLength(1);
    writeFileSync(join(root, 'src/blocks/core-block-types.json'), text);
    expect(checkCoreBlockTypes(root)).toEqual([]);
    add('code', { name: 'core/code', title: 'Code block' });
    expect(checkCoreBlockTypes(root)[0]).toContain('npm run core-block-types');
  } finally {
    rmSync(root, { recursive: true });
  }
});
