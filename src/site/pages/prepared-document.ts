import type { BlockNode, CompiledDocument, DocumentNode } from '../../blocks/document/document.ts';
import { textActs, textDuotones } from '../../blocks/document/text-acts.ts';
import { stylesFor } from '../../blocks/block.ts';
import { duotoneClass } from '../../blocks/core/duotone.ts';
import { stateStyle } from '../../blocks/core/state-styles.ts';
import type { RegisteredBlock } from '../../blocks/registry.server.ts';
import { inSiteWords, namesWordings } from '../../blocks/wordings.ts';
import type { Settings as SiteSettings } from '../../modules/settings/settings.ts';
import type { Act } from '../../reader/islands/acting.ts';
import { messageOf } from '../../lib/errors.ts';
import { shortHash } from '../../lib/hash.ts';
import { hiddenClasses } from '../../lib/markup/block-markup.ts';
import { noteReadsNow, take } from '../../lib/noted-reads.ts';
import type { Noted } from '../../lib/noted-reads.ts';
import { isRecord } from '../../lib/records.ts';
import type { DrawnView } from './drawn-view.ts';
import { hiddenText, textStyles } from './page-css.ts';

/** Scripts and filters of the HTML among some nodes. */
export interface TextNeeds {
  readonly acts: readonly Act[];
  /** Classes of duotone filters. */
  readonly duotones: readonly string[];
}

export type PreparedNode = string | PreparedBlock;

/** A compiled document in memory, with everything derived from it that is the same on every page. */
export interface PreparedDocument extends CompiledDocument {
  readonly nodes: readonly PreparedNode[];
  readonly page: PageNeeds;
}

/** Styles and scripts of a document, computed when a page first needs them: feeds and REST never do. */
export class PageNeeds {
  readonly #document: CompiledDocument;
  #styles: readonly string[] | undefined;
  #text: TextNeeds | undefined;

  constructor(document: CompiledDocument) {
    this.#document = document;
  }

  /** Names of the style sheets that its text needs. */
  get styles(): readonly string[] {
    return (this.#styles ??= textStyles(this.#document));
  }

  get text(): TextNeeds {
    return (this.#text ??= needsOf(this.#document.nodes));
  }
}

/** Parsed settings of a block, and values derived from them. */
export interface BlockSettings {
  readonly settings: unknown;
  /** Key of the block's data when they are the same on every page. */
  readonly dataKey: string;
  readonly styles: readonly string[];
  /** The class of its duotone filter. */
  readonly duotone: string | undefined;
}

export function prepareDocument<Document extends CompiledDocument>(
  document: Document,
): Document & PreparedDocument {
  const nodes = document.nodes.map(prepareNode);
  return { ...document, nodes, page: new PageNeeds({ ...document, nodes }) };
}

const prepareNode = (node: DocumentNode): PreparedNode =>
  typeof node === 'string' || node instanceof PreparedBlock ? node : new PreparedBlock(node);

const needsOf = (nodes: readonly DocumentNode[]): TextNeeds => ({
  acts: textActs(nodes),
  duotones: textDuotones(nodes),
});

/** The id of a block by its place in a document. */
export function blockIdOf(scope: string, place: string): string {
  return `tdi_${shortHash(`${scope}/${place}`)}`;
}

/** A block of a prepared document. */
export class PreparedBlock implements BlockNode {
  readonly name: string;
  readonly attributes: BlockNode['attributes'];
  readonly children: readonly PreparedNode[];
  readonly place: string;
  readonly saved?: string;
  /** The HTML of its last render. */
  drawn: DrawnView | undefined;
  #text: TextNeeds | undefined;
  readonly #look: {
    readonly classes: readonly string[];
    readonly css: string;
    readonly styles: readonly string[];
  };
  /** `site`: the settings that its wordings come from; undefined when it has none. */
  #parsed: { readonly site: SiteSettings | undefined; readonly noted: Noted<BlockSettings> } | undefined;
  #id: { readonly scope: string; readonly id: string } | undefined;

  constructor({ name, attributes, children, place, saved }: BlockNode) {
    this.name = name;
    this.attributes = attributes;
    this.children = children.map(prepareNode);
    this.place = place;
    if (saved !== undefined) this.saved = saved;
    const hidden = hiddenClasses(this);
    const states = stateStyle(name, attributes);
    this.#look = {
      classes: [...hidden, ...(states ? [states.className] : [])],
      css: states?.css ?? '',
      styles: hidden.length > 0 ? [hiddenText] : [],
    };
  }

  /** Its id in a document, stable across renders. `scope`: `DocumentPlace.scope`. */
  idIn(scope: string): string {
    if (this.#id?.scope !== scope) this.#id = { scope, id: blockIdOf(scope, this.place) };
    return this.#id.id;
  }

  /** Needs of the HTML inside it. */
  get text(): TextNeeds {
    return (this.#text ??= needsOf(this.children));
  }

  /** Classes of its outermost element, and the rules and style sheets for them. */
  get look(): {
    readonly classes: readonly string[];
    readonly css: string;
    readonly styles: readonly string[];
  } {
    return this.#look;
  }

  /** Its settings, parsed once, or once per state of the site's settings when they contain wordings. */
  settingsFor(
    block: RegisteredBlock,
    site: SiteSettings,
    onProblem: (problem: string) => void,
  ): BlockSettings {
    if (this.#parsed && (this.#parsed.site === undefined || this.#parsed.site === site))
      return take(this.#parsed.noted);
    const parsed = parseSettings(block, this.attributes, onProblem);
    const noted = noteReadsNow((): BlockSettings => {
      const settings = inSiteWords(parsed, site);
      return {
        settings,
        dataKey: `${this.name} ${JSON.stringify(settings)}`,
        styles: stylesFor(block.definition, settings),
        duotone:
          isRecord(settings) && isRecord(settings.style)
            ? duotoneClass(this.name, settings.style)
            : undefined,
      };
    });
    this.#parsed = { site: namesWordings(parsed) ? site : undefined, noted };
    return take(noted);
  }
}

/** Migrates and parses attributes; invalid ones fall back to their defaults. */
export function parseSettings(
  block: RegisteredBlock,
  attributes: Readonly<Record<string, unknown>>,
  onProblem: (problem: string) => void,
): unknown {
  const { definition } = block;
  const version = typeof attributes.version === 'number' ? attributes.version : 1;
  const migrated = migrate(definition, attributes, version, onProblem);
  const parsed = definition.settings.safeParse(migrated);
  if (parsed.success) return parsed.data;
  const wrong = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
  onProblem(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
  const rest = definition.settings.safeParse(
    Object.fromEntries(Object.entries(migrated).filter(([key]) => !wrong.has(key))),
  );
  return rest.success ? rest.data : definition.settings.parse({});
}

/** A migration that throws leaves the attributes as they are. */
function migrate(
  definition: RegisteredBlock['definition'],
  attributes: Readonly<Record<string, unknown>>,
  version: number,
  onProblem: (problem: string) => void,
): Readonly<Record<string, unknown>> {
  if (version >= definition.version || !definition.migrate) return attributes;
  try {
    return definition.migrate(attributes, version);
  } catch (error) {
    onProblem(`The migration from version ${version} failed: ${messageOf(error)}`);
    return attributes;
  }
}
