import { cleanContent } from '../../modules/posts/post-input.ts';
import { decide, fingerprint } from '../../modules/imports/ledger.ts';
import type { ExportAge, LedgerEntry } from '../../modules/imports/ledger.ts';
import { findTemplate } from '../../modules/templates/reader.ts';
import { keepTemplateRevision } from '../../modules/templates/revisions.ts';
import { isTemplateType } from '../../modules/templates/model.ts';
import type { Template, TemplateType } from '../../modules/templates/model.ts';
import { createTemplate, updateTemplate } from '../../modules/templates/writer.ts';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { startOf, trimEndOf } from '../../lib/cut-text.ts';
import { englishWarning } from '../../lib/template-texts.ts';
import type { TemplateWarning } from '../../lib/template-texts.ts';
import { warningsOfTemplate } from '../../site/pages/template-warnings.ts';
import { withoutControls } from '../../lib/markup/html-tokens.ts';
import { canonicalItem } from '../item-fields.ts';
import { count, drop, recordLocalEdit } from '../report.ts';
import type { ReportEntry } from '../report.ts';
import type { ImportRun } from '../run.ts';
import type { WxrItem } from '../wxr-events.ts';
import { findForeignIds, collectIds } from './find-ids.ts';
import type { IdSources } from './find-ids.ts';
import type { ForeignIds } from './composer-values.ts';
import { writeBlocks } from './lay-out.ts';
import { headerZones, translateFooter, translateHeader } from './translate-part.ts';
import { translateTemplate } from './translate-template.ts';
import type { Translation } from './translate-template.ts';

export const oldTemplateType = 'tdb_templates';

/** Increment when the translation changes: the next import then recreates the templates that were not edited here. */
const translatorVersion = 3;
const maxTitleLength = 200;
const maxDocumentLength = 2_000_000;
/** Limits of one text and of all templates together: they are held in memory until everything they refer to is imported. */
const maxSourceLength = 4_000_000;
const maxWaiting = 2000;
const maxWaitingLength = 64_000_000;

const kind = `item ${oldTemplateType}`;

interface Waiting {
  readonly item: WxrItem;
  readonly age: ExportAge;
  readonly type: TemplateType;
  readonly isMobile: boolean;
}

export class TemplateImport {
  readonly #run: ImportRun;
  readonly #parts: IdSources;
  #waiting = new Map<string, { readonly item: WxrItem; readonly age: ExportAge; readonly file: number }>();
  #length = 0;
  readonly #local = new Map<string, number>();

  constructor(run: ImportRun, parts: IdSources) {
    this.#run = run;
    this.#parts = parts;
  }

