import type { CompiledDocument } from '../../blocks/document/document.ts';
import type { Tag } from '../../modules/content/tags.ts';
import type { Database } from '../../kernel/db/open-database.ts';
import { LruCache } from '../../lib/lru-cache.ts';

/** The document of a template; `fault`: why it can lay out no page, in one sentence: it is not well formed, or holds a block that nobody knows. */
export interface TemplateDocument extends CompiledDocument {
  readonly fault?: string;
}

/** Why a template can lay out no page, and what that hangs on beside the template itself. */
export interface TemplateFault {
  readonly reason: string;
  readonly tags: readonly Tag[];
}

/**
 * What makes a template broken, in one place: what its compiled document says, and that documents inside of it hold themselves or nest too deep, which shows
 * when a page is rendered.
 */
export interface TemplateFaults {
  /** Undefined: it can lay out pages, as far as anybody knows. */
  of(id: number, document: TemplateDocument): TemplateFault | undefined;
  /** Keeps what a render found that began at `epoch`. */
  note(id: number, fault: TemplateFault, epoch: number): void;
  readonly epoch: number;
}

/** Keeps what renders found until a template or a post changes, which may be what was nested. */
export function createTemplateFaults({ bus }: Pick<Database, 'bus'>): TemplateFaults {
  const foundById = new LruCache<number, TemplateFault>(200);
  let epoch = 0;
  bus.listen((emissions) => {
    if (
      !emissions.some(
        ({ tag }) =>
          tag === '*' || tag === 'templates' || tag.startsWith('template:') || tag.startsWith('post:'),
      )
    )
      return;
    epoch++;
    foundById.clear();
  });
  return {
    of: (id, { fault }) => (fault === undefined ? foundById.get(id) : { reason: fault, tags: [] }),
    note: (id, fault, began) => {
      if (began === epoch) foundById.set(id, fault);
    },
    get epoch() {
      return epoch;
    },
  };
}
