import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { labelProfile } from '../../lib/clean-html/profiles.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { useWords } from '../../ui/language.ts';
import { string, word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { CloseIcon } from './navigation-parts.tsx';
import { reportInside } from './block-context.server.ts';

export const block = defineCoreBlock({
  name: 'core/navigation-overlay-close',
  attributes: { displayMode: word(['icon', 'text', 'both']), text: string('', 500) },
  load: async ({ text }, context) => {
    const overlay = context.inherited.navigation?.overlay;
    if (overlay === undefined) return undefined;
    reportInside(context, 'overlay-close');
    return { overlay, text: cleanHtml(text, labelProfile) };
  },
  View: ({ settings, data: { overlay, text } }) => {
    const words = useWords();
    const { displayMode } = settings;
    return (
      <button
        {...wrapperProps('core/navigation-overlay-close', settings)}
        type="button"
        popoverTarget={overlay}
        popoverTargetAction="hide"
        aria-label={displayMode === 'icon' ? words.menu_close : undefined}
      >
        {displayMode !== 'text' && <CloseIcon />}
        {displayMode !== 'icon' && (
          <span
            className="wp-block-navigation-overlay-close__text"
            dangerouslySetInnerHTML={{ __html: text || escapeHtml(words.menu_close) }}
          />
        )}
      </button>
    );
  },
});
