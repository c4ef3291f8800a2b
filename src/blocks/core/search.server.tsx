import { z } from 'zod';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { useActing } from '../../reader/islands/acting.ts';
import { labelProfile } from '../../lib/clean-html/profiles.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { classes } from '../../ui/class-names.ts';
import { useWords } from '../../ui/words.ts';
import { flag, record, string, whole, word } from './attributes.ts';
import { cssValue, wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { searchParts } from './search-parts.ts';
import { writtenHtml } from './written.server.ts';

/** Parameters that a search form sends beside its words, at most. */
const mostParameters = 20;

export const block = defineCoreBlock({
  name: 'core/search',
  attributes: {
    // Left out is not empty: a form whose label was emptied has none to see.
    label: z
      .string()
      .transform((text) => text.slice(0, 500))
      .optional()
      .catch(undefined),
    buttonText: z
      .string()
      .transform((text) => text.slice(0, 500))
      .optional()
      .catch(undefined),
    showLabel: flag(true),
    placeholder: string('', 200),
    width: whole(0, { max: 9999 }),
    widthUnit: word(['px', '%', 'em', 'rem', 'vw', 'vh']),
    buttonPosition: word(['button-outside', 'button-inside', 'no-button', 'button-only']),
    buttonUseIcon: flag(false),
    query: record(),
    tagName: word(['', 'search']),
  },
  load: async ({ label, buttonText }, context) => ({
    query: context.page.search ?? '',
    labelHtml: await writtenHtml(label ?? '', labelProfile, context),
    buttonHtml: await writtenHtml(buttonText ?? '', labelProfile, context),
    search: readerText(await context.content.settings.current(), 'search'),
  }),
  View: ({ settings, data: { query, labelHtml, buttonHtml, search }, blockId }) => {
    const words = useWords();
    const acting = useActing();
    const {
      buttonPosition: position,
      buttonUseIcon,
      showLabel,
      placeholder,
      width,
      widthUnit,
      tagName,
    } = settings;
    const parts = searchParts(settings);
    const id = `wp-block-search__input-${blockId}`;
    const isOnly = position === 'button-only';
    const wrapper = wrapperProps(
      'core/search',
      parts.wrapper,
      `wp-block-search__${position}`,
      isOnly && 'wp-block-search__searchfield-hidden',
      position !== 'no-button' &&
        (buttonUseIcon ? 'wp-block-search__icon-button' : 'wp-block-search__text-button'),
    );
    const acts = isOnly
      ? acting.late('search-expand', { texts: [words.search_expand, words.search_submit] })
      : {};
    const buttonName = buttonUseIcon ? htmlToText(buttonHtml) || search : undefined;
    const content = (
      <>
        <label
          htmlFor={id}
          className={classes(
            'wp-block-search__label',
            showLabel && settings.label !== '' ? parts.typography : 'screen-reader-text visually-hidden',
          )}
          style={parts.labelStyle}
          {...(labelHtml === '' ? { children: search } : { dangerouslySetInnerHTML: { __html: labelHtml } })}
        />
        <div
          className={classes(
            'wp-block-search__inside-wrapper',
            position === 'button-inside' && parts.borders,
          )}
          style={{ ...(width > 0 && { width: cssValue(`${width}${widthUnit}`) }), ...parts.insideStyle }}
        >
          <input
            className={classes(
              'wp-block-search__input',
              position !== 'button-inside' && parts.borders,
              parts.typography,
              position === 'no-button' && parts.colors,
            )}
            id={id}
            type="search"
            name="s"
            required
            placeholder={placeholder}
            defaultValue={query}
            maxLength={200}
            style={parts.inputStyle}
          />
          {parametersOf(settings.query).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {position !== 'no-button' && (
            <button
              type="submit"
              aria-label={buttonName}
              style={parts.buttonStyle}
              className={classes(
                'wp-block-search__button',
                parts.colors,
                parts.typography,
                position !== 'button-inside' && parts.borders,
                buttonUseIcon && 'has-icon',
                'wp-element-button',
              )}
              {...(buttonUseIcon || buttonHtml === ''
                ? { children: buttonUseIcon ? <Glass /> : search }
                : { dangerouslySetInnerHTML: { __html: buttonHtml } })}
            />
          )}
        </div>
      </>
    );
    if (tagName === 'search')
      return (
        <search {...wrapper} {...acts}>
          <form method="get" action="/">
            {content}
          </form>
        </search>
      );
    return (
      <form role="search" method="get" action="/" {...wrapper} {...acts}>
        {content}
      </form>
    );
  },
});

/** What a form sends beside the words; other forms of the site have names of their own. */
function parametersOf(query: Readonly<Record<string, unknown>>): [name: string, value: string][] {
  return Object.entries(query)
    .filter(
      ([name, value]) =>
        /^[\w-]{1,50}$/.test(name) &&
        name !== 's' &&
        (typeof value === 'string' || typeof value === 'number'),
    )
    .slice(0, mostParameters)
    .map(([name, value]) => [name, String(value).slice(0, 200)]);
}

function Glass() {
  return (
    <svg className="search-icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <circle cx="13" cy="11" r="5.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="m9.2 14.8-4 4" stroke="currentColor" strokeWidth="1.6" />
    </svg>
  );
}
