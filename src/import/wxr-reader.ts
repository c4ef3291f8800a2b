import sax from 'sax';
import { ImportError } from '../lib/errors.ts';
import { definitionsElement, generatorName } from '../modules/exports/wxr-text.ts';
import { decodeXml } from './decode-xml.ts';
import { parseFeedDate } from './site-clock.ts';
import type { WxrEvent, WxrSite, WxrNode } from './wxr-events.ts';
import { childText, textOf, toAuthor, toItem, toTerm } from './wxr-events.ts';

export interface WxrLimits {
  /** Maximum characters of one item, with a surcharge per element; a longer one is dropped. */
  readonly itemLength: number;
  /** Maximum nesting of elements; an item with more is dropped. */
  readonly nesting: number;
}

export const wxrLimits: WxrLimits = { itemLength: 64 * 1024 * 1024, nesting: 100 };

/** Memory cost of an element or attribute in characters, so that a million empty elements count as a large item. */
const elementLength = 200;

/** Depth at which the file is refused, since the parser itself stores every open element. */
const hopelessNesting = 10_000;

/** Elements that describe the site, wherever they appear before the first item. */
const siteFields: ReadonlySet<string> = new Set([
  'title',
  'link',
  'description',
  'language',
  'pubDate',
  'generator',
  'wp:wxr_version',
  'wp:base_site_url',
  'wp:base_blog_url',
]);
const shownRest = 120;
/** WordPress.com's exports use `wp:wp_author`. */
const authorElements: ReadonlySet<string> = new Set(['wp:author', 'wp:wp_author']);
const records: ReadonlySet<string> = new Set([
  'item',
  ...authorElements,
  'wp:category',
  'wp:tag',
  'wp:term',
  definitionsElement,
]);
/** Characters of all definitions; 100 types with 100 large fields each need less. */
const definitionsLength = 8 * 1024 * 1024;

/** Faults of real exports that the parser tolerates: a bare `&` in a URL, `&#8;`. */
const harmless = /^(Invalid character in entity name|Invalid character entity)/;

/**
 * Reads a WordPress export (WXR 1.0 to 1.2) as a stream, one item in memory at a time. A truncated or invalid file ends
 * with an incomplete `end`; throws `ImportError` when it is not WXR at all.
 */
export async function* readWxr(
  source: AsyncIterable<Uint8Array | string>,
  limits: WxrLimits = wxrLimits,
): AsyncGenerator<WxrEvent> {
  const counts = { forbiddenCharacters: 0, undecodableCharacters: 0, precededBy: '' };
  const machine = new WxrMachine(limits);
  for await (const text of decodeXml(source, counts)) {
    machine.write(text);
    yield* machine.take();
    if (machine.broken || (machine.after?.length ?? 0) >= shownRest) break;
  }
  machine.close();
  yield* machine.take();
  const { line = machine.line, reason = '' } = machine.broken ?? {};
  const { strayAmpersands, after = '' } = machine;
  const shown = (text: string) => text.slice(0, shownRest).trim().replace(/\s+/g, ' ');
  const around = { precededBy: shown(counts.precededBy), followedBy: shown(after) };
  yield {
    kind: 'end',
    end: { complete: !machine.broken, line, reason, ...counts, ...around, strayAmpersands },
  };
}

class WxrMachine {
  readonly #limits: WxrLimits;
  readonly #parser = sax.parser(true, { position: true });
  #events: WxrEvent[] = [];
  readonly #site = new Map<string, string>();
  #siteSent = false;
  #depth = 0;
  /** Open elements of the current record, outermost first. */
  readonly #open: WxrNode[] = [];
  #length = 0;
  #skipping: string | undefined;
  strayAmpersands = 0;
  broken: { line: number; reason: string } | undefined;
  #lastLine = 0;
  /** Text after the end of the export, trimmed and truncated; undefined before that end. */
  after: string | undefined;
  #inTag = false;
  /** Whether the next text begins with a reference cut off by a tag, to which a semicolon was added. */
  #endsReference = false;

