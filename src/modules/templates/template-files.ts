import { z } from 'zod';
import type { Tx, Reader } from '../../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { patternRefs, renameInBlocks, toRef, renameIds } from '../../lib/markup/block-refs.ts';
import { readInput } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import { createPost, mayReadPost, findPosts, findSummaries } from '../posts/index.ts';
import type { CleanedAhead } from '../posts/index.ts';
import { patternType, registeredTypes } from '../types/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { assignTemplate } from './assign-template.ts';
import { createTemplate, saveTemplate } from './template-commands.ts';
import { mobilePages, kindOfArchive, kindOfPost, kindOfSearch, kindOfTerm, wordsOfKind } from './kinds.ts';
import { editTemplates } from './policy.ts';
import { readTemplateFile } from './template-input.ts';
import type { TemplateEntry, TemplateFile } from './template-input.ts';
import { startOf } from '../../lib/cut-text.ts';
import { findTemplate } from './reader.ts';
import type { Template, TargetParam, TargetParams, targetsByItem } from './model.ts';
import { positive } from '../../lib/numbers.ts';
import { sentId, sentIdOrNone } from '../../kernel/input-kinds.ts';
import { findTerms } from '../terms/index.ts';
import { typeOfKind, targetParams, targetsByAddress } from './model.ts';

/** Target of an imported template: an item, all items of a kind without their own (item 0), or the mobile variant of another template. */
const importTarget = z.union([
  z.strictObject({
    kind: z
      .string()
      .max(100)
      .refine((kind) => typeOfKind(kind) !== undefined, 'there is no such kind of page'),
    itemId: sentIdOrNone,
  }),
  z.strictObject({ mobileOf: sentId }),
]);
export type ImportTarget = z.output<typeof importTarget>;

const kindsOf: Readonly<Record<(typeof targetsByItem)[number], (kind: string) => boolean>> = {
  assign_to_post: (kind) => kind === 'single' || kind === 'page',
  assign_to_category: (kind) => kind === 'category',
  assign_to_author: (kind) => kind === 'author',
  assign_to_tag: (kind) => kind === 'tag',
  assign_to_woo_product: (kind) => kind === 'woo_product',
  assign_to_woo_archive: (kind) => kind === 'woo_archive',
  assign_to_cpt: (kind) => kind.startsWith('cpt:'),
  assign_to_cpt_tax: (kind) => kind.startsWith('cpt_tax:'),
};

function refused(param: string, message: string): InvalidInputError {
  return new InvalidInputError(message, 'rest_invalid_param', { [param]: message });
}

interface TargetPlace {
  readonly read: Reader;
  readonly siteUrl: string;
  readonly kindAt: (address: string) => Promise<string | undefined>;
}

/** Reads the target from request params; undefined: none is given. Throws for several targets and for one that does not exist on this site. */
export async function findImportTarget(
  { read, siteUrl, kindAt }: TargetPlace,
  params: TargetParams,
): Promise<ImportTarget | undefined> {
  const present = targetParams.filter((name) => params[name] !== undefined && params[name] !== '');
  const [param, other] = present;
  if (other !== undefined)
    throw refused(other, `A template is imported for one thing: say ${param} or ${other}, not both.`);
  if (params.assign_to_search_cpt && param !== 'assign_to_search') {
    throw refused('assign_to_search_cpt', 'assign_to_search_cpt goes with assign_to_search only.');
  }
  if (param === undefined) return undefined;
  const value = params[param] ?? '';
  if (param === 'assign_mobile_to_template') return { mobileOf: numberOf(param, value) };
  if (param === 'assign_mobile_to_page') return { kind: mobilePages, itemId: numberOf(param, value) };
  if (isByAddress(param)) {
    const address = decoded(value);
    if (!isOfSite(address, siteUrl))
      throw refused(param, `${param} takes the address of a page of this site in base64.`);
    const { pathname, search } = new URL(address);
    const found = await kindAt(pathname + search);
    if (found === undefined || typeOfKind(found) !== targetsByAddress[param]) {
      const { one } = wordsOfKind(targetsByAddress[param]);
      throw refused(
        param,
        `${param} takes the address of a page of the kind “${one}”, which ${(pathname + search).slice(0, 100)} is not.`,
      );
    }
    const type = params.assign_to_search_cpt;
    if (type && !registeredTypes().some(({ name, isPublic }) => isPublic && name === type)) {
      throw refused(
        'assign_to_search_cpt',
        'assign_to_search_cpt takes the name of a public type of this site.',
      );
    }
    return { kind: type ? kindOfSearch(type) : targetsByAddress[param], itemId: 0 };
  }
  const archive = param === 'assign_to_cpt_tax' && !/^\d/.test(value) ? archiveKind(value) : undefined;
  if (archive !== undefined) return { kind: archive, itemId: 0 };
  const itemId = numberOf(param, value);
  const kind = await kindOfItem(read, param, itemId);
  if (kind === undefined || !kindsOf[param](kind)) {
    throw new NotFoundError(
      `There is nothing of the number ${itemId} that ${param} could mean.`,
      'item_not_found',
    );
  }
  return { kind, itemId };
}

