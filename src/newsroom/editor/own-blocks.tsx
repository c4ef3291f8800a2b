import { Placeholder, Spinner } from '@wordpress/components';
import { InnerBlocks, InspectorControls, useBlockProps, useInnerBlocksProps } from '@wordpress/block-editor';
import { registerBlockType } from '@wordpress/blocks';
import { createContext, useContext, useEffect, useState } from 'react';
import type { BlockTypes, BlockPreviews, PreviewsSent } from '../app/rest-types.ts';
import { isOwn, noteHolder } from './block-kit.ts';
import type { Block } from './block-kit.ts';
import { SettingsInspector } from './settings-inspector.tsx';
import { awayCode, rest, RestError } from '../app/rest.ts';
import { connection } from '../app/connection.ts';
import { say } from '../words.ts';

export type ServedType = Pick<
  BlockTypes[number],
  | 'name'
  | 'title'
  | 'description'
  | 'category'
  | 'icon'
  | 'keywords'
  | 'attributes'
  | 'parent'
  | 'ancestor'
  | 'allowed_blocks'
  | 'supports'
  | 'example'
  | 'broadsheet_holds_blocks'
>;

const shelves = {
  layout: say('Layout'),
  listing: say('Post lists'),
  marketing: say('Marketing'),
  shop: say('Shop'),
  single: say('Article parts'),
  archive: say('Archive parts'),
  header: say('Header'),
  footer: say('Footer'),
};
/** Categories useful in texts; other blocks belong in templates and are only shown where a text holds them. */
const offered = new Set(['layout', 'listing', 'media', 'marketing', 'shop']);
/** Blocks of other categories that are useful in a text, too. */
const offeredAlone = new Set(['broadsheet/field']);
export const ownCategories = Object.entries(shelves).map(([slug, title]) => ({ slug, title }));

const beginnings: Readonly<Record<string, readonly (readonly [string])[]>> = {
  'broadsheet/row': [['broadsheet/column'], ['broadsheet/column']],
};

export const PreviewedPost = createContext(0);

const servedByName = new Map<string, Pick<ServedType, 'attributes' | 'broadsheet_holds_blocks'>>();

function sentOf(name: string, attributes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = servedByName.get(name)?.attributes ?? {};
  return Object.fromEntries(
    Object.entries(attributes).filter(([key, value]) => value !== undefined && Object.hasOwn(known, key)),
  );
}

/** Requests the previews of all blocks of a text in one batch before they are rendered. */
export function drawAhead(blocks: readonly Block[], postId: number): void {
  for (const { name, attributes, innerBlocks } of blocks) {
    if (servedByName.get(name)?.broadsheet_holds_blocks === false)
      void previewOf(name, sentOf(name, attributes), postId);
    drawAhead(innerBlocks as readonly Block[], postId);
  }
}

/** Registers an own block, or a WordPress block that only the server can render. */
export function registerServed({
  name,
  title,
  description,
  category,
  icon,
  keywords,
  attributes,
  parent,
  ancestor,
  allowed_blocks: allowed,
  supports,
  example,
  broadsheet_holds_blocks: isContainer,
}: ServedType): void {
  servedByName.set(name, { attributes, broadsheet_holds_blocks: isContainer });
  const isOurs = isOwn(name);
  if (isOurs && isContainer) noteHolder(name);
  const schemas = Object.entries(attributes).filter(([key]) => key !== 'lock' && key !== 'metadata');
  const Edit = ({ attributes: values, setAttributes }: EditProps) => {
    const inspector = isOurs && (
      <InspectorControls>
        <SettingsInspector schemas={schemas} values={values} onChange={setAttributes} />
      </InspectorControls>
    );
    return isContainer ? (
      <>
        {inspector}
        <Container name={name} allowed={allowed} />
      </>
    ) : (
      <>
        {inspector}
        <Served name={name} title={title} attributes={values} />
      </>
    );
  };
  const definition = {
    apiVersion: 3,
    title,
    description,
    category: category && (offered.has(category) || category in shelves) ? category : 'theme',
    keywords: [...keywords],
    ...(icon
      ? {
          icon: (
            <svg viewBox="0 0 24 24" width="24" height="24">
              <path d={icon} />
            </svg>
          ),
        }
      : {}),
    // Values keep their type: a number written as a string must stay one for the server.
    attributes: Object.fromEntries(schemas.map(([key]) => [key, {}])),
    ...(parent ? { parent: [...parent] } : {}),
    ...(ancestor ? { ancestor: [...ancestor] } : {}),
    ...(allowed ? { allowedBlocks: [...allowed] } : {}),
    supports: {
      html: false,
      className: false,
      customClassName: false,
      ...supports,
      ...(isOurs && ((category && offered.has(category)) || offeredAlone.has(name))
        ? {}
        : { inserter: false }),
    },
    ...(example
      ? { example: { attributes: { ...example.attributes }, viewportWidth: example.viewportWidth ?? 1200 } }
      : {}),
    edit: Edit,
    save: () => (isContainer ? <InnerBlocks.Content /> : null),
  };
  registerBlockType(name, definition as unknown as Parameters<typeof registerBlockType>[1]); // attributes of any type, which the package's types exclude
}