  constructor(limits: WxrLimits) {
    this.#limits = limits;
    const callbacks: Partial<sax.SAXParser> = {
      onerror: (error) => this.#onError(error),
      ondoctype: (doctype) => this.#onDoctype(doctype),
      onopentagstart: () => {
        this.#inTag = true;
      },
      onopentag: (tag) => this.#onOpen(tag.name, tag.attributes as Record<string, string>),
      onclosetag: () => this.#onClose(),
      ontext: (text) => this.#onText(text, false),
      oncdata: (text) => this.#onText(text, true),
    };
    Object.assign(this.#parser, callbacks);
  }

  get line(): number {
    return this.#lastLine || this.#parser.line + 1;
  }

  write(text: string): void {
    if (this.after !== undefined) {
      this.after = (this.after + text).trimStart().slice(0, shownRest);
      return;
    }
    for (let rest = text; rest !== ''; ) {
      const before = this.#parser.position;
      try {
        this.#parser.write(rest);
        return;
      } catch (error) {
        const read = this.#parser.position - before;
        if (error instanceof CutReference) {
          rest = rest.slice(read - 1);
          this.#parser.resume().write(';');
          continue;
        }
        if (error instanceof ExportEnd) this.after = rest.slice(read).trimStart().slice(0, shownRest);
        else if (error instanceof BrokenXml) this.#break(error.message);
        else throw error;
        return;
      }
    }
  }

  close(): void {
    if (this.broken) return;
    try {
      const line = this.line;
      this.#lastLine = line; // closing resets the parser
      const inside = this.#open[0];
      if (this.#depth > 0) {
        this.broken = {
          line,
          reason:
            `the file ends in the middle${inside ? ` of the ${inside.name} that begins in line ${inside.line}` : ''}; ` +
            'export it again and import the whole file',
        };
        if (!this.#siteSent && this.#site.size === 0)
          throw new ImportError(`The file ends in line ${line}, before any content. Export it again.`);
      } else if (this.after === undefined) {
        this.#parser.close();
      }
    } catch (error) {
      if (!(error instanceof BrokenXml)) throw error;
      this.#break(error.message);
    }
    this.#sendSite();
  }

  take(): WxrEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #refusal(message: string): ImportError {
    return new ImportError(`${message} (line ${this.line}).`);
  }

  #break(reason: string): void {
    if (!this.#siteSent && this.#site.size === 0)
      throw this.#refusal(
        `The file is not valid XML: ${reason}. Export it again, or correct the cause on the old site`,
      );
    this.broken = {
      line: this.line,
      reason: `the XML is invalid: ${reason}; correct it on the old site, or export it again, and import the whole file`,
    };
  }

  #onError(error: Error): void {
    const message = error.message.split('\n', 1)[0] ?? '';
    if (!harmless.test(message)) throw new BrokenXml(message.toLowerCase());
    if (!this.#endsReference) this.strayAmpersands++;
    // The parser would include the start of a tag in the name: `Q&A</title>`.
    if (!this.#inTag && !this.#endsReference && error.message.endsWith('\nChar: <')) {
      this.#endsReference = true;
      throw new CutReference();
    }
    this.#parser.resume();
  }