const isByAddress = (param: TargetParam): param is keyof typeof targetsByAddress =>
  Object.hasOwn(targetsByAddress, param);

function numberOf(param: string, value: string): number {
  const id = positive(value);
  if (id === undefined) throw refused(param, `${param} takes a number, not “${value.slice(0, 40)}”.`);
  return id;
}

function archiveKind(type: string): string | undefined {
  return /^[\w-]{1,20}$/.test(type) ? kindOfArchive(type) : undefined;
}

async function kindOfItem(
  read: Reader,
  param: (typeof targetsByItem)[number],
  id: number,
): Promise<string | undefined> {
  if (param === 'assign_to_author') return 'author';
  if (param === 'assign_to_post' || param === 'assign_to_woo_product' || param === 'assign_to_cpt') {
    const post = (await findSummaries(read, [id])).get(id);
    return post && kindOfPost(post.type);
  }
  const term = (await findTerms(read, [id])).get(id);
  return term && kindOfTerm(term.taxonomy);
}

/** Decodes standard or URL-safe base64 as UTF-8; empty for anything else. */
function decoded(value: string): string {
  return /^[\w+/-]+={0,2}$/.test(value) && value.length <= 4000
    ? Buffer.from(value, 'base64').toString('utf8')
    : '';
}

function isOfSite(address: string, siteUrl: string): boolean {
  return URL.canParse(address) && new URL(address).origin === new URL(siteUrl).origin;
}

const schema = z.strictObject({
  file: z.unknown(),
  target: importTarget.optional(),
  withMobile: z.boolean().default(true),
  siteUrl: z.string(),
});

export interface ImportedTemplate {
  readonly id: number;
  readonly title: string;
  readonly templateIds: readonly number[];
  readonly patternIds: readonly number[];
}

/**
 * Creates a template with its parts and assigns it. `from`: the target's template (0: none), or the revision of the
 * template whose phone variant it becomes. Throws `InvalidInputError` if it does not fit, and `StaleError`.
 */
export async function importTemplates(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From,
  aheads: readonly CleanedAhead[] = [],
): Promise<ImportedTemplate> {
  demand(editTemplates, actor, undefined);
  const { file: sent, target, withMobile, siteUrl } = readInput(schema, input, 'the import');
  const file = withoutSite(readTemplateFile(sent), siteUrl);
  const main = mainOf(file, target);
  const patterns = await makePatterns(tx, actor, file);
  const made: number[] = [];
  const make = async (
    entry: TemplateEntry,
    parts: Partial<Pick<TemplateEntry, 'mobileTemplateId' | 'headerId' | 'footerId'>>,
  ) => {
    const content = withPatterns(entry.content, patterns);
    const { type, title, isMobile } = entry;
    const ahead = aheads.find((one) => one.sent === content);
    const id = await createTemplate(tx, actor, { type, title, isMobile, content, ...parts }, ahead);
    made.push(id);
    return id;
  };
  const part = async (id: number) => {
    const entry = id > 0 ? file.templates.find((one) => one.id === id) : undefined;
    return entry ? make(entry, {}) : 0;
  };
  const parts = main.isMobile
    ? {}
    : {
        mobileTemplateId: withMobile ? await part(main.mobileTemplateId) : 0,
        headerId: await part(main.headerId),
        footerId: await part(main.footerId),
      };
  const id = await make(main, parts);
  if (target) await give(tx, actor, id, target, from);
  return { id, title: main.title.trim(), templateIds: made.toReversed(), patternIds: [...patterns.values()] };
}

function mainOf(file: TemplateFile, target: ImportTarget | undefined): TemplateEntry {
  const main = file.templates.find(({ id }) => id === file.main);
  if (!main) throw new InvalidInputError('The file holds no template.');
  if (target && ('mobileOf' in target || target.kind === mobilePages)) return { ...main, isMobile: true };
  if (target && main.isMobile) {
    throw new InvalidInputError(
      `“${main.title}” is for phones: import it as the mobile template of another one.`,
      'rest_invalid_param',
      { file: 'It is a template for phones.' },
    );
  }
  return main;
}

async function give(tx: Tx, actor: Actor, id: number, target: ImportTarget, from: From): Promise<void> {
  if ('mobileOf' in target)
    await saveTemplate(tx, actor, { id: target.mobileOf, mobileTemplateId: id }, from);
  else await assignTemplate(tx, actor, { ...target, templateId: id }, from);
}

