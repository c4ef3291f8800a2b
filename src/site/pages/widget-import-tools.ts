import type { Content } from '../../modules/content/content.ts';
import { findFilesByUrls } from '../../modules/media/attached.ts';
import { formerSites } from '../../modules/settings/site-facts.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { fileAddresses } from '../../modules/widgets/import-widgets.ts';
import type { WidgetImportTools } from '../../modules/widgets/import-widgets.ts';

/** Facts of this site for the import of a file of widgets. Throws `InvalidInputError` for a file that can't be read. */
export async function widgetImportTools(
  source: Pick<Content, 'siteUrl'> & { readonly database: Pick<Content['database'], 'read'> },
  settings: Settings,
  file: string,
  faultOf: WidgetImportTools['faultOf'],
): Promise<WidgetImportTools> {
  const files = await findFilesByUrls(source, fileAddresses(file), formerSites(settings));
  return { faultOf, fileOf: (url) => files.get(url)?.url };
}
