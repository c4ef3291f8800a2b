import { autop } from '@wordpress/autop';
import {
  BlockControls,
  PlainText,
  store as blockEditor,
  useBlockProps,
  RichText,
} from '@wordpress/block-editor';
import { rawHandler, parse, serialize } from '@wordpress/blocks';
import { ToolbarButton, ToolbarGroup, Button, TextControl } from '@wordpress/components';
import { useDispatch, useRegistry, useSelect } from '@wordpress/data';
import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import type { Block } from './block-kit.ts';
import { boot } from '../app/boot.ts';
import type { EmbedReply } from '../app/rest-types.ts';
import { rest, RestError } from '../app/rest.ts';
import { isAtOneOf } from '../../lib/oembed-providers.ts';
import { videoAt } from '../../lib/video.ts';
import { say } from '../words.ts';

interface ClassicProps {
  readonly clientId: string;
  readonly attributes: { readonly content?: string };
  readonly isSelected: boolean;
  readonly setAttributes: (values: { readonly content: string }) => void;
}

/** Classic content: rendered, or its source while selected. Converted to blocks only on request. */
export function ClassicEdit({
  clientId,
  attributes: { content = '' },
  isSelected,
  setAttributes,
}: ClassicProps) {
  const { replaceBlocks } = useDispatch(blockEditor) as unknown as {
    replaceBlocks: (clientId: string, blocks: unknown) => void;
  };
  const look = useMemo(() => cleanHtml(autop(content)), [content]);
  const props = useBlockProps({ className: 'classic-block' });
  return (
    <div {...props}>
      <BlockControls>
        <ToolbarGroup>
          <ToolbarButton onClick={() => replaceBlocks(clientId, rawHandler({ HTML: autop(content) }))}>
            {say('Convert to blocks')}
          </ToolbarButton>
        </ToolbarGroup>
      </BlockControls>
      {isSelected || content === '' ? (
        <PlainText
          className="classic-text"
          aria-label={say('Classic content')}
          value={content}
          onChange={(text) => setAttributes({ content: text })}
        />
      ) : (
        <div className="classic-look" inert dangerouslySetInnerHTML={{ __html: look }} />
      )}
    </div>
  );
}

interface BlockActions {
  updateBlock(clientId: string, change: { readonly innerContent: readonly (string | null)[] }): void;
  replaceInnerBlocks(clientId: string, blocks: readonly unknown[], selects: boolean): void;
}

/** The HTML of a custom HTML block, without the line breaks that its markup adds around it. */
function htmlOf({ innerContent = [], innerBlocks }: Block): string {
  const inner = [...innerBlocks];
  const parts = innerContent.map(
    (part) => part ?? (inner.length > 0 ? serialize(inner.shift() as Block, { isInnerBlocks: true }) : ''),
  );
  return parts.join('').replace(/^\n/, '').replace(/\n$/, '');
}

/** Custom HTML: its source while selected, else an inert preview. The stored HTML is unchanged. */
export function HtmlEdit({
  clientId,
  isSelected,
}: {
  readonly clientId: string;
  readonly isSelected: boolean;
}) {
  const html = useSelect(
    (select) => {
      const block = (select(blockEditor) as unknown as { getBlock(id: string): Block | null }).getBlock(
        clientId,
      );
      return block ? htmlOf(block) : '';
    },
    [clientId],
  );
  const look = useMemo(() => cleanHtml(html), [html]);
  const props = useBlockProps({ className: 'classic-block html-block' });
  return (
    <div {...props}>
      {isSelected || html.trim() === '' ? (
        <HtmlField clientId={clientId} html={html} />
      ) : (
        <div
          className="classic-look"
          inert
          data-empty={look.trim() === ''}
          dangerouslySetInnerHTML={{ __html: look }}
        />
      )}
    </div>
  );
}

function HtmlField({ clientId, html }: { readonly clientId: string; readonly html: string }) {
  const registry = useRegistry();
  const { updateBlock, replaceInnerBlocks } = useDispatch(blockEditor) as unknown as BlockActions;
  // Partially typed block comments parse as other markup than was typed, so the field keeps the typed text until the
  // block changes elsewhere.
  const [typed, setTyped] = useState({ text: html, html });
  const change = (text: string) => {
    const [block, ...others] = parse(`<!-- wp:html -->\n${text}\n<!-- /wp:html -->`, {
      __unstableSkipMigrationLogs: true,
    }) as Block[];
    const isOne = block?.name === 'core/html' && others.length === 0;
    const read = isOne ? block : { innerContent: [`\n${text}\n`], innerBlocks: [] };
    registry.batch(() => {
      updateBlock(clientId, { innerContent: read.innerContent ?? [] });
      replaceInnerBlocks(clientId, read.innerBlocks, false);
    });
    setTyped({ text, html: htmlOf(read as Block) });
  };
  return (
    <PlainText
      className="classic-text"
      aria-label={say('HTML')}
      value={typed.html === html ? typed.text : html}
      onChange={change}
    />
  );
}

