import { PlainText, store as blockEditor, useBlockProps } from '@wordpress/block-editor';
import { parse, serialize } from '@wordpress/blocks';
import { useDispatch, useRegistry, useSelect } from '@wordpress/data';
import { useMemo, useState } from 'react';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import type { Block } from './block-kit.ts';

interface BlockActions {
  updateBlock(clientId: string, change: { readonly innerContent: readonly (string | null)[] }): void;
  replaceInnerBlocks(clientId: string, blocks: readonly unknown[], selects: boolean): void;
}

/** The HTML of a block as it was typed, between the two line breaks that its markup has around it. */
function htmlOf({ innerContent = [], innerBlocks }: Block): string {
  const inner = [...innerBlocks];
  const parts = innerContent.map(
    (part) => part ?? (inner.length > 0 ? serialize(inner.shift() as Block, { isInnerBlocks: true }) : ''),
  );
  return parts.join('').replace(/^\n/, '').replace(/\n$/, '');
}

/** Custom HTML: its code while it is selected, else a preview without anything that runs. The stored HTML stays as it is. */
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
  // Half-typed comments of blocks read as other markup than was typed; the field keeps what was typed until the block changes elsewhere.
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
      aria-label="HTML"
      value={typed.html === html ? typed.text : html}
      onChange={change}
    />
  );
}
