import type { DocumentNode } from './document.ts';
import { duotonesIn } from '../core/duotone.ts';
import { pageActs } from '../../reader/islands/acting.ts';
import type { Act } from '../../reader/islands/acting.ts';

/** Behaviours that the HTML of these nodes needs; they take no config and only open, move or show content. */
export const textActs = (nodes: readonly DocumentNode[]): readonly Act[] => [
  ...new Set(nodes.flatMap((node) => (typeof node === 'string' ? actsIn(node) : []))),
];

/** Duotone classes in the HTML of these nodes. */
export const textDuotones = (nodes: readonly DocumentNode[]): readonly string[] => [
  ...new Set(nodes.flatMap((node) => (typeof node === 'string' ? duotonesIn(node) : []))),
];

/** One pass for all markers: a search for each takes seven times as long. */
const marker =
  / data-(?:late="(slide|smart-list)"|behaviour="(accordion|tabs)"|(scroll-to-class|video)="|(lightbox|copyable)|(mfp-src)=)/g;
const actByMark: Readonly<Record<string, Act>> = {
  slide: { name: 'slide' },
  'smart-list': { name: 'smart-list' },
  accordion: { name: 'accordion' },
  tabs: { name: 'tabs' },
  'scroll-to-class': pageActs['scroll-link'],
  video: pageActs.video,
  lightbox: pageActs.lightbox,
  copyable: pageActs['copy-pre'],
  'mfp-src': pageActs.video,
};

function actsIn(html: string): Act[] {
  if (!html.includes('<')) return [];
  const marks = new Set(
    [...html.matchAll(marker)].map((found) => found.slice(1).find((mark) => mark !== undefined) ?? ''),
  );
  return [
    // Searches for the rare word first: a search that starts at every class takes ten times as long.
    ...(holdsLazyClass(html) ? [pageActs['lazy-image']] : []),
    ...[...marks].map((mark) => actByMark[mark]).filter((act) => act !== undefined),
    ...(html.includes('<video') ? [pageActs.video] : []),
  ];
}

/** Whether an element has the class `lazy`. Linear time, however often the word occurs. */
function holdsLazyClass(html: string): boolean {
  let quote = -1;
  for (let from = 0, at = html.indexOf('lazy'); at !== -1; from = at, at = html.indexOf('lazy', at + 4)) {
    const nearer = html.slice(from, at).lastIndexOf('"');
    if (nearer !== -1) quote = from + nearer;
    if (
      quote >= 7 &&
      html.startsWith(' class=', quote - 7) &&
      /[\s"]/.test(html.charAt(at - 1)) &&
      /[\s"]/.test(html.charAt(at + 4))
    )
      return true;
  }
  return false;
}
