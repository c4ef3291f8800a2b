import { rawRequest } from './served-site.ts';

/** The status of a list's page, and the titles in its list in order, without highlighting. */
export async function listedTitles(
  url: string,
  path: string,
): Promise<[status: number, ...titles: string[]]> {
  const { status, body } = await rawRequest(url, path, {});
  return [
    status,
    ...[...body.matchAll(/<h2 class="card-title"><a [^>]*>(.*?)<\/a>/g)].map(([, title = '']) =>
      title.replaceAll(/<\/?mark[^>]*>/g, ''),
    ),
  ];
}
