import { flag, string } from './attributes.ts';
import { defineCoreBlock } from './core-block.ts';
import { learnInside } from './block-context.server.ts';

/** The list's HTML is saved; this only passes the icons' appearance to inner links. */
export const block = defineCoreBlock({
  name: 'core/social-links',
  container: 'loader',
  attributes: {
    openInNewTab: flag(false),
    showLabels: flag(false),
    size: string('', 100),
    iconColor: string('', 100),
    customIconColor: string('', 100),
    iconColorValue: string('', 100),
    iconBackgroundColor: string('', 100),
    customIconBackgroundColor: string('', 100),
    iconBackgroundColorValue: string('', 100),
  },
  load: async (
    { openInNewTab, showLabels, iconColor, iconColorValue, customIconColor, ...background },
    context,
  ) => {
    const inside = learnInside();
    const html = await context.renderInner({
      ...inside.provided,
      social: {
        openInNewTab,
        showLabels,
        iconColor,
        iconColorValue: iconColorValue || customIconColor,
        iconBackgroundColor: background.iconBackgroundColor,
        iconBackgroundColorValue: background.iconBackgroundColorValue || background.customIconBackgroundColor,
      },
    });
    // A list without items is not shown.
    return inside.found.has('social-link') ? html : undefined;
  },
});
