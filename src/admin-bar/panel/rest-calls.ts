import { pageType } from '../../modules/types/names.ts';
import type { Bar } from '../bar.ts';
import type { LayoutFacts } from '../bar-config.ts';

/** What no editor call does, and REST does instead. */
interface RestCalls {
  /** Of the front page, which the specification's kinds leave out. */
  readonly list?: () => Promise<unknown>;
  /** Of pages, whose template is kept with them, and of the front page. */
  readonly select?: (templateId: number | '') => Promise<unknown>;
  /** Makes an empty template of the page's kind. */
  create(title: string): Promise<unknown>;
}

/** Those of a page's kind; what fails is told to the console, as of editor calls. */
export function byRest({ rest, ask, say }: Bar, { type, itemId }: LayoutFacts): RestCalls {
  const quietly = async (path: string, body?: Readonly<Record<string, unknown>>) => {
    try {
      return await rest(path, body && { method: 'POST', body });
    } catch (error) {
      console.error(`${path}: error`, error);
      return undefined;
    }
  };
  const create = (title: string) => quietly('/broadsheet/v1/templates', { type, title });
  if (type === 'home') {
    return {
      create,
      list: () => quietly('/broadsheet/v1/templates?type=home'),
      // The page that most readers see: nobody changes it by a slip of the mouse.
      select: async (id) =>
        (await ask.confirm({ text: say('home_sure'), yes: 'modal_save', no: 'modal_cancel' }))
          ? quietly('/broadsheet/v1/front-page-template', { template_id: id === '' ? 0 : id })
          : undefined,
    };
  }
  if (type !== pageType) return { create };
  return {
    create,
    select: async (id) => {
      const saved = await quietly(`/wp/v2/pages/${itemId}`, { template: id === '' ? '' : `template-${id}` });
      return saved === undefined ? undefined : { reload: true };
    },
  };
}
