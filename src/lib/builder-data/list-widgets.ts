import { writeOpening } from '../markup/block-markup.ts';
import type { WidgetSettings } from './widget-settings.ts';

/** Words for posts in the names of list widgets, of any builder. */
export const postWords = ['posts', 'post', 'blog', 'news', 'articles'] as const;
/** Words for the shape of a list in such names. */
export const listShapes = [
  'grid',
  'list',
  'carousel',
  'slider',
  'timeline',
  'block',
  'ticker',
  'tiles',
  'masonry',
] as const;

/** Prefix of placeholder blocks for Elementor's list widgets; compiling replaces them with Broadsheet's lists. */
export const listWidgetPrefix = 'elementor-widget/';

const subjects: ReadonlySet<string> = new Set([...postWords, 'loop', 'portfolio']);
const shapes: ReadonlySet<string> = new Set([...listShapes, 'tile']);
const exact: ReadonlySet<string> = new Set(['wp-widget-recent-posts', 'wp-widget-top-posts', 'wpr-grid']);

/** Whether a widget lists posts, by its name: `posts`, `loop-grid`, `acme-post-grid`; but `post-info` is part of one post. */
function isListName(type: string): boolean {
  const words = type.split('-');
  const at = words.findLastIndex((word) => subjects.has(word));
  return (
    exact.has(type) ||
    (at !== -1 && words[0] !== 'theme' && words.slice(at + 1).every((word) => shapes.has(word)))
  );
}

const maxSettings = 20_000;

/** A placeholder block for a list of posts; undefined when the name is not that of a list widget. */
export function listWidgetMarkup(type: string, settings: WidgetSettings): string | undefined {
  if (type.length > 60 || !/^[a-z][a-z0-9-]*$/.test(type) || !isListName(type)) return undefined;
  const values = Object.fromEntries(settings.entries().filter(([key]) => key !== 'constructor'));
  return writeOpening(
    listWidgetPrefix + type,
    JSON.stringify(values).length > maxSettings ? {} : values,
    true,
  );
}
