import type { PageParts } from '../../reader/islands/page-config.ts';
import { clientAssets } from '../../theme/client-assets.server.ts';
import type { PageActs } from './page-acts.ts';
import type { PageBehaviours } from './page-behaviours.ts';

/** Origins of the players' own scripts, which come when a reader plays a video. */
const players = ['https://www.youtube.com', 'https://player.vimeo.com'];

/** What browsers may load for HTML and are told for it: what was asked for with it, and behaviours of all of it. */
export function pageParts(acts: PageActs, behaviours: PageBehaviours): PageParts {
  // In one order, whichever loader was the quicker: what says the same is the same text.
  const modules = clientAssets().pageModules(
    [...acts.names, ...behaviours.now, ...behaviours.late, ...behaviours.asked].toSorted(),
  );
  return {
    modules,
    ...filled({ configs: acts.configs }),
    now: behaviours.now.join(' '),
    late: behaviours.late.join(' '),
  };
}

/** Origins besides the site's own whose scripts may run on a page with these parts; nothing where there are none. */
export function foreignTo(
  origins: readonly string[],
  { now = '', late = '' }: PageParts,
): Pick<PageParts, 'foreign'> {
  return filled({
    foreign: [...new Set([...origins, ...(`${now} ${late}`.split(' ').includes('video') ? players : [])])],
  });
}

/** What a reply says beside its HTML, under the key `broadsheet`; undefined where there is nothing to say. All of it starts at once: its reader is there. */
export function fragmentParts(acts: PageActs): PageParts | undefined {
  const {
    modules,
    configs = {},
    now = '',
  } = pageParts(acts, { now: [...acts.onPage].toSorted(), late: [], asked: [] });
  return Object.keys(modules).length === 0
    ? undefined
    : { modules, ...filled({ configs, now }), ...foreignTo([], { modules, now }) };
}

/** Without what is empty. */
function filled<Parts extends object>(parts: Parts): Partial<Parts> {
  return Object.fromEntries(
    Object.entries(parts).filter(([, part]) => Object.keys(part as object).length > 0),
  ) as Partial<Parts>;
}
