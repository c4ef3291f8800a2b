import type { CSSProperties } from 'react';
import { wrapperProps } from './block-supports.ts';
import type { SupportSettings } from './block-supports.ts';

/** What editors chose for a search form, shared out to its parts as WordPress does: colours to the button, borders to field and button, or to both together. */
export interface SearchParts {
  /** What is left for the form itself. */
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

/** Classes and styles of one choice. */
function only(settings: Partial<SupportSettings>): {
  readonly classes: string;
  readonly style: CSSProperties;
} {
  const { className, style = {} } = wrapperProps('core/search', { ...nothing, ...settings });
  return { classes: className.replace('wp-block-search', '').trim(), style };
}

/** `buttonPosition`: see block.json of `core/search`. */
export function searchParts(settings: SupportSettings & { readonly buttonPosition: string }): SearchParts {
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

/** The frame around a field with a button is rounder by its padding. */
function around(radius: CSSProperties): CSSProperties {
  return Object.fromEntries(Object.entries(radius).map(([name, value]) => [name, `calc(${value} + 4px)`]));
}
