import { createHash } from 'node:crypto';
import { originOf } from '../../../modules/ads/ad-slots.ts';
import { LruCache } from '../../../lib/lru-cache.ts';
import { htmlTokens, readAttribute } from '../../../lib/markup/html-tokens.ts';
import { decodeEntities } from '../../../lib/plain-text.ts';

/** An editor's code for the head, parted by what it may do there. */
export interface HeadCode {
  /** `meta`, `link` and `style` tags, `noscript`, and data in scripts: they go into the head as they are. */
  readonly markup: string;
  /** Scripts, which wait in a `template` until our loader inserts them, in their order. */
  readonly scripts: string;
  /** Sources for `script-src`: the hashes of the scripts that stand in the code itself. */
  readonly hashes: readonly string[];
  /** Of the scripts that it names. */
  readonly origins: readonly string[];
}

const partsByCode = new LruCache<string, HeadCode>(5);

/** Element names that may stand in a head and run nothing. */
const inert: ReadonlySet<string> = new Set(['meta', 'link', 'style', 'noscript']);

/** Parts custom head code. What has no place in a head (text, other elements) is left out; a script is only taken with its end. */
export function partHeadCode(code: string): HeadCode {
  const before = partsByCode.get(code);
  if (before) return before;
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
  const parted = { markup: markup.join('\n'), scripts: scripts.join(''), hashes, origins };
  partsByCode.set(code, parted);
  return parted;
}

/** Whether a browser would run this script: JSON and the like only lie there. */
function runs(open: string): boolean {
  const type = (readAttribute(open, 'type') ?? '').trim().toLowerCase();
  return type === '' || type === 'module' || /^(?:text|application)\/(?:x-)?(?:java|ecma)script$/.test(type);
}
