import { createHash } from 'node:crypto';
import { originOf } from '../../../modules/ads/ad-slots.ts';
import { htmlTokens, readAttribute } from '../../../lib/markup/html-tokens.ts';
import { decodeEntities } from '../../../lib/plain-text.ts';

export interface HeadCode {
  /** `meta`, `link` and `style` tags, `noscript`, and data in scripts: inserted unchanged. */
  readonly markup: string;
  /** Scripts, which our loader inserts in order from a `template`. */
  readonly scripts: string;
  /** Sources for `script-src`: hashes of the inline scripts. */
  readonly hashes: readonly string[];
  readonly origins: readonly string[];
}

/** Elements that are valid in a head and run no code. */
const inert: ReadonlySet<string> = new Set(['meta', 'link', 'style', 'noscript']);

/** Splits custom head code. Omits content that is invalid in a head (text, other elements) and scripts without an end tag. */
export function partHeadCode(code: string): HeadCode {
  const markup: string[] = [];
  const scripts: string[] = [];
  const hashes: string[] = [];
  const origins: string[] = [];
  const tokens = htmlTokens(code);
  for (let index = 0; index < tokens.length; index++) {
    const tag = tokens[index];
    if (tag?.kind !== 'open' || tag.cut) continue;
    const open = code.slice(tag.start, tag.end);
    if (tag.name === 'meta' || tag.name === 'link') markup.push(open);
    if (!inert.has(tag.name) && tag.name !== 'script') continue;
    const raw = tokens[index + 1]?.kind === 'raw' ? tokens[index + 1] : undefined;
    const close = tokens[index + (raw ? 2 : 1)];
    if (close?.kind !== 'close' || close.name !== tag.name) continue;
    const text = raw ? code.slice(raw.start, raw.end) : '';
    const whole = `${open}${text}</${tag.name}>`;
    if (tag.name !== 'script' || !runs(open)) markup.push(whole);
    else {
      scripts.push(whole);
      const source = readAttribute(open, 'src');
      if (source !== undefined) origins.push(...originOf(decodeEntities(source)));
      else hashes.push(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    }
  }
  return { markup: markup.join('\n'), scripts: scripts.join(''), hashes, origins };
}

/** Whether a browser would run this script; JSON and the like are only data. */
function runs(open: string): boolean {
  const type = (readAttribute(open, 'type') ?? '').trim().toLowerCase();
  return type === '' || type === 'module' || /^(?:text|application)\/(?:x-)?(?:java|ecma)script$/.test(type);
}
