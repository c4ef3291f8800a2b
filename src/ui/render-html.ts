import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';

/**
 * A view as HTML. React puts `<link rel="preload">` for eager pictures in front; inside a page that is being read already they come too late to help, and
 * in fragments the browser complains of them.
 */
export function renderHtml(element: ReactElement, options?: { readonly identifierPrefix?: string }): string {
  return renderToString(element, options).replace(/^(?:<link rel="preload" as="image"[^>]*>)+/, '');
}
