import type { PreparedDocument } from './prepared-document.ts';
import type { Tag } from '../../modules/content/tags.ts';
import type { InvalidationBus } from '../../kernel/db/invalidation.ts';
import { LruCache } from '../../lib/lru-cache.ts';

/** The document of a template; `fault`: a sentence that says why it can't lay out pages (malformed markup, an unknown block). */
export interface TemplateDocument extends PreparedDocument {
  readonly fault?: string;
}

/** Why a template can't lay out pages, and the fault's dependencies besides the template. */
export interface TemplateFault {
  readonly reason: string;
  readonly tags: readonly Tag[];
}

/** Decides which templates are broken: by their compiled document, or by recursion and excessive nesting, which only a render detects. */
export interface TemplateFaults {
  /** Undefined: no problem is known. */
  of(id: number, document: TemplateDocument): TemplateFault | undefined;
  /** Stores the finding of a render that began at `epoch`. */
  note(id: number, fault: TemplateFault, epoch: number): void;
  readonly epoch: number;
}

/** Stores findings until a template, a widget area or a post changes, which may have been the nested one. */
export function createTemplateFaults({
  bus,
}: {
  readonly bus: Pick<InvalidationBus, 'listen'>;
}): TemplateFaults {
  const foundById = new LruCache<number, TemplateFault>(200);
  let epoch = 0;
  bus.listen((emissions) => {
    if (
      !emissions.some(
        ({ tag }) =>
          tag === '*' ||
          tag === 'templates' ||
          tag.startsWith('template:') ||
          tag.startsWith('widget-area:') ||
          tag.startsWith('post:'),
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