  #onDoctype(doctype: string): void {
    if (doctype.includes('[')) {
      throw this.#refusal(
        'The file declares custom entities, which WordPress exports never do. Remove the <!DOCTYPE …[ … ]> at its beginning',
      );
    }
  }

  #onOpen(name: string, attributes: Record<string, string>): void {
    this.#inTag = false;
    this.#depth++;
    if (this.#depth === 1 && name !== 'rss')
      throw this.#refusal(`The file is not a WordPress export: it has <${name}> instead of <rss>`);
    if (this.#depth > hopelessNesting)
      throw this.#refusal(
        `Elements are nested more than ${hopelessNesting} levels deep; exports never need that. Correct the file`,
      );
    if (this.#skipping !== undefined || this.#depth < 3) return;
    if (this.#depth > this.#limits.nesting)
      return this.#skip(`elements nested more than ${this.#limits.nesting} levels deep`);
    if (this.#depth === 3 && records.has(name)) this.#sendSite();
    if (this.#depth === 3) this.#length = 0;
    if (
      this.#isTooLong(
        elementLength * (1 + Object.keys(attributes).length) + Object.values(attributes).join('').length,
      )
    )
      return;
    const node: WxrNode = { name, line: this.line, attributes, children: [], parts: [] };
    this.#open.at(-1)?.children.push(node);
    this.#open.push(node);
  }

  #onText(written: string, cdata: boolean): void {
    const text = this.#endsReference ? written.replace(/^(&[^;]*);/, '$1') : written;
    this.#endsReference = false;
    const node = this.#open.at(-1);
    if (!node || this.#skipping !== undefined) return;
    if (
      !cdata &&
      (this.#open.length === 1 || node.children.length > 0) &&
      records.has(this.#open[0]?.name ?? '') &&
      text.trim() === ''
    )
      return;
    if (!this.#isTooLong(text.length)) node.parts.push({ text: copyOf(text), cdata });
  }

  /** Adds to a record's size; skips the record when it is too large. */
  #isTooLong(more: number): boolean {
    this.#length += more;
    const most = Math.min(
      this.#limits.itemLength,
      this.#open[0]?.name === definitionsElement ? definitionsLength : Infinity,
    );
    if (this.#length <= most) return false;
    this.#skip(`more than ${most} characters`);
    return true;
  }

  #skip(reason: string): void {
    const record = this.#open[0];
    if (record?.name !== 'item' && record?.name !== definitionsElement)
      throw this.#refusal(`<${record?.name ?? 'channel'}> contains ${reason}. Correct the file`);
    this.#events.push({
      kind: 'dropped',
      line: record.line,
      title: childText(record, 'title'),
      reason: `it contains ${reason}`,
      ...(record.name === definitionsElement ? { of: 'definitions' } : {}),
    });
    this.#skipping = reason;
    this.#open.length = 0;
  }

  #onClose(): void {
    this.#depth--;
    if (this.#depth === 0) throw new ExportEnd();
    if (this.#depth === 2) this.#skipping = undefined;
    const node = this.#open.pop();
    if (!node || this.#open.length > 0) return;
    if (records.has(node.name)) this.#events.push(this.#record(node));
    else if (siteFields.has(node.name) && !this.#site.has(node.name))
      this.#site.set(node.name, textOf(node).trim());
  }

  #record(node: WxrNode): WxrEvent {
    if (authorElements.has(node.name)) return { kind: 'author', author: toAuthor(node) };
    if (node.name === definitionsElement) return { kind: 'definitions', line: node.line, text: textOf(node) };
    if (node.name !== 'item') return { kind: 'term', term: toTerm(node) };
    const item = toItem(node);
    if (item.id === '' && item.type === '' && !this.#site.has('wp:wxr_version')) {
      throw this.#refusal(
        'The file is a news feed, not a WordPress export: its items have no wp:post_id. Use Tools → Export in WordPress',
      );
    }
    return { kind: 'item', item };
  }

  #sendSite(): void {
    if (this.#siteSent) return;
    this.#siteSent = true;
    const field = (name: string) => this.#site.get(name) ?? '';
    const site: WxrSite = {
      title: field('title'),
      link: field('link'),
      description: field('description'),
      language: field('language'),
      version: field('wp:wxr_version'),
      url: field('wp:base_blog_url') || field('wp:base_site_url') || field('link'),
      installedAt: field('wp:base_site_url'),
      exportedAt: parseFeedDate(field('pubDate')),
      isOurs: field('generator') === generatorName,
    };
    this.#events.push({ kind: 'site', site });
  }
}

/** Copies a string: V8 stores a substring as a view of its parent, so one retained name would hold the 64 KB around it. */
const copyOf = (text: string): string => JSON.parse(JSON.stringify(text)) as string;

/** XML that can't be parsed further; never leaves this file. */
class BrokenXml extends Error {}

/** A tag begins within the name of a reference; never leaves this file. */
class CutReference extends Error {}

/** The root is closed: trailing output of a server is not parsed. Never leaves this file. */
class ExportEnd extends Error {}
