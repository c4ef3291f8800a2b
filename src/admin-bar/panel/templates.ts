import { isRecord } from '../../lib/records.ts';
import { visibleName } from '../../lib/visible-name.ts';
import type { Bar } from '../bar.ts';
import type { NameFault } from '../dialogs.tsx';

/** An item of the panel's list, as `tdb_get_{type}_templates` gives it. */
export interface TemplateItem {
  readonly id: number;
  readonly title: string;
  readonly isCurrent: boolean;
  readonly isGlobal: boolean;
  /** 0: none. */
  readonly mobileId: number;
}

/** An item of a list for phones, as `tdb_get_{type}_mobile_templates` gives it. */
export interface MobileItem {
  readonly id: number;
  readonly title: string;
  /** Where it is edited. */
  readonly url: string;
  readonly isCurrent: boolean;
}

/** Units of the longest title of a template. */
export const longestTitle = 200;

const idIn = (value: unknown): number => Number(value) || 0;
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a list holds that was sent; undefined where it is none, since the call failed. */
function recordsIn(reply: unknown): readonly Readonly<Record<string, unknown>>[] | undefined {
  return Array.isArray(reply)
    ? reply.filter(isRecord).filter((item) => idIn(item.template_id) > 0)
    : undefined;
}

export function readTemplates(reply: unknown): TemplateItem[] | undefined {
  return recordsIn(reply)?.map((item) => ({
    id: idIn(item.template_id),
    title: textIn(item.template_title),
    isCurrent: Boolean(item.is_current),
    isGlobal: Boolean(item.is_global),
    mobileId: idIn(item.mobile_template_id),
  }));
}

export function readMobileTemplates(reply: unknown): MobileItem[] | undefined {
  return recordsIn(reply)?.map((item) => ({
    id: idIn(item.template_id),
    title: textIn(item.template_title),
    url: textIn(item.template_url),
    isCurrent: Boolean(item.is_current),
  }));
}

/** What an assignment answers with. */
export interface Assigned {
  readonly reload: boolean;
  /** 0: none. */
  readonly globalId: number;
}

/** Undefined where the call failed. */
export function readAssigned(reply: unknown): Assigned | undefined {
  return isRecord(reply)
    ? { reload: Boolean(reply.reload), globalId: idIn(reply.global_template_id) }
    : undefined;
}

/** What was made, renamed or deleted; undefined where the call failed. */
export function readChanged(
  reply: unknown,
): { readonly id: number; readonly title: string; readonly reload: boolean } | undefined {
  return isRecord(reply)
    ? {
        id: idIn(reply.template_id ?? reply.mobile_template_id),
        title: textIn(reply.template_title),
        reload: Boolean(reply.reload),
      }
    : undefined;
}

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
