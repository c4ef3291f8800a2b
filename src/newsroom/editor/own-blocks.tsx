import { Placeholder, Spinner } from '@wordpress/components';
import { InnerBlocks, InspectorControls, useBlockProps, useInnerBlocksProps } from '@wordpress/block-editor';
import { registerBlockType } from '@wordpress/blocks';
import { createContext, useContext, useEffect, useState } from 'react';
import type { BlockTypes } from '../app/replies.ts';
import { isOwn, noteHolder } from './block-kit.ts';
import type { Block } from './block-kit.ts';
import { SettingsInspector } from './settings-inspector.tsx';
import { previewOf } from './previews.ts';
import type { Preview } from './previews.ts';

/** One of our own blocks, as `/wp/v2/block-types/broadsheet` lists it. */
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

/** Shelves of the inserter for ours. */
const shelves = {
  layout: 'Layout',
  listing: 'Lists of posts',
  marketing: 'Marketing',
  shop: 'Shop',
  single: 'Parts of an article',
  archive: 'Parts of an archive',
  header: 'Header',
  footer: 'Footer',
};
/** Those that texts have a use for; the others stand in templates, and are shown where a text holds them. */
const offered = new Set(['layout', 'listing', 'media', 'marketing', 'shop']);
export const ownCategories = Object.entries(shelves).map(([slug, title]) => ({ slug, title }));

/** What an empty one begins with. */
const beginnings: Readonly<Record<string, readonly (readonly [string])[]>> = {
  'broadsheet/row': [['broadsheet/column'], ['broadsheet/column']],
};

/** The post whose page previews are drawn on. */
export const PreviewedPost = createContext(0);

/** What is registered, by its name. */
const servedByName = new Map<string, Pick<ServedType, 'attributes' | 'broadsheet_holds_blocks'>>();

/** What the server is asked for: attributes that it knows. */
function sentOf(name: string, attributes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = servedByName.get(name)?.attributes ?? {};
  return Object.fromEntries(
    Object.entries(attributes).filter(([key, value]) => value !== undefined && Object.hasOwn(known, key)),
  );
}

/** Asks for the looks of all blocks of a text at once, before they are drawn one after the other. */
export function drawAhead(blocks: readonly Block[], postId: number): void {
  for (const { name, attributes, innerBlocks } of blocks) {
    if (servedByName.get(name)?.broadsheet_holds_blocks === false)
      void previewOf(name, sentOf(name, attributes), postId);
    drawAhead(innerBlocks as readonly Block[], postId);
  }
}

/** Registers one of ours, or one of WordPress' that only the server can draw. */
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
    // Values are taken as they are written: a number that stands as a text is one for the server.
    attributes: Object.fromEntries(schemas.map(([key]) => [key, {}])),
    ...(parent ? { parent: [...parent] } : {}),
    ...(ancestor ? { ancestor: [...ancestor] } : {}),
    ...(allowed ? { allowedBlocks: [...allowed] } : {}),
    supports: {
      html: false,
      className: false,
      customClassName: false,
      ...supports,
      ...(isOurs && category && offered.has(category) ? {} : { inserter: false }),
    },
    ...(example
      ? { example: { attributes: { ...example.attributes }, viewportWidth: example.viewportWidth ?? 1200 } }
      : {}),
    edit: Edit,
    save: () => (isContainer ? <InnerBlocks.Content /> : null),
  };
  registerBlockType(name, definition as unknown as Parameters<typeof registerBlockType>[1]); // attributes of any kind, which its types don't know
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

/** The block as readers see it, by the server. Nothing in it can be pressed: it is a picture of it. */
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
  const says = shown?.problem ?? (shown ? 'It shows nothing here, with these settings.' : undefined);
  return (
    <div {...props}>
      <Placeholder label={title} instructions={says}>
        {!shown && <Spinner />}
      </Placeholder>
    </div>
  );
}
