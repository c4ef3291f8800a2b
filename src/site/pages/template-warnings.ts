import { findPatterns } from '../../modules/patterns/store.ts';
import { deepestPatterns, patternBlockName } from '../../modules/patterns/expand-patterns.ts';
import { findTemplateParts } from '../../modules/posts/navigation.ts';
import { findPosts } from '../../modules/posts/reader.ts';
import { mobilePages } from '../../modules/templates/kinds.ts';
import { fitsKind } from '../../modules/templates/policy.ts';
import {
  findReferring,
  findTemplate,
  findTemplates,
  findTemplateUses,
  listTemplates,
} from '../../modules/templates/reader.ts';
import type { Template, TemplateType } from '../../modules/templates/model.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import { blockTokens } from '../../lib/markup/block-markup.ts';
import { toRef } from '../../lib/markup/block-refs.ts';
import { readJson } from '../../lib/json.ts';
import type { TemplateWarning } from '../../lib/template-texts.ts';
import { judgeTemplate, partKey, partOf } from './judge-template.ts';
import type { JudgedDocument, JudgedTemplate, ReferencedDocuments } from './judge-template.ts';

/** Documents and characters that are loaded for references. */
const maxDocuments = 300;
const maxCharacters = 4_000_000;

/**
 * Warnings about a stored template and its variant for phones; undefined: the id does not exist. `isMobilePage`: it
 * replaces a page on phones; by default, a mobile page template that is no template's variant.
 */
export async function warningsOfTemplate(
  read: Reader,
  id: number,
  { isMobilePage }: { readonly isMobilePage?: boolean | undefined } = {},
): Promise<TemplateWarning[] | undefined> {
  const template = await findTemplate(read, id);
  if (!template) return undefined;
  const isPage = isMobilePage ?? (isForMobilePages(template) && !(await isVariant(read, id)));
  return warningsOf(read, template, { isMobilePage: isPage });
}

/** Whether a template can replace a page on phones. */
const isForMobilePages = (template: Pick<Template, 'type' | 'isMobile'>): boolean =>
  fitsKind(template, mobilePages);

async function isVariant(read: Reader, id: number): Promise<boolean> {
  return (await findReferring(read, id)).some(({ field }) => field === 'mobileTemplateId');
}

/** The same for a template that may differ from the stored one. */
export async function warningsOf(
  read: Reader,
  template: JudgedDocument &
    Pick<Template, 'type' | 'isMobile'> &
    Partial<Pick<Template, 'mobileTemplateId'>>,
  { isMobilePage = false }: { readonly isMobilePage?: boolean | undefined } = {},
): Promise<TemplateWarning[]> {
  const { mobileTemplateId = 0 } = template;
  const mobile = mobileTemplateId > 0 ? await findTemplate(read, mobileTemplateId) : undefined;
  const judged: JudgedTemplate = { ...template, mobile, isMobilePage };
  const contents = [template.content, ...(mobile ? [mobile.content] : [])];
  return judgeTemplate(judged, await findReferences(read, contents));
}

/** Warnings about a stored template with new content. Empty while no page uses the template. */
export async function warningsOfSaving(
  read: Reader,
  template: Template,
  content: string,
): Promise<TemplateWarning[]> {
  const isOfAnother = template.isMobile && (await isVariant(read, template.id));
  const uses = isOfAnother ? [] : await findTemplateUses(read, template.id, 1);
  if (uses.length === 0 && !isOfAnother) return [];
  const isMobilePage = uses.some(({ kind }) => kind === mobilePages);
  return warningsOf(read, { ...template, content }, { isMobilePage });
}

/** Documents judged for one list, and their characters; a chunk is loaded at once. */
const maxJudged = 400;
const maxJudgedCharacters = 8_000_000;
const chunk = 20;

/**
 * Warnings of all templates, or of a type's, by id; each for its own document. Omits templates without any, and those
 * beyond a few hundred or a few megabytes of markup.
 */
