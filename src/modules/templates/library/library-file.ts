import { librarySaid } from '../../../languages/library-words.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import type { TemplateFile } from '../template-file.ts';
import { bundledLibrary } from './library.ts';
import type { LibraryTemplate } from './library.ts';

/** A template of the bundled library as a file, with its variant for phones, titled in a language. Throws `NotFoundError`. */
export function bundledFile(name: string, language = 'en'): TemplateFile {
  const main = bundledLibrary().get(name);
  if (!main)
    throw new NotFoundError(
      `There is no template "${name.slice(0, 80)}" in the library.`,
      'template_not_found',
    );
  const mobile = main.mobile === undefined ? undefined : bundledLibrary().get(main.mobile);
  const written = (one: LibraryTemplate) => ({
    type: one.type,
    title: librarySaid(one, language).title,
    content: one.markup,
    isMobile: one.isMobile,
    headerId: 0,
    footerId: 0,
  });
  return {
    format: 'broadsheet-template',
    version: 1,
    site: '',
    main: 1,
    patterns: [],
    templates: [
      { id: 1, ...written(main), mobileTemplateId: mobile ? 2 : 0 },
      ...(mobile ? [{ id: 2, ...written(mobile), mobileTemplateId: 0 }] : []),
    ],
  };
}
