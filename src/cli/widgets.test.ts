import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { findWidgetArea } from '../modules/widgets/store.ts';
import { runWidgets, widgetsCommand } from './widgets.ts';
import type { WidgetsTask } from './widgets.ts';

const folder = mkdtempSync(join(tmpdir(), 'broadsheet-widgets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

onBothDatabases('the widgets command', (get) => {
  const run = (task: WidgetsTask) => runWidgets(get(), task, 'https://paper.example', folder);

  test('[IMP-21] imports, lists and resets widgets', async () => {
    writeFileSync(
      join(folder, 'site.wie'),
      JSON.stringify({
        'sidebar-1': {
          'text-2': { text: 'Hello' },
          'meta-3': {},
          'block-4': { content: '<!-- wp:acme/x /-->' },
        },
      }),
    );
    expect(await run({ action: 'list' })).toEqual(['0 areas were edited.']);
    const report = [
      'sidebar-1 → sidebar: 1 added',
      'Left out: sidebar-1, meta-3. Links to log in and to feeds are part of the header and footer here.',
      expect.stringMatching(/^Left out: sidebar-1, block-4\. Its blocks can’t be shown: .*acme\/x/),
    ];
    expect(await run({ action: 'import', file: 'site.wie', isPreview: true })).toEqual([
      ...report,
      'Would add 1 widget.',
    ]);
    expect(await run({ action: 'list' })).toEqual(['0 areas were edited.']);
    expect(await run({ action: 'import', file: 'site.wie', isPreview: false })).toEqual([
      ...report,
      'Added 1 widget.',
    ]);
    expect((await findWidgetArea(get().read, 'sidebar')).content).toContain('<p>Hello</p>');
    expect(await run({ action: 'list' })).toEqual([
      expect.stringMatching(/^sidebar {2}\d+ characters, revision 1$/),
      '1 area was edited.',
    ]);
    expect(await run({ action: 'reset', area: 'sidebar' })).toEqual([
      '"sidebar" has the blocks of its templates again.',
    ]);
    await expect(run({ action: 'reset', area: 'sidebar' })).rejects.toThrow('was not edited');
  });

  test('[IMP-21] refuses files without widgets', async () => {
    writeFileSync(join(folder, 'export.xml'), '<rss></rss>');
    await expect(run({ action: 'import', file: 'export.xml', isPreview: false })).rejects.toThrow('JSON');
    await expect(run({ action: 'import', file: 'missing', isPreview: false })).rejects.toThrow('missing');
  });
});

test.each([
  [[]],
  [['list', 'x']],
  [['import']],
  [['reset']],
  [['drop']],
  [['list', '--preview']],
  [['reset', 'a', 'b']],
])('[IMP-21] refuses the arguments %j', async (args) => {
  await expect(Promise.resolve().then(() => widgetsCommand.run(args))).rejects.toThrow(
    /widgets|Missing|Unknown|--preview/,
  );
});
