import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ActScope } from '../../src/reader/islands/acting.ts';
import type { Act } from '../../src/reader/islands/acting.ts';

export function renderActing(view: ReactElement): { readonly html: string; readonly acts: readonly Act[] } {
  const acts: Act[] = [];
  return { html: renderToStaticMarkup(<ActScope value={(act) => acts.push(act)}>{view}</ActScope>), acts };
}
