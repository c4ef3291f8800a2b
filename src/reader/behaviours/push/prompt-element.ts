import type { PushConfig } from '../../islands/page-config.ts';

/** The prompt's dialog, which the newsroom's preview shows as well. */
export function promptElement(
  { logo, heading, subheading, allowText, denyText, themeColor, mobileLocation }: PushConfig['prompt'],
  isPhone: boolean,
): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.className = `push-prompt${isPhone ? ` at-${mobileLocation}` : ''}`;
  dialog.ariaLabel = heading || subheading || allowText;
  dialog.tabIndex = -1;
  if (themeColor) {
    dialog.style.setProperty('--push', themeColor);
    dialog.style.setProperty('--on-push', onColour(themeColor));
  }
  const image = document.createElement('img');
  Object.assign(image, { src: logo, alt: '', width: 64, height: 64, className: 'push-logo' });
  const words = document.createElement('div');
  words.className = 'push-words';
  words.append(text('push-heading', heading), text('push-subheading', subheading));
  dialog.append(
    image,
    words,
    answer('button button-quiet push-deny', denyText, 'deny'),
    answer('button push-allow', allowText, 'allow'),
  );
  return dialog;
}

function text(className: string, words: string): HTMLElement {
  const line = document.createElement('p');
  line.className = className;
  line.textContent = words;
  line.hidden = words === '';
  return line;
}

function answer(className: string, words: string, value: string): HTMLButtonElement {
  const choice = document.createElement('button');
  Object.assign(choice, { type: 'button', className, value, textContent: words });
  return choice;
}

/** Returns the readable text colour on a background of `#rgb` or `#rrggbb`. */
export function onColour(colour: string): '#000' | '#fff' {
  const pairs = colour.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3').match(/[^#]{2}/g) ?? [];
  const [red = 0, green = 0, blue = 0] = pairs.map((pair) => {
    const share = Number.parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  // Luminance at which both have equal contrast (WCAG): (1 + .05) / (x + .05) = (x + .05) / .05
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff';
}
