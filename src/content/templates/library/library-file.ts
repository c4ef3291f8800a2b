import { NotFoundError } from '../../../lib/errors.ts';
import type { TemplateFile } from '../template-file.ts';
import { bundledLibrary } from './library.ts';

/** A template of the bundled library as a file, with its variant for phones. Throws `NotFoundError`. */
export function bundledFile(name: string): TemplateFile {
  const main = bundledLibrary().get(name);
  if (!main) throw new NotFoundError(`There is no template "${name.slice(0, 80)}" in the library.`, 'template_not_found');
  const mobile = main.mobile === undefined ? undefined : bundledLibrary().get(main.mobile);
  const parts = { headerId: 0, footerId: 0 };
  return {
    format: 'broadsheet-template', version: 1, site: '', main: 1, patterns: [],
    templates: [
      { id: 1, type: main.type, title: main.title, content: main.markup, isMobile: main.isMobile, mobileTemplateId: mobile ? 2 : 0, ...parts },
      ...(mobile ? [{ id: 2, type: mobile.type, title: mobile.title, content: mobile.markup, isMobile: true, mobileTemplateId: 0, ...parts }] : []),
    ],
  };
}
