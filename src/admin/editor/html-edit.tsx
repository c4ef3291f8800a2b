import { PlainText, store as blockEditor, useBlockProps } from '@wordpress/block-editor';
import { getBlockContent, parse } from '@wordpress/blocks';
import { useDispatch, useSelect } from '@wordpress/data';
import { useMemo } from 'react';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import type { Block } from './block-kit.ts';

interface BlockActions {
  updateBlock(clientId: string, change: { readonly innerContent: readonly (string | null)[] }): void;
  replaceInnerBlocks(clientId: string, blocks: readonly unknown[], selects: boolean): void;
}

/** HTML that somebody wrote by hand: its code where the cursor is, else how it looks once everything that runs is taken out. What is stored stays. */
export function HtmlEdit({ clientId, isSelected }: { readonly clientId: string; readonly isSelected: boolean }) {
  const { updateBlock, replaceInnerBlocks } = useDispatch(blockEditor) as unknown as BlockActions;
  const content = useSelect((select) => {
    const block = (select(blockEditor) as unknown as { getBlock(id: string): Block | null }).getBlock(clientId);
    return block ? getBlockContent(block) : '';
  }, [clientId]);
  const look = useMemo(() => cleanHtml(content), [content]);
  const change = (text: string) => {
    const [parsed] = parse(`<!-- wp:html -->\n${text}\n<!-- /wp:html -->`) as Block[];
    updateBlock(clientId, { innerContent: parsed?.innerContent ?? [text] });
    replaceInnerBlocks(clientId, parsed?.innerBlocks ?? [], false);
  };
  const props = useBlockProps({ className: 'classic-block html-block' });
  return (
    <div {...props}>
      {isSelected || content.trim() === ''
        ? <PlainText className="classic-text" aria-label="HTML" value={content} onChange={change} />
        : <div className="classic-look" inert data-empty={look.trim() === ''} dangerouslySetInnerHTML={{ __html: look }} />}
    </div>
  );
}
