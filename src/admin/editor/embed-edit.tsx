import { RichText, useBlockProps } from '@wordpress/block-editor';
import { Button, TextControl } from '@wordpress/components';
import { useState } from 'react';

interface EmbedProps {
  readonly attributes: { readonly url?: string; readonly providerNameSlug?: string; readonly caption?: string | { toString(): string } };
  readonly isSelected: boolean;
  readonly setAttributes: (values: Readonly<Record<string, unknown>>) => void;
}

/** The host of an address, without what every site begins with; the text itself where it is no address. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url;
}

/** Something of another site, by its address: nothing of that site is asked while somebody writes. Readers see it as the site's settings say. */
export function EmbedEdit({ attributes: { url = '', caption = '' }, isSelected, setAttributes }: EmbedProps) {
  const [typed, setTyped] = useState(url);
  const props = useBlockProps({ className: 'embed-block' });
  const words = String(caption);
  return (
    <figure {...props}>
      {url === '' ? (
        <form className="embed-form" onSubmit={(event) => { event.preventDefault(); if (URL.canParse(typed)) setAttributes({ url: typed }); }}>
          <TextControl label="Address of a page, film or post" type="url" value={typed} onChange={setTyped} __next40pxDefaultSize __nextHasNoMarginBottom />
          <Button type="submit" variant="primary" disabled={!URL.canParse(typed)} __next40pxDefaultSize>Embed</Button>
        </form>
      ) : (
        <div className="embed-card">
          <strong>{hostOf(url)}</strong>
          {isSelected
            ? <TextControl label="Address" type="url" value={url}
              onChange={(next) => setAttributes({ url: next })} __next40pxDefaultSize __nextHasNoMarginBottom />
            : <span>{url}</span>}
        </div>
      )}
      {url !== '' && (isSelected || words !== '') && (
        <RichText tagName="figcaption" className="wp-element-caption" value={words} placeholder="Caption"
          onChange={(next) => setAttributes({ caption: next })} />
      )}
    </figure>
  );
}
