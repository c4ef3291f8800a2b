import { z } from 'zod';
import type { CSSProperties } from 'react';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { useActing } from '../../reader/islands/acting.ts';
import { labelProfile } from '../../lib/clean-html/profiles.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { classes } from '../../ui/class-names.ts';
import { useWords } from '../../ui/language.ts';
import { flag, record, string, whole, word } from './attributes.ts';
import { cssValue, wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { writtenHtml } from './block-context.server.ts';
import type { SupportSettings } from './block-supports.ts';

const maxParameters = 20;

export const block = defineCoreBlock({
  name: 'core/search',
  attributes: {
    // A missing label differs from an empty one, which hides it.
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

function parametersOf(query: Readonly<Record<string, unknown>>): [name: string, value: string][] {
  return Object.entries(query)
    .filter(
      ([name, value]) =>
        /^[\w-]{1,50}$/.test(name) &&
        name !== 's' &&
        (typeof value === 'string' || typeof value === 'number'),
    )
    .slice(0, maxParameters)
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

/** A search form's styles, distributed over its parts as in WordPress: colours to the button, borders to field and button or to both together. */
interface SearchParts {
  readonly wrapper: SupportSettings;
  readonly colors: string;
  readonly borders: string;
  readonly typography: string;
  readonly labelStyle: CSSProperties | undefined;
  readonly insideStyle: CSSProperties;
  readonly inputStyle: CSSProperties;
  readonly buttonStyle: CSSProperties;
}

const nothing = {
  anchor: '',
  className: '',
  align: '',
  textAlign: '',
  textColor: '',
  backgroundColor: '',
  gradient: '',
  borderColor: '',
  fontSize: '',
  fontFamily: '',
  style: {},
  layout: {},
} as const satisfies SupportSettings;

function only(settings: Partial<SupportSettings>): {
  readonly classes: string;
  readonly style: CSSProperties;
} {
  const { className, style = {} } = wrapperProps('core/search', { ...nothing, ...settings });
  return { classes: className.replace('wp-block-search', '').trim(), style };
}

function searchParts(settings: SupportSettings & { readonly buttonPosition: string }): SearchParts {
  const { textColor, backgroundColor, gradient, borderColor, fontSize, fontFamily, style, buttonPosition } =
    settings;
  const colors = only({ textColor, backgroundColor, gradient, style: { color: style.color } });
  const borders = only({ borderColor, style: { border: style.border } });
  const typography = only({ fontSize, fontFamily, style: { typography: style.typography } });
  const isInside = buttonPosition === 'button-inside';
  const { radius, rest } = splitRadius(borders.style);
  const hasField = buttonPosition === 'no-button';
  const part = { ...typography.style, ...radius, ...(!isInside && rest) };
  return {
    wrapper: {
      ...settings,
      textColor: '',
      backgroundColor: '',
      gradient: '',
      borderColor: '',
      fontSize: '',
      fontFamily: '',
      style: { ...style, color: {}, border: {}, typography: {} },
    },
    colors: colors.classes,
    borders: borders.classes,
    typography: typography.classes,
    labelStyle: Object.keys(typography.style).length === 0 ? undefined : typography.style,
    insideStyle: isInside ? { ...rest, ...around(radius) } : {},
    inputStyle: { ...part, ...(hasField && colors.style) },
    buttonStyle: { ...part, ...(!hasField && colors.style) },
  };
}

function splitRadius(style: CSSProperties): { readonly radius: CSSProperties; readonly rest: CSSProperties } {
  const entries = Object.entries(style);
  return {
    radius: Object.fromEntries(entries.filter(([name]) => name.endsWith('Radius'))),
    rest: Object.fromEntries(entries.filter(([name]) => !name.endsWith('Radius'))),
  };
}

/** The radius of the frame around field and button is larger by the padding. */
function around(radius: CSSProperties): CSSProperties {
  return Object.fromEntries(Object.entries(radius).map(([name, value]) => [name, `calc(${value} + 4px)`]));
}
