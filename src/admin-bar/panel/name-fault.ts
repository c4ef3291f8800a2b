import { visibleName } from '../../lib/visible-name.ts';
import type { Bar } from '../bar.ts';
import type { NameFault } from '../dialogs.tsx';

/** The most characters of a template's name. */
const longestName = 200;
/** What HTML takes for a tag, though it may never end. */
const tag = /<[a-z/!?][^<>]*>?/gi;

/** Says why a name is none for a template, as the server would; undefined: it is one. Of one with tags the server keeps what is around them. */
export const nameFault =
  (say: Bar['say']) =>
  (title: string): NameFault | undefined => {
    const left = visibleName(title.replace(tag, ''));
    if (left === '') return { words: say('panel_name_missing') };
    if (title.length > longestName) return { words: say('panel_name_long') };
    return title.search(tag) === -1 ? undefined : { words: say('panel_name_tags'), left };
  };
