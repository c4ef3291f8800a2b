import { isRecord } from '../../../lib/records.ts';
import { visibleName } from '../../../lib/visible-name.ts';
import type { Bar } from '../bar.ts';
import type { NameFault } from '../dialogs.tsx';

/** An item of `tdb_get_{type}_templates`. */
export interface TemplateItem {
  readonly id: number;
  readonly title: string;
  readonly isCurrent: boolean;
  readonly isGlobal: boolean;
  /** 0: none. */
  readonly mobileId: number;
}

/** An item of `tdb_get_{type}_mobile_templates`. */
export interface MobileItem {
  readonly id: number;
  readonly title: string;
  readonly url: string;
  readonly isCurrent: boolean;
}

/** Maximum length of a title in UTF-16 code units. */
export const maxTitleLength = 200;

const idIn = (value: unknown): number => Number(value) || 0;
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The items of a reply; undefined if the call failed. */
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

export interface Assigned {
  readonly reload: boolean;
  /** 0: none. */
  readonly globalId: number;
}

/** Returns undefined if the call failed. */
export function readAssigned(reply: unknown): Assigned | undefined {
  return isRecord(reply)
    ? { reload: Boolean(reply.reload), globalId: idIn(reply.global_template_id) }
    : undefined;
}

/** The created, renamed or deleted template; undefined if the call failed. */
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

const maxNameLength = 200;
/** Anything HTML parses as a tag, even unterminated. */
const tag = /<[a-z/!?][^<>]*>?/gi;

/** Validates a template name as the server does; undefined: valid. If it contains tags, the server keeps the text around them. */
export const nameFault =
  (say: Bar['say']) =>
  (title: string): NameFault | undefined => {
    const left = visibleName(title.replace(tag, ''));
    if (left === '') return { words: say('panel_name_missing') };
    if (title.length > maxNameLength) return { words: say('panel_name_long') };
    return title.search(tag) === -1 ? undefined : { words: say('panel_name_tags'), left };
  };
