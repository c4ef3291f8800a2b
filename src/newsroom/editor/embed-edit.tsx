import { RichText, useBlockProps } from '@wordpress/block-editor';
import { Button, TextControl } from '@wordpress/components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { boot } from '../app/boot.ts';
import type { ToldEmbed } from '../app/replies.ts';
import { rest, RestError } from '../app/rest.ts';
import { isAtOneOf } from '../../lib/oembed-providers.ts';
import { videoAt } from '../../lib/video-address.ts';

interface EmbedProps {
  readonly attributes: {
    readonly url?: string;
    readonly providerNameSlug?: string;
    readonly caption?: string | { toString(): string };
  };
  readonly isSelected: boolean;
  readonly setAttributes: (values: Readonly<Record<string, unknown>>) => void;
}

/** The host of an address, without what every site begins with; the text itself where it is no address. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url;
}

const { embedProviders } = boot.site;
/** Milliseconds that an address stands before it is asked for: it may be one that somebody is typing. */
const restMs = 500;
const busy = 429;
/** Until the server may ask again, in milliseconds. */
const busyMs = 20_000;

/** What its site says of an address, where an administrator allowed that site to be asked; each is asked once while the newsroom is open. */
function useTold(url: string): { readonly told: ToldEmbed | undefined; readonly why: string | undefined } {
  const isAsked = URL.canParse(url) && isAtOneOf(new URL(url), embedProviders);
  const { data, error } = useQuery({
    queryKey: ['embed', url],
    enabled: isAsked,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: (tries, problem) => problem instanceof RestError && problem.status === busy && tries < 3,
    retryDelay: busyMs,
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => window.setTimeout(resolve, restMs));
      signal.throwIfAborted();
      return (await rest<ToldEmbed>(`/oembed/1.0/proxy?url=${encodeURIComponent(url)}`, { signal })).body;
    },
  });
  const why =
    embedProviders.length === 0
      ? 'This site asks no other site what is there; an administrator can allow it (embed_providers).'
      : !isAsked
        ? `${hostOf(url)} is not among the sites that are asked what is there.`
        : error instanceof RestError
          ? error.message
          : undefined;
  return { told: data, why };
}

/**
 * Something of another site, by its address: this browser asks nobody but our own server, which asks the sites that an administrator allowed. Readers see it as
 * the site's settings say; nothing of the answer goes into the text.
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
            label="Address of a page, film or post"
            type="url"
            value={typed}
            onChange={setTyped}
            __next40pxDefaultSize
            __nextHasNoMarginBottom
          />
          <Button type="submit" variant="primary" disabled={!URL.canParse(typed)} __next40pxDefaultSize>
            Embed
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
          placeholder="Caption"
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
  const { told, why } = useTold(url);
  const by = [told?.author_name, told?.provider_name || hostOf(url)].filter((name) => name).join(' · ');
  const readers = videoAt(url)
    ? 'Readers get a film that plays once they ask for it.'
    : 'Readers get a link to it.';
  return (
    <div className="embed-card">
      {told?.thumbnail_url && (
        <img src={told.thumbnail_url} alt="" width={told.thumbnail_width} height={told.thumbnail_height} />
      )}
      <strong>{told?.title || hostOf(url)}</strong>
      {told?.title && <span>{by}</span>}
      {isSelected ? (
        <TextControl
          label="Address"
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
