import { NotFoundError } from '../../../lib/errors.ts';
import type { FetchOutside } from '../../../lib/fetch-outside.ts';
import type { TemplateFile } from '../template-file.ts';
import { bundledFile } from './library-file.ts';
import { outsideFile } from './outside-library.ts';

/** In front of names of templates of the library that a setting names. */
export const outsidePrefix = 'outside/';

/** The settings that a library depends on. */
interface LibrarySettings {
  readonly template_library_url: string;
  readonly site_language: string;
}

/** The file of a template of either library, by its name. Throws `NotFoundError`, and what `outsideFile` throws. */
export async function findLibraryFile(
  name: string,
  { template_library_url: address, site_language: language }: LibrarySettings,
  ask?: FetchOutside,
): Promise<TemplateFile> {
  if (!name.startsWith(outsidePrefix)) return bundledFile(name, language);
  if (address === '')
    throw new NotFoundError('No other library is set (template_library_url).', 'template_not_found');
  return outsideFile(address, name.slice(outsidePrefix.length), ask);
}
