import { readerText } from '../../modules/settings/definitions/translations.ts';
import { labelProfile } from '../../lib/clean-html/profiles.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { flag, string } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { isFrontPage, reportInside, writtenHtml } from './block-context.server.ts';

export const block = defineCoreBlock({
  name: 'core/home-link',
  attributes: { label: string(), description: string(), opensInNewTab: flag(false) },
  load: async (settings, context) => {
    const isCurrent = isFrontPage(context.page);
    if (isCurrent) reportInside(context, 'current-item');
    return {
      label:
        (await writtenHtml(settings.label, labelProfile, context)) ||
        escapeHtml(readerText(await context.content.settings.current(), 'home')),
      description: await writtenHtml(settings.description, labelProfile, context),
      isCurrent,
      colors: context.inherited.navigation?.colors,
    };
  },
  View: ({ settings, data: { label, description, isCurrent, colors } }) => {
    const { textColor = '', backgroundColor = '', style = {} } = colors ?? {};
    const described =
      description === '' ? '' : `<span class="wp-block-navigation-item__description">${description}</span>`;
    const colored = { ...settings, textColor, backgroundColor, style: { ...style, ...settings.style } };
    return (
      <li
        {...wrapperProps(
          'core/home-link',
          colored,
          'wp-block-navigation-item',
          isCurrent && 'current-menu-item',
        )}
      >
        <a
          className="wp-block-home-link__content wp-block-navigation-item__content"
          href="/"
          rel="home"
          target={settings.opensInNewTab ? '_blank' : undefined}
          aria-current={isCurrent ? 'page' : undefined}
          dangerouslySetInnerHTML={{ __html: label + described }}
        />
      </li>
    );
  },
});
