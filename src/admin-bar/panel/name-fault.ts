import { visibleName } from '../../lib/visible-name.ts';
import type { Bar } from '../bar.ts';

/** The most characters of a template's name. */
const longestName = 200;

/** Says why a name is none for a template, as the server would; undefined: it is one. */
export const nameFault = (say: Bar['say']) => (title: string): string | undefined => {
  if (visibleName(title.replace(/<[^<>]*>/g, '')) === '') return say('panel_name_missing');
  return title.length > longestName ? say('panel_name_long') : undefined;
};
