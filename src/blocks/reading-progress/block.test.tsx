import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Post } from '../../modules/posts/model.ts';
import { defaultSettings } from '../../modules/settings/settings.ts';
import type { LoadContext } from '../load-context.ts';
import { load } from './loader.server.ts';
import { View } from './view.tsx';

async function lineOf(reading_progress: 'top' | 'bottom' | 'off'): Promise<string> {
  const page = { kind: 'single', path: '/x/', pageNumber: 1, title: 'x', post: { id: 3 } as Post } as const;
  const context = {
    page,
    content: { settings: { current: async () => ({ ...defaultSettings, reading_progress }) } },
  } as unknown as LoadContext;
  return renderToStaticMarkup(<View settings={{}} data={await load({}, context)} blockId="a" />);
}

test('the bar is where the setting says, or absent', async () => {
  expect(await lineOf('top')).toBe(
    '<div class="reading-progress" aria-hidden="true" data-late="progress"></div>',
  );
  expect(await lineOf('bottom')).toContain('class="reading-progress reading-progress-bottom"');
  expect(await lineOf('off')).toBe('');
});