  /** Collects an item if it is a template; it is written after all files are read. */
  take(item: WxrItem): boolean {
    if (item.type !== oldTemplateType) return false;
    const reason = this.#reasonToDrop(item);
    if (reason !== undefined) this.#drop(item, reason);
    else {
      const { age, number: file } = this.#run.file;
      const earlier = this.#waiting.get(item.id);
      if (earlier) {
        this.#length -= lengthOf(earlier.item);
        count(this.#run.report, kind, 'unchanged');
      }
      this.#waiting.set(item.id, { item, age, file });
      this.#length += lengthOf(item);
    }
    return true;
  }

  #reasonToDrop(item: WxrItem): string | undefined {
    const { id, status } = item;
    const length = lengthOf(item);
    if (!/^[1-9]\d{0,12}$/.test(id)) return 'it has no ID';
    if (this.#waiting.get(id)?.file === this.#run.file.number)
      return 'another template in the file has the same ID';
    if (status === 'trash') return 'it was in the trash';
    if (length > maxSourceLength) return `it is longer than ${maxSourceLength} characters`;
    return this.#waiting.size >= maxWaiting || this.#length + length > maxWaitingLength
      ? 'too many templates'
      : undefined;
  }

  /** Local id of an exporter's template; undefined when it was not imported or is deleted. */
  async find(read: Reader, externalId: string): Promise<number | undefined> {
    const known = this.#local.get(externalId);
    if (known !== undefined) return known;
    const entry = await this.#run.ledger.findOne(read, 'template', externalId);
    return entry && entry.localId > 0 && (await findTemplate(read, entry.localId))
      ? entry.localId
      : undefined;
  }

  async write(): Promise<void> {
    const waiting = [...this.#waiting.values()];
    this.#waiting = new Map();
    const phones = new Set(
      waiting
        .map(({ item }) => ({ id: item.id, phone: metaOf(item, 'tdc_mobile_template_id') }))
        .filter(({ id, phone }) => id !== phone)
        .map(({ phone }) => phone),
    );
    const templates = waiting.flatMap(({ item, age }): Waiting[] => {
      const type = metaOf(item, 'tdb_template_type');
      const isMobile = metaOf(item, 'tdc_is_mobile_template') === '1' || phones.has(item.id);
      if (isTemplateType(type) && type !== 'home') return [{ item, age, type, isMobile }];
      this.#drop(
        item,
        type === ''
          ? 'it does not specify a kind of page'
          : `pages of the kind "${startOf(type, 40)}" do not exist here`,
      );
      return [];
    });
    const rank = ({ type, isMobile }: Waiting) =>
      type === 'header' || type === 'footer' ? (isMobile ? 0 : 1) : isMobile ? 2 : 3;
    const ids = await this.#idsFor(templates);
    for (const template of templates.toSorted((a, b) => rank(a) - rank(b))) await this.#write(template, ids);
    await this.#run.batches.flush();
  }

  async #write(template: Waiting, ids: ForeignIds): Promise<void> {
    const { report, batches, ledger, database, force } = this.#run;
    const { item, age, type, isMobile } = template;
    const entry = this.#entryOf(item);
    const hash = fingerprint([translatorVersion, canonicalItem(item)]);
    const before = await ledger.findOne(database.read, 'template', item.id);
    const storedTemplate =
      before && before.localId > 0 ? await findTemplate(database.read, before.localId) : undefined;
    const verdict = decide(before, { hash, age, force }, storedTemplate && stateOf(storedTemplate));
    if (verdict === 'gone') return this.#drop(item, 'deleted here; later exports do not restore it');
    if (before && verdict !== 'update') {
      if (!storedTemplate) return this.#drop(item, 'deleted here; later exports do not restore it');
      this.#local.set(item.id, storedTemplate.id);
      if (verdict === 'unchanged') count(report, kind, 'unchanged');
      else recordLocalEdit(report, entry);
      return;
    }
    if (storedTemplate && (storedTemplate.type !== type || storedTemplate.isMobile !== isMobile)) {
      return this.#drop(item, 'its kind has changed in the export; the template here is unchanged');
    }
    const translation = translate(sourceOf(item), { type, isMobile, ids });
    const content = cleanContent(writeBlocks(translation.blocks), '');
    if (translation.blocks.length === 0) return this.#drop(item, 'none of its elements is supported');
    if (content.length > maxDocumentLength)
      return this.#drop(item, `it would be longer than ${maxDocumentLength} characters`);
    const notes: string[] = [...translation.notes];
    let localId = 0;
    let missing: string[] = [];
    let warnings: TemplateWarning[] = [];
    await batches.add({
      work: async (tx) => {
        const { found, lost } = await this.#namedBy(tx, template);
        missing = lost;
        localId = await this.#store(
          tx,
          template,
          { ...found, content, title: titleOf(item) },
          before,
          storedTemplate,
        );
        const stored = await findTemplate(tx.db, localId);
        warnings = (await warningsOfTemplate(tx.db, localId)) ?? [];
        await ledger.record(tx, 'template', item.id, {
          localId,
          hash,
          state: stored ? stateOf(stored) : '',
          before,
        });
      },
      done: () => {
        this.#local.set(item.id, localId);
        count(report, kind, before ? 'updated' : 'imported');
        report.templates.push({
          id: item.id,
          localId,
          title: titleOf(item),
          type,
          isMobile,
          lines: translation.lines,
          unknown: translation.unknown,
          notes: [...notes, ...missing, ...warnings.map(englishWarning)],
        });
      },
      failed: (reason) => this.#drop(item, reason),
    });
  }

  async #store(
    tx: Tx,
    { type, isMobile }: Waiting,
    fields: Pick<Template, 'title' | 'content' | 'mobileTemplateId' | 'headerId' | 'footerId'>,
    before: LedgerEntry | undefined,
    stored: Template | undefined,
  ): Promise<number> {
    if (!before || !stored) return createTemplate(tx, { type, isMobile, ...fields });
    await keepTemplateRevision(tx, stored.id, 0, stored.updatedAt);
    await updateTemplate(tx, stored.id, fields);
    await keepTemplateRevision(tx, stored.id, 0);
    return stored.id;
  }

  async #namedBy(
    tx: Tx,
    { item, type, isMobile }: Waiting,
  ): Promise<{
    found: Pick<Template, 'mobileTemplateId' | 'headerId' | 'footerId'>;
    lost: string[];
  }> {
    const lost: string[] = [];
    const named = async (
      key: string,
      what: string,
      fits: (template: Template) => boolean,
    ): Promise<number> => {
      const externalId = metaOf(item, key);
      if (!/^[1-9]\d{0,12}$/.test(externalId) || externalId === item.id) return 0;
      const id = await this.find(tx.db, externalId);
      const template = id === undefined ? undefined : await findTemplate(tx.db, id);
      if (template && fits(template)) return template.id;
      lost.push(`${what} ${externalId} ${template ? 'is of another kind' : 'is not in the file'}`);
      return 0;
    };
    const isPart = type === 'header' || type === 'footer';
    return {
      found: {
        mobileTemplateId: isMobile
          ? 0
          : await named(
              'tdc_mobile_template_id',
              'its mobile template',
              (one) => one.isMobile && one.type === type,
            ),
        headerId: isPart
          ? 0
          : await named('tdc_header_template_id', 'its header', (one) => one.type === 'header'),
        footerId: isPart
          ? 0
          : await named('tdc_footer_template_id', 'its footer', (one) => one.type === 'footer'),
      },
      lost,
    };
  }

  async #idsFor(templates: readonly Waiting[]): Promise<ForeignIds> {
    const named = { posts: new Set<string>(), pictures: new Set<string>() };
    for (const { item, type } of templates) {
      const zones = type === 'header' ? headerZones(sourceOf(item)) : { desktop: sourceOf(item), mobile: '' };
      for (const text of [zones.desktop, zones.mobile]) collectIds(text, named);
    }
    return findForeignIds(this.#run, this.#parts, named);
  }

  #entryOf(item: WxrItem): Omit<ReportEntry, 'message'> {
    return { kind, id: item.id, title: item.title };
  }

  #drop(item: WxrItem, message: string): void {
    drop(this.#run.report, { ...this.#entryOf(item), message });
  }
}

function translate(source: string, options: Parameters<typeof translateTemplate>[1]): Translation {
  if (options.type === 'header') return translateHeader(source, options);
  return options.type === 'footer' ? translateFooter(source, options) : translateTemplate(source, options);
}

/** Fields that can be edited here and are part of an export. */
const stateOf = ({ title, content, mobileTemplateId, headerId, footerId }: Template) =>
  fingerprint([title, content, mobileTemplateId, headerId, footerId]);

const metaOf = (item: Pick<WxrItem, 'meta'>, key: string) =>
  item.meta.find((meta) => meta.key === key)?.value.trim() ?? '';

/** The source of a template or text: its content or, when that is empty, the data of the old theme's editor. */
export const sourceOf = (item: Pick<WxrItem, 'content' | 'meta'>) =>
  item.content.trim() === '' ? metaOf(item, 'tdc_content') : item.content;

const lengthOf = (item: WxrItem) => sourceOf(item).length;

function titleOf({ id, title }: WxrItem): string {
  const plain = trimEndOf(startOf(withoutControls(title).replace(/\s+/g, ' ').trim(), maxTitleLength), ' ');
  return plain === '' ? `Template ${id}` : plain;
}
