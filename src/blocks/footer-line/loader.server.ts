import type { LoadContext } from '../load-context.ts';

export interface FooterLineData {
  /** Plain text. */
  readonly text: string;
}

export async function load(_settings: unknown, { content, now, expireIn }: LoadContext): Promise<FooterLineData> {
  const { footer_copyright: line, blogname } = await content.settings.current();
  const year = new Date(now).getUTCFullYear();
  expireIn(Date.UTC(year + 1, 0) - now);
  return { text: (line.trim() || `© {year} ${blogname}`).replaceAll('{year}', String(year)) };
}
