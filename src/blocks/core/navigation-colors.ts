import type { BlockNavigation } from '../load-context.ts';
import { asRecord, wrapperProps } from './block-supports.ts';
import type { SupportSettings, WrapperProps } from './block-supports.ts';

interface Colored extends SupportSettings {
  readonly customTextColor: string;
  readonly rgbTextColor: string;
  readonly customBackgroundColor: string;
  readonly rgbBackgroundColor: string;
  readonly overlayTextColor: string;
  readonly customOverlayTextColor: string;
  readonly overlayBackgroundColor: string;
  readonly customOverlayBackgroundColor: string;
}

/** The colours of a navigation and of what opens in it; presets win over colours that are none, as WordPress has it. */
export function navigationColors(settings: Colored): BlockNavigation['colors'] {
  const { textColor, backgroundColor, overlayTextColor, overlayBackgroundColor, style } = settings;
  return {
    textColor,
    backgroundColor,
    overlayTextColor,
    overlayBackgroundColor,
    style: withColors(
      style,
      textColor === '' ? settings.customTextColor || settings.rgbTextColor : '',
      backgroundColor === '' ? settings.customBackgroundColor || settings.rgbBackgroundColor : '',
    ),
    overlayStyle: withColors(
      {},
      overlayTextColor === '' ? settings.customOverlayTextColor : '',
      overlayBackgroundColor === '' ? settings.customOverlayBackgroundColor : '',
    ),
  };
}

/** What the element that is laid over the page carries. */
export function overlayProps(settings: Colored, ...own: (string | false)[]): WrapperProps {
  const { overlayTextColor, overlayBackgroundColor, overlayStyle } = navigationColors(settings);
  const { className, ...props } = wrapperProps(
    'core/navigation',
    {
      ...settings,
      anchor: '',
      className: '',
      align: '',
      textAlign: '',
      gradient: '',
      borderColor: '',
      fontSize: '',
      fontFamily: '',
      layout: {},
      textColor: overlayTextColor,
      backgroundColor: overlayBackgroundColor,
      style: overlayStyle,
    },
    ...own,
  );
  return {
    className: className.replace(/^wp-block-navigation/, 'wp-block-navigation__responsive-container'),
    ...props,
  };
}

function withColors(
  style: Readonly<Record<string, unknown>>,
  text: string,
  background: string,
): Readonly<Record<string, unknown>> {
  const color = {
    ...asRecord(style.color),
    ...(text === '' ? {} : { text }),
    ...(background === '' ? {} : { background }),
  };
  return Object.keys(color).length === 0 ? style : { ...style, color };
}