interface EditProps {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly setAttributes: (values: Readonly<Record<string, unknown>>) => void;
}

function Container({ name, allowed }: { readonly name: string; readonly allowed: readonly string[] | null }) {
  const className = `own-container own-${name.slice(name.indexOf('/') + 1)}`;
  const props = useInnerBlocksProps(useBlockProps({ className }), {
    ...(allowed ? { allowedBlocks: allowed } : {}),
    template: beginnings[name],
    orientation: name === 'broadsheet/row' ? 'horizontal' : 'vertical',
  });
  return <div {...props} />;
}

interface ServedProps {
  readonly name: string;
  readonly title: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

function Served({ name, title, attributes }: ServedProps) {
  const postId = useContext(PreviewedPost);
  const [shown, setShown] = useState<Preview>();
  const sent = JSON.stringify(sentOf(name, attributes));
  useEffect(() => {
    let isCurrent = true;
    void previewOf(name, JSON.parse(sent) as Record<string, unknown>, postId).then(
      (preview) => isCurrent && setShown(preview),
    );
    return () => {
      isCurrent = false;
    };
  }, [name, sent, postId]);
  const props = useBlockProps({ className: 'own-block' });
  if (shown?.html)
    return (
      <div {...props}>
        <div className="own-preview" inert dangerouslySetInnerHTML={{ __html: shown.html }} />
      </div>
    );
  const says = shown?.problem ?? (shown ? say('Nothing to show with these settings.') : undefined);
  return (
    <div {...props}>
      <Placeholder label={title} instructions={says}>
        {!shown && <Spinner />}
      </Placeholder>
    </div>
  );
}

interface Preview {
  readonly html?: string;
  readonly problem?: string;
}

const maxCached = 500;
const previewCache = new Map<string, Promise<Preview>>();

/** Maximum blocks per request, the server's limit. */
const maxAtOnce = 25;
/** Maximum characters per request, unless a single block has more. */
const maxCharacters = 200_000;

interface PendingBlock {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly size: number;
  readonly resolve: (preview: Preview) => void;
}

const waiting = new Map<number, PendingBlock[]>();

/** The preview of a block on a post (0: none). Cached; requests of one task are sent as one batch. */
function previewOf(
  name: string,
  attributes: Readonly<Record<string, unknown>>,
  postId: number,
): Promise<Preview> {
  const key = JSON.stringify([name, attributes, postId]);
  const known = previewCache.get(key);
  if (known) return known;
  const preview = new Promise<Preview>((resolve) => {
    if (waiting.size === 0) window.setTimeout(requestAll);
    waiting.set(postId, [...(waiting.get(postId) ?? []), { name, attributes, size: key.length, resolve }]);
  });
  previewCache.set(key, preview);
  void preview.then(({ problem }) => problem !== undefined && previewCache.delete(key));
  for (const oldest of previewCache.keys()) if (previewCache.size > maxCached) previewCache.delete(oldest);
  return preview;
}

function requestAll(): void {
  for (const [postId, pending] of waiting)
    for (const some of inRequests(pending)) void requestPreviews(some, postId);
  waiting.clear();
}

function inRequests(pending: readonly PendingBlock[]): PendingBlock[][] {
  const requests: PendingBlock[][] = [];
  let size = 0;
  for (const one of pending) {
    const last = requests.at(-1);
    size += one.size;
    if (last && last.length < maxAtOnce && size <= maxCharacters) last.push(one);
    else {
      requests.push([one]);
      size = one.size;
    }
  }
  return requests;
}

async function requestPreviews(blocks: readonly PendingBlock[], postId: number): Promise<void> {
  const sent = {
    blocks: blocks.map(({ name, attributes }) => ({ name, attributes })),
    ...(postId > 0 ? { post_id: postId } : {}),
  };
  for (;;) {
    try {
      const { body } = await rest<BlockPreviews, PreviewsSent>('/broadsheet/v1/block-previews', {
        method: 'POST',
        body: sent,
      });
      blocks.forEach(({ resolve }, index) => {
        const { rendered, message = say('The server could not render the block.') } =
          body.previews[index] ?? {};
        resolve(rendered === undefined ? { problem: message } : { html: rendered });
      });
      return;
    } catch (error) {
      if (!(error instanceof RestError && error.code === awayCode)) {
        const problem = error instanceof Error ? error.message : String(error);
        for (const { resolve } of blocks) resolve({ problem });
        return;
      }
      await connection.away(); // idempotent, so it is sent again
    }
  }
}