/** Creates the patterns that the templates need, inner ones first. Returns their new ids by the ids in the file. */
async function makePatterns(tx: Tx, actor: Actor, { patterns }: TemplateFile): Promise<Map<number, number>> {
  const made = new Map<number, number>();
  let left = [...patterns];
  while (left.length > 0) {
    const waiting = new Set(left.map(({ id }) => id));
    const ready = left.filter(({ content }) => patternRefs(content).every((id) => !waiting.has(id)));
    // Patterns in a cycle render nothing anyway, so the cycle is cut.
    const next = ready.length > 0 ? ready : left.slice(0, 1);
    for (const { id, title, content } of next) {
      const fields = {
        type: patternType,
        title: title.trim() || 'Pattern',
        content: withPatterns(content, made),
        status: 'publish' as const,
      };
      made.set(id, await createPost(tx, actor, fields));
    }
    left = left.filter((one) => !next.includes(one));
  }
  return made;
}

export const settingsOfSite: readonly string[] = [
  'post_ids',
  'category_id',
  'author_id',
  'tag_slug',
  'page_id',
  'td_ajax_filter_ids',
  'td_filter_value',
  'live_filter_cur_post_id',
  'live_filter_cur_post_author',
];

/** Removes a foreign site's ids of posts, terms and users from a file: here they would refer to other items. */
function withoutSite(file: TemplateFile, siteUrl: string): TemplateFile {
  if (file.site === siteUrl || file.site === '') return file;
  const clean = <Text extends { readonly content: string }>(one: Text): Text => ({
    ...one,
    content: withoutIds(one.content),
  });
  return { ...file, templates: file.templates.map(clean), patterns: file.patterns.map(clean) };
}

function withoutIds(markup: string): string {
  const named = renameInBlocks(markup, (name, attributes) => {
    if (!name.startsWith('broadsheet/') || !settingsOfSite.some((key) => Object.hasOwn(attributes, key)))
      return undefined;
    return Object.fromEntries(Object.entries(attributes).filter(([key]) => !settingsOfSite.includes(key)));
  });
  return renameIds(named, { post: () => 0, term: () => 0 });
}

/** Points synced pattern blocks to the created patterns; a block whose pattern is missing gets none. */
function withPatterns(markup: string, made: ReadonlyMap<number, number>): string {
  return renameInBlocks(markup, (name, attributes) => {
    if (name !== 'core/block') return undefined;
    const ref = made.get(toRef(attributes.ref) ?? 0) ?? 0;
    return ref === attributes.ref ? undefined : { ...attributes, ref };
  });
}

/** Maximum nesting of exported patterns. */
const patternRounds = 5;
const maxPatterns = 30;

/** Exports a template with its phone variant, header, footer, and the synced patterns in them that the actor may read. Throws `NotFoundError`. */
export async function exportTemplate(
  read: Reader,
  actor: Actor | undefined,
  id: number,
  siteUrl: string,
): Promise<TemplateFile> {
  demand(editTemplates, actor, undefined);
  const main = await findTemplate(read, id);
  if (!main) throw new NotFoundError(`There is no template ${id}.`, 'template_not_found');
  const others = [main.mobileTemplateId, main.headerId, main.footerId].filter((one) => one > 0);
  const templates = [main, ...(await Promise.all(others.map((one) => findTemplate(read, one))))].filter(
    (one) => one !== undefined,
  );
  const known = new Set(templates.map((template) => template.id));
  const knownId = (one: number) => (known.has(one) ? one : 0);
  return {
    format: 'broadsheet-template',
    version: 1,
    site: siteUrl,
    main: id,
    templates: templates.map((template) => ({
      id: template.id,
      type: template.type,
      title: template.title,
      content: template.content,
      isMobile: template.isMobile,
      ...(template === main
        ? {
            mobileTemplateId: knownId(main.mobileTemplateId),
            headerId: knownId(main.headerId),
            footerId: knownId(main.footerId),
          }
        : { mobileTemplateId: 0, headerId: 0, footerId: 0 }),
    })),
    patterns: await patternsOf(read, actor, templates),
  };
}

async function patternsOf(
  read: Reader,
  actor: Actor,
  templates: readonly Template[],
): Promise<TemplateFile['patterns']> {
  const found = new Map<number, TemplateFile['patterns'][number]>();
  let texts: readonly string[] = templates.map(({ content }) => content);
  for (let round = 0; round < patternRounds && texts.length > 0; round++) {
    const requested = [...new Set(texts.flatMap((text) => patternRefs(text)))]
      .filter((id) => !found.has(id))
      .slice(0, maxPatterns - found.size);
    const posts = requested.length === 0 ? [] : [...(await findPosts(read, requested)).values()];
    const patterns = posts.filter((post) => post.type === patternType && mayReadPost(actor, post));
    for (const { id, title, content } of patterns) found.set(id, { id, title: startOf(title, 200), content });
    texts = patterns.map(({ content }) => content);
  }
  return [...found.values()];
}
