import { barTexts } from './bar-texts.ts';
import type { BarText } from './bar-texts.ts';
import { fillIn } from './messages.ts';

/** Strings of the template editor (`site/admin/template-page.tsx`), in English, by translation key. */
export const templateTexts = {
  template_list: 'Templates',
  template_list_all: 'All templates',
  template_newsroom: 'Back to the newsroom',
  template_list_empty:
    'No templates yet. Create one in the template panel at the top of any page of the site.',
  template_filter: 'Filter by name or kind',
  template_filter_go: 'Filter',
  template_long:
    'The markup has %1$s characters; the maximum is %2$s. Nothing was saved; your input is below.',
  template_for_phones: '%s, for phones',
  template_kind_of: 'Kind of page: %s',
  template_broken: 'Pages skip this template because it is broken:',
  template_markup: 'Markup',
  template_site_this: 'The whole site uses it.',
  template_site_other: 'The whole site uses “%s”.',
  template_site_theme: 'The whole site uses the theme’s default.',
  template_site_use: 'Use on the whole site',
  template_site_leave: 'Stop using on the whole site',
  template_meanwhile: 'Saved by another user in the meantime',
  template_preview: 'Preview',
  template_revisions: 'Revisions',
  template_revisions_none: 'No revisions yet. The first save stores the current version as a revision.',
  template_compare: 'Compare',
  template_restore: 'Restore',
  template_comparison: 'Comparison',
  template_name_was: 'Name: “%1$s” in this revision, “%2$s” now.',
  template_same: 'The markup of this revision matches the current markup.',
  template_differs: 'Changes from this revision (−) to the current version (+):',
} as const;
export type TemplateText = keyof typeof templateTexts;

export type MissingPart = 'blank' | 'no_content' | 'no_list';

/** Screens that get a document; `all` means desktops, tablets and phones. */
export type WarnedDevice = 'all' | 'desktop' | 'tablet' | 'phone';

export interface TemplateWarning {
  readonly what: MissingPart;
  readonly device: WarnedDevice;
  /** The template with the problem: the edited one or its phone variant; 0 for one that is not stored. */
  readonly templateId: number;
  readonly title: string;
  readonly type: string;
}

type Say = (name: BarText, ...values: readonly string[]) => string;

const devices = {
  all: 'library_screens_all',
  desktop: 'try_desktop',
  tablet: 'warn_tablet',
  phone: 'try_phone',
} as const satisfies Record<WarnedDevice, BarText>;

/** Titles of the blocks that supply the missing part, as in the inserter, by type of template. */
const texts: Readonly<Record<string, string>> = { attachment: 'Attachment' };
const lists: Readonly<Record<string, string>> = { home: 'Post list' };

const remedyFor = ({ what, type }: Pick<TemplateWarning, 'what' | 'type'>): string =>
  what === 'no_content' ? (texts[type] ?? 'Post content') : (lists[type] ?? 'Archive list');

/** Device and label, for lists: `Phone: Empty page`. */
export function warningLabel(say: Say, { what, device }: Pick<TemplateWarning, 'what' | 'device'>): string {
  return say('panel_action_of', say(devices[device]), say(`warn_label_${what}`));
}

/** The warning as one line with device, template and kind of page, and the remedy. */
export function warningText(say: Say, warning: TemplateWarning): string {
  const { what, device, title, type } = warning;
  const text = say(`warn_${what}`, title, say(`kind_${type}` as BarText), remedyFor(warning));
  return say('panel_action_of', say(devices[device]), text);
}

/** The same in English, for untranslated output. */
export const englishWarning = (warning: TemplateWarning): string =>
  warningText((name, ...values) => fillIn(barTexts[name], ...values), warning);
