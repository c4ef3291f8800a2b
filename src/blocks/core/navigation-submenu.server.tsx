import { flag } from './attributes.ts';
import { defineCoreBlock } from './core-block.ts';
import { loadItem } from './link-target.server.ts';
import { NavigationItem, itemAttributes } from './navigation-parts.tsx';

export const block = defineCoreBlock({
  name: 'core/navigation-submenu',
  container: 'loader',
  attributes: { ...itemAttributes, isTopLevelItem: flag(false), isParentSubmenu: flag(true) },
  load: (settings, context) => loadItem('core/navigation-submenu', settings, context),
  View: ({ settings, data }) => (
    <NavigationItem name="core/navigation-submenu" settings={settings} data={data} />
  ),
});
