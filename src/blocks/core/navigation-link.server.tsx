import { flag } from './attributes.ts';
import { defineCoreBlock } from './core-block.ts';
import { loadItem } from './link-target.server.ts';
import { NavigationItem, itemAttributes } from './navigation-parts.tsx';

export const block = defineCoreBlock({
  name: 'core/navigation-link',
  container: 'loader',
  attributes: { ...itemAttributes, isTopLevelLink: flag(false) },
  load: (settings, context) => loadItem('core/navigation-link', settings, context),
  View: ({ settings, data }) => (
    <NavigationItem name="core/navigation-link" settings={settings} data={data} />
  ),
});