export async function listWarnings(
  read: Reader,
  type?: TemplateType,
): Promise<Map<number, TemplateWarning[]>> {
  const templates = type
    ? (
        await Promise.all([
          listTemplates(read, { type, mobile: false }),
          listTemplates(read, { type, mobile: true }),
        ])
      ).flat()
    : await listTemplates(read);
  const variants = new Set(templates.map(({ mobileTemplateId }) => mobileTemplateId));
  const found = new Map<number, TemplateWarning[]>();
  let characters = 0;
  for (
    let at = 0;
    at < Math.min(templates.length, maxJudged) && characters < maxJudgedCharacters;
    at += chunk
  ) {
    const ids = templates.slice(at, at + chunk).map(({ id }) => id);
    const documents = await findTemplates(read, ids);
    const references = await findReferences(
      read,
      [...documents.values()].map(({ content }) => content),
    );
    for (const template of documents.values()) {
      characters += template.content.length;
      const { id, mobileTemplateId } = template;
      const isMobilePage = isForMobilePages(template) && !variants.has(id);
      const isVariantElsewhere = mobileTemplateId > 0;
      const warnings = judgeTemplate({ ...template, isMobilePage, isVariantElsewhere }, references);
      if (warnings.length > 0) found.set(id, warnings);
    }
  }
  return found;
}

/** The documents that others refer to, at any depth. A few queries. */
export async function findReferences(
  read: Reader,
  contents: readonly string[],
): Promise<ReferencedDocuments> {
  const patterns = new Map<number, string>();
  const parts = new Map<string, string>();
  const loadedKeys = new Set<string>();
  let characters = 0;
  let isCut = false;
  let texts = contents;
  for (let round = 0; round < deepestPatterns && texts.length > 0; round++) {
    const named = texts.map(namedIn);
    const ids = [...new Set(named.flatMap((one) => one.patterns))].filter((id) => !loadedKeys.has(`${id}`));
    const slugs = [...new Set(named.flatMap((one) => one.slugs))].filter(
      (slug) => !loadedKeys.has(`part ${slug}`),
    );
    const room = Math.max(0, maxDocuments - loadedKeys.size);
    if (ids.length + slugs.length > room || (characters > maxCharacters && ids.length + slugs.length > 0)) {
      isCut = true;
      break;
    }
    for (const key of [...ids.map(String), ...slugs.map((slug) => `part ${slug}`)]) loadedKeys.add(key);
    const next: string[] = [];
    const take = (content: string): string => {
      characters += content.length;
      next.push(content);
      return content;
    };
    for (const [id, { post }] of await findPatterns(read, ids)) patterns.set(id, take(post.content));
    const found = await findTemplateParts(read, slugs);
    const partIds = [...found.values()].flat().map(({ id }) => id);
    const posts = await findPosts(read, partIds.slice(0, maxDocuments));
    for (const [slug, themed] of found) {
      for (const { id, theme } of themed.toReversed()) {
        const content = posts.get(id)?.content;
        if (content === undefined) continue;
        // The newest comes last: it is the one for a name without a theme.
        parts.set(partKey(slug, theme), content);
        parts.set(partKey(slug, ''), content);
        take(content);
      }
    }
    texts = next;
  }
  return { patterns, parts, isCut };
}

function namedIn(markup: string): { readonly patterns: number[]; readonly slugs: string[] } {
  const found = { patterns: [] as number[], slugs: [] as string[] };
  if (!/wp:(?:core\/)?(?:block|template-part)\b/.test(markup)) return found;
  for (const { kind, name, json } of blockTokens(markup)) {
    if (kind === 'close' || (name !== patternBlockName && name !== 'core/template-part')) continue;
    const attributes = readJson(json) ?? {};
    const ref = name === patternBlockName ? toRef(attributes['ref']) : undefined;
    const part = partOf({ name, attributes });
    if (ref !== undefined) found.patterns.push(ref);
    if (part) found.slugs.push(part.slug);
  }
  return found;
}
