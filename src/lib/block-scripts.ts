import { createHash } from 'node:crypto';
import { htmlTokens, readAttribute, readAttributes, withoutControls } from './markup/html-tokens.ts';
import { hasBlocks, parseMarkup } from './markup/block-markup.ts';
import type { ParsedBlock } from './markup/block-markup.ts';

const htmlBlock = 'core/html';

/** Types of scripts that browsers run; others are data. */
const runs = /^(?:module|(?:text|application)\/(?:java|ecma|x-java|x-ecma)script)?$/i;

/** The HTML of an HTML block with something that browsers would run; undefined for other blocks. */
export function scriptedHtml({ name, parts }: Pick<ParsedBlock, 'name' | 'parts'>): string | undefined {
  if (name !== htmlBlock || !parts.every((part) => typeof part === 'string')) return undefined;
  const html = parts.join('');
  return hasScript(html) ? html : undefined;
}

function hasScript(html: string): boolean {
  if (!/<script|[\s/"']on/i.test(html)) return false;
  return htmlTokens(html).some(({ kind, name, start, end }) => {
    if (kind !== 'open') return false;
    const tag = html.slice(start, end);
    return name === 'script'
      ? runs.test((readAttribute(tag, 'type') ?? '').trim())
      : readAttributes(tag).some((attribute) => /^on[a-z]/.test(attribute.name));
  });
}

/** The HTML of all blocks with scripts in a text, as pages show it, by `scriptKey`. */
export function scriptedBlocks(written: string): Map<string, string> {
  const found = new Map<string, string>();
  const markup = withoutControls(written);
  if (!markup.includes('wp:html') || !hasBlocks(markup)) return found;
  const visit = (part: string | ParsedBlock): void => {
    if (typeof part === 'string') return;
    const html = scriptedHtml(part);
    if (html !== undefined) found.set(scriptKey(html), html);
    part.parts.forEach(visit);
  };
  parseMarkup(markup, () => {}).forEach(visit);
  return found;
}

/** SHA-256 of a block's HTML: 43 characters. */
export function scriptKey(html: string): string {
  return createHash('sha256').update(html).digest('base64url');
}
