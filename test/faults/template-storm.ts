import type { Database, Reader } from '../../src/kernel/db/open-database.ts';
import { deepestNesting } from '../../src/lib/markup/block-markup.ts';
import { typeOfKind } from '../../src/modules/templates/model.ts';
import type { TemplateType } from '../../src/modules/templates/model.ts';

/** A public path and the template assignments that apply: those of its item, then those of its kind. */
export interface Place {
  readonly path: string;
  readonly status: number;
  readonly kind: string;
  /** 0 when there is no item with its own template. */
  readonly itemId: number;
}

const text = (words: string) => `<!-- wp:paragraph --><p>${words}</p><!-- /wp:paragraph -->`;

/** Documents broken in different ways. `patterns`: one that contains itself, and one at the end of a chain that is too long. */
const faults: readonly ((patterns: { readonly loop: number; readonly deep: number }) => string)[] = [
  () => '<!-- wp:nobody/knows {"a":1} /-->',
  () => '<!-- wp:broadsheet/row --><!-- wp:broadsheet/column -->',
  () => '<!-- /wp:broadsheet/row -->',
  () => '<!-- wp:broadsheet/row {"gap": -->',
  () => '<!-- wp:broadsheet/row -->'.repeat(deepestNesting),
  ({ loop }) => `<!-- wp:block {"ref":${loop}} /-->`,
  ({ deep }) => `<!-- wp:block {"ref":${deep}} /-->`,
];

/** A document with a mark: `mark-s12.` for a valid one, `mark-b12.` for a broken one. */
export function markedDocument(
  number: number,
  fault: number | undefined,
  patterns: Parameters<(typeof faults)[number]>[0],
): string {
  if (fault === undefined) return text(`mark-s${number}.`);
  return `${text(`mark-b${number}.`)}${faults[fault % faults.length]?.(patterns) ?? ''}`;
}

export const faultCount = faults.length;

export const marksIn = (html: string): string[] =>
  [...html.matchAll(/mark-[bs]\d+\./g)].map(([mark]) => mark);

interface Known {
  readonly id: number;
  readonly type: TemplateType;
  readonly content: string;
  readonly is_mobile: number;
  readonly mobile_template_id: number;
  readonly header_id: number;
}

/** The marks that a page must show according to the stored templates: those of its header and layout, unless these are the theme's. */
export async function marksDue(read: Reader, { kind, itemId }: Place, isPhone: boolean): Promise<string[]> {
  const templates = await read
    .selectFrom('template')
    .select(['id', 'type', 'content', 'is_mobile', 'mobile_template_id', 'header_id'])
    .execute();
  const assigned = await read.selectFrom('template_assignment').selectAll().execute();
  const byId = new Map<number, Known>(templates.map((one) => [one.id, one]));
  const usable = (id: number | undefined, fits: (one: Known) => boolean): Known | undefined => {
    const one = id === undefined ? undefined : byId.get(id);
    return one && fits(one) && !one.content.includes('mark-b') ? one : undefined;
  };
  const idOf = (of: string, item: number) =>
    assigned.find((one) => one.kind === of && one.item_id === item)?.template_id;
  const fits = ({ type, is_mobile: mobile }: Known) => type === typeOfKind(kind) && !mobile;
  const mobileOf = ({ type, mobile_template_id: id }: Known) =>
    usable(id || undefined, (one) => one.type === type && Boolean(one.is_mobile));
  // A phone variant applies even when its template is broken.
  const layouts = [itemId > 0 ? idOf(kind, itemId) : undefined, idOf(kind, 0)].flatMap((id) => {
    const wide = byId.get(id ?? 0);
    const shown =
      wide && fits(wide) ? ((isPhone ? mobileOf(wide) : undefined) ?? usable(id, fits)) : undefined;
    return wide && shown ? [{ wide, shown }] : [];
  });
  const [layout] = layouts;
  const isHeader = ({ type }: Known) => type === 'header';
  const header = usable(layout?.wide.header_id || undefined, isHeader) ?? usable(idOf('header', 0), isHeader);
  return [header, layout?.shown].flatMap((one) => (one ? marksIn(one.content) : []));
}

export async function templateIds({ read }: Database, type: string, isMobile = false): Promise<number[]> {
  const rows = await read
    .selectFrom('template')
    .select('id')
    .where('type', '=', type as TemplateType)
    .where('is_mobile', '=', isMobile ? 1 : 0)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export interface GoneMarks {
  /** Records the stored marks after a write, with its start and end. */
  note(began: number, ended: number, stored: ReadonlySet<string>): void;
  wasGone(mark: string, from: number, to: number): boolean;
}

/** Tracks marks: one is absent from the end of the write that removed it to the start of the write that restores it. */
export function goneMarks(): GoneMarks {
  const times = new Map<string, { readonly from: number; to: number }[]>();
  let before: ReadonlySet<string> = new Set();
  return {
    note: (began, ended, stored) => {
      for (const mark of before)
        if (!stored.has(mark)) times.set(mark, [...(times.get(mark) ?? []), { from: ended, to: Infinity }]);
      for (const mark of stored) {
        const last = times.get(mark)?.at(-1);
        if (last?.to === Infinity) last.to = began;
      }
      before = stored;
    },
    wasGone: (mark, from, to) => (times.get(mark) ?? []).some((gone) => gone.from <= from && to <= gone.to),
  };
}

export async function storedMarks(read: Reader): Promise<ReadonlySet<string>> {
  const rows = await read.selectFrom('template').select('content').execute();
  return new Set(rows.flatMap(({ content }) => marksIn(content)));
}
