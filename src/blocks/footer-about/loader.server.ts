import type { LoadContext } from '../load-context.ts';

export interface FooterAboutData {
  /** Plain text; paragraphs are parted by empty lines. */
  readonly text: string;
}

export async function load(_settings: unknown, { content }: LoadContext): Promise<FooterAboutData> {
  const { footer_about: about, blogdescription: tagline } = await content.settings.current();
  return { text: about.trim() || tagline };
}