interface MissingProps {
  readonly attributes: { readonly originalName?: string; readonly originalUndelimitedContent?: string };
}

/** An unknown block: its name and cleaned HTML. The stored markup is unchanged. */
export function MissingEdit({
  attributes: { originalName = '', originalUndelimitedContent: html = '' },
}: MissingProps) {
  const look = useMemo(() => cleanHtml(html), [html]);
  const props = useBlockProps({ className: 'classic-block missing-block' });
  return (
    <div {...props}>
      <p>{say('The block “%s” is not supported. Its content is kept unchanged.', originalName)}</p>
      {look.trim() !== '' && (
        <div className="classic-look" inert dangerouslySetInnerHTML={{ __html: look }} />
      )}
    </div>
  );
}

interface EmbedProps {
  readonly attributes: {
    readonly url?: string;
    readonly providerNameSlug?: string;
    readonly caption?: string | { toString(): string };
  };
  readonly isSelected: boolean;
  readonly setAttributes: (values: Readonly<Record<string, unknown>>) => void;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url;
}

const { embedProviders } = boot.site;
/** Milliseconds without typing before a URL is requested. */
const restMs = 500;
const busy = 429;
/** Milliseconds before retrying after 429. */
const busyMs = 20_000;

/** Embed data of a URL whose site an administrator allowed; each is requested once per session. */
function useReply(url: string): { readonly embed: EmbedReply | undefined; readonly why: string | undefined } {
  const isAllowed = URL.canParse(url) && isAtOneOf(new URL(url), embedProviders);
  const { data, error } = useQuery({
    queryKey: ['embed', url],
    enabled: isAllowed,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: (tries, problem) => problem instanceof RestError && problem.status === busy && tries < 3,
    retryDelay: busyMs,
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => window.setTimeout(resolve, restMs));
      signal.throwIfAborted();
      return (await rest<EmbedReply>(`/oembed/1.0/proxy?url=${encodeURIComponent(url)}`, { signal })).body;
    },
  });
  const why =
    embedProviders.length === 0
      ? say(
          'This site doesn’t fetch embeds from other sites. An administrator can allow it (embed_providers).',
        )
      : !isAllowed
        ? say('%s is not an allowed embed provider.', hostOf(url))
        : error instanceof RestError
          ? error.message
          : undefined;
  return { embed: data, why };
}

/**
 * An embed by its URL. Only our server is contacted, which queries allowed sites; nothing of the answer is stored in
 * the text, and visitors see the embed as the site's settings define.
 */
export function EmbedEdit({ attributes: { url = '', caption = '' }, isSelected, setAttributes }: EmbedProps) {
  const [typed, setTyped] = useState(url);
  const props = useBlockProps({ className: 'embed-block' });
  const words = String(caption);
  return (
    <figure {...props}>
      {url === '' ? (
        <form
          className="embed-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (URL.canParse(typed)) setAttributes({ url: typed });
          }}
        >
          <TextControl
            label={say('URL of a page, video or post')}
            type="url"
            value={typed}
            onChange={setTyped}
            __next40pxDefaultSize
            __nextHasNoMarginBottom
          />
          <Button type="submit" variant="primary" disabled={!URL.canParse(typed)} __next40pxDefaultSize>
            {say('Embed')}
          </Button>
        </form>
      ) : (
        <EmbedCard url={url} isSelected={isSelected} onChange={(next) => setAttributes({ url: next })} />
      )}
      {url !== '' && (isSelected || words !== '') && (
        <RichText
          tagName="figcaption"
          className="wp-element-caption"
          value={words}
          placeholder={say('Caption')}
          onChange={(next) => setAttributes({ caption: next })}
        />
      )}
    </figure>
  );
}

function EmbedCard({
  url,
  isSelected,
  onChange,
}: {
  readonly url: string;
  readonly isSelected: boolean;
  readonly onChange: (url: string) => void;
}) {
  const { embed, why } = useReply(url);
  const by = [embed?.author_name, embed?.provider_name || hostOf(url)].filter((name) => name).join(' · ');
  const readers = videoAt(url)
    ? say('Readers see a video that plays when they click it.')
    : say('Readers see a link to it.');
  return (
    <div className="embed-card">
      {embed?.thumbnail_url && (
        <img src={embed.thumbnail_url} alt="" width={embed.thumbnail_width} height={embed.thumbnail_height} />
      )}
      <strong>{embed?.title || hostOf(url)}</strong>
      {embed?.title && <span>{by}</span>}
      {isSelected ? (
        <TextControl
          label={say('URL')}
          type="url"
          value={url}
          onChange={onChange}
          __next40pxDefaultSize
          __nextHasNoMarginBottom
        />
      ) : (
        <span>{url}</span>
      )}
      {isSelected && <small>{[why, readers].filter((sentence) => sentence).join(' ')}</small>}
    </div>
  );
}
