import { useBlockProps } from '@wordpress/block-editor';
import { useMemo } from 'react';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';

interface MissingProps {
  readonly attributes: { readonly originalName?: string; readonly originalUndelimitedContent?: string };
}

/** A block that nothing here knows: its name, and its HTML as it looks once everything that runs is taken out. What is stored stays. */
export function MissingEdit({
  attributes: { originalName = '', originalUndelimitedContent: html = '' },
}: MissingProps) {
  const look = useMemo(() => cleanHtml(html), [html]);
  const props = useBlockProps({ className: 'classic-block missing-block' });
  return (
    <div {...props}>
      <p>Nothing here knows the block “{originalName}”. It stays as it is.</p>
      {look.trim() !== '' && (
        <div className="classic-look" inert dangerouslySetInnerHTML={{ __html: look }} />
      )}
    </div>
  );
}
