import type { Bar } from '../bar.ts';
import type { Told } from './told.ts';

/** What assignments call the mobile pages of pages. */
const mobilePages = 'page:mobile';

/** Says what was changed, in the language of the site. */
export function changeWords(say: Bar['say'], told: Told): string {
  const { action, title, before, after, undoes } = told;
  if (action === 'assign') {
    const named = ({ template, title: name }: Told['before']) =>
      template === 0 ? noneWords(say, told) : name || `${template}`;
    return say('change_from_to', placeWords(say, told), named(before), named(after));
  }
  if (action === 'create') return say(undoes > 0 ? 'change_back' : 'change_made', title);
  if (action === 'delete') return say('change_deleted', title);
  const { changed } = told;
  return [
    ...(changed.includes('title') ? [say('change_renamed', before.title, after.title)] : []),
    ...(changed.includes('content') ? [say('change_edited', title)] : []),
    ...(changed.includes('mobile') ? [say('change_mobile', title)] : []),
    ...(changed.includes('header') || changed.includes('footer') ? [say('change_parts', title)] : []),
  ].join('. ');
}

function noneWords(say: Bar['say'], { kind, itemId }: Told): string {
  if (kind === mobilePages) return say('mobile_page_none');
  return say(itemId > 0 ? 'panel_global_row' : 'panel_default_row');
}

function placeWords(say: Bar['say'], { kind, itemId, itemTitle }: Told): string {
  if (itemId === 0) return say('change_all');
  if (itemTitle === '') return say('change_page');
  return kind === mobilePages ? say('change_mobile_page', itemTitle) : itemTitle;
}

/** Who changed it and when, in the language of the page; a name of another script does not turn round what is beside it. */
export function whenWords({ who, at }: Pick<Told, 'who' | 'at'>): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const time = new Intl.DateTimeFormat(document.documentElement.lang, {
    timeStyle: 'short',
    ...(isToday ? {} : { dateStyle: 'medium' }),
  }).format(at);
  return [who, time]
    .filter((part) => part !== '')
    .map((part) => `\u2068${part}\u2069`)
    .join(' · ');
}
