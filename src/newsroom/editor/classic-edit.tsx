import { autop } from '@wordpress/autop';
import { BlockControls, PlainText, store as blockEditor, useBlockProps } from '@wordpress/block-editor';
import { rawHandler } from '@wordpress/blocks';
import { ToolbarButton, ToolbarGroup } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { useMemo } from 'react';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';

interface ClassicProps {
  readonly clientId: string;
  readonly attributes: { readonly content?: string };
  readonly isSelected: boolean;
  readonly setAttributes: (values: { readonly content: string }) => void;
}

/** Classic content: as it looks, or, where the cursor is in it, as it was written. It becomes blocks when somebody asks for that, and not before. */
export function ClassicEdit({
  clientId,
  attributes: { content = '' },
  isSelected,
  setAttributes,
}: ClassicProps) {
  const { replaceBlocks } = useDispatch(blockEditor) as unknown as {
    replaceBlocks: (clientId: string, blocks: unknown) => void;
  };
  // As it is shown nothing of it runs; what is stored stays.
  const look = useMemo(() => cleanHtml(autop(content)), [content]);
  const props = useBlockProps({ className: 'classic-block' });
  return (
    <div {...props}>
      <BlockControls>
        <ToolbarGroup>
          <ToolbarButton onClick={() => replaceBlocks(clientId, rawHandler({ HTML: autop(content) }))}>
            Convert to blocks
          </ToolbarButton>
        </ToolbarGroup>
      </BlockControls>
      {isSelected || content === '' ? (
        <PlainText
          className="classic-text"
          aria-label="Classic content"
          value={content}
          onChange={(text) => setAttributes({ content: text })}
        />
      ) : (
        <div className="classic-look" inert dangerouslySetInnerHTML={{ __html: look }} />
      )}
    </div>
  );
}
