import { svg } from '../drawing/svg.ts';
import { addStyles } from './add-styles.ts';
import closeCss from './close-button.css?inline';

/** A button with a cross. */
export function closeButton(label: string, close: () => void): HTMLButtonElement {
  addStyles('video-close', closeCss);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'video-close';
  button.ariaLabel = button.title = label;
  button.append(
    svg(
      { viewBox: '0 0 16 16', width: 18, height: 18 },
      { d: 'M2.5 2.5l11 11m0-11l-11 11', fill: 'none', stroke: 'currentColor', 'stroke-width': 1.8 },
    ),
  );
  button.addEventListener('click', close);
  return button;
}
