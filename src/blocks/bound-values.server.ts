import { allowedValue, dateFact, overriddenName, readBindings } from '../lib/markup/bindings.ts';
import type { Binding } from '../lib/markup/bindings.ts';
import { overrideOf } from '../modules/patterns/expand-patterns.ts';
import { termLink } from '../modules/cards/cards.ts';
import { taxonomyNamed } from '../modules/types/registry.ts';
import type { BoundValues } from '../lib/markup/bind-html.ts';
import type { BlockNode } from './document/document.ts';
import type { LoadContext } from './load-context.ts';
import { boundField, hasField } from './field-values.server.ts';
import { bindHtml } from '../lib/markup/bind-html.ts';
import { writeClosing, writeOpening } from '../lib/markup/block-markup.ts';

type Bound = Pick<BlockNode, 'name' | 'attributes'>;

export async function boundValues(block: Bound, context: LoadContext): Promise<BoundValues> {
  const values = await Promise.all(
    Object.entries(readBindings(block.name, block.attributes) ?? {}).map(async ([attribute, binding]) => {
      const value = allowedValue(block.name, attribute, await valueOf(binding, attribute, block, context));
      return value === undefined ? [] : [[attribute, value] as const];
    }),
  );
  return Object.fromEntries(values.flat());
}

async function valueOf(
  { source, args }: Binding,
  attribute: string,
  block: Bound,
  context: LoadContext,
): Promise<unknown> {
  switch (source) {
    case 'core/pattern-overrides':
      return overrideOf(context.inherited.overrides, overriddenName(block.attributes), attribute);
    case 'core/post-meta':
      return (await hasField(args.key, context))
        ? boundField(args.key, block.name, attribute, context)
        : metaOf(args.key, context);
    case 'core/post-data':
      return postField(
        args.field ?? args.key,
        navigatesTo(block) ?? context.inherited.postId ?? context.page.post?.id,
        context,
      );
    case 'broadsheet/field':
      return boundField(args.name ?? args.key, block.name, attribute, context);
    case 'core/term-data':
      return termField(args.field ?? args.key, navigatesTo(block) ?? context.inherited.termId, context);
  }
}

/** The post or term that a navigation item links to; other blocks are about their context. */
function navigatesTo({ name, attributes: { id } }: Bound): number | undefined {
  return name.startsWith('core/navigation-') && typeof id === 'number' && Number.isSafeInteger(id)
    ? id
    : undefined;
}

async function metaOf(key: unknown, context: LoadContext): Promise<string | undefined> {
  const {
    content,
    page: { post },
    inherited,
  } = context;
  const id = inherited.postId ?? post?.id;
  if (id === undefined || typeof key !== 'string') return undefined;
  const own = id === post?.id;
  if (own && post.isProtected && !context.viewer.unlocked.has(id)) return undefined;
  return context.cache(`meta ${own} ${id} ${key}`, (inner) => {
    inner.tag(`post:${id}`);
    return content.meta.find(id, key, own);
  });
}

async function postField(
  field: unknown,
  id: number | undefined,
  context: LoadContext,
): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const { page } = context;
  const own = page.post?.id === id ? page.post : undefined;
  if (own?.isProtected && !context.viewer.unlocked.has(id)) return undefined;
  const { timezone_string: zone } = await context.content.settings.current();
  const post = own ? { ...own, url: page.path } : (await context.cards([id]))[0];
  if (!post) return undefined;
  return field === 'link' ? post.url : dateFact(field, post, zone);
}

async function termField(
  field: unknown,
  id: number | undefined,
  context: LoadContext,
): Promise<string | undefined> {
  if (id === undefined) return undefined;
  context.tag(`term:${id}`);
  const { content } = context;
  const terms = await content.terms.withAncestors([id]);
  const term = terms.get(id);
  if (!term || !taxonomyNamed(term.taxonomy).isPublic) return undefined;
  const site = await content.settings.current();
  const fields: Readonly<Record<string, string>> = {
    id: String(term.id),
    name: term.name,
    slug: term.slug,
    description: term.description,
    parent: String(term.parentId),
    count: String(term.count),
    link: termLink(term, terms, site).url,
  };
  return typeof field === 'string' && Object.hasOwn(fields, field) ? fields[field] : undefined;
}

/** Attributes that are stored only in a block's HTML. */
const inHtml: ReadonlySet<string> = new Set(['content', 'text', 'caption']);

export function writeBound(
  block: Pick<BlockNode, 'name' | 'attributes'>,
  saved: string,
  values: BoundValues,
): string {
  const {
    name,
    attributes: { metadata, ...attributes },
  } = block;
  const { bindings, ...others } = metadata as Readonly<Record<string, unknown>>; // a block with bindings has a metadata object
  // Retains the names without their sources, so that a block can show nothing for a bound attribute without a value.
  const names = Object.keys(bindings as object).map((attribute) => [attribute, {}]);
  const own = Object.entries(values)
    .filter(([attribute]) => !inHtml.has(attribute))
    .map(([attribute, value]) => [attribute, toJson(attribute, value)]);
  const written = {
    ...attributes,
    metadata: { ...others, bindings: Object.fromEntries(names) as object },
    ...(Object.fromEntries(own) as object),
  };
  const opening = writeOpening(name, written, saved === '');
  return saved === '' ? opening : opening + bindHtml(name, saved, values) + writeClosing(name);
}

const toJson = (attribute: string, value: string) => (attribute === 'id' ? Number(value) : value);
