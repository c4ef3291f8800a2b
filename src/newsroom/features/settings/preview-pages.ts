import { useQuery } from '@tanstack/react-query';
import { boot } from '../../app/boot.ts';
import { plainText, titleText } from '../../app/rest-types.ts';
import type { EditedPost, SeenTerm } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { say } from '../../words.ts';

export type PreviewKind = 'front' | 'article' | 'archive';

interface PageOption {
  readonly kind: PreviewKind;
  /** Path on the site. */
  readonly value: string;
  readonly label: string;
}

type Newest = Pick<EditedPost, 'title' | 'link'>;
type Largest = Pick<SeenTerm, 'name' | 'link'>;

const pathOf = (url: string) => {
  const { pathname, search } = new URL(url, boot.site.url);
  return pathname + search;
};

/** The front page, the newest article and the largest category; undefined while they load. */
export function usePreviewPages(): readonly PageOption[] | undefined {
  const { data: newest = [], isPending: isNewestPending } = useQuery({
    queryKey: ['posts', 'posts', 'newest'],
    queryFn: async ({ signal }) =>
      (
        await rest<readonly Newest[]>(
          '/wp/v2/posts?context=edit&status=publish&per_page=1&_fields=title,link',
          { signal },
        )
      ).body,
  });
  const { data: largest = [], isPending: isLargestPending } = useQuery({
    queryKey: ['terms', 'categories', 'largest'],
    queryFn: async ({ signal }) =>
      (
        await rest<readonly Largest[]>(
          '/wp/v2/categories?orderby=count&order=desc&per_page=1&_fields=name,link',
          { signal },
        )
      ).body,
  });
  if (isNewestPending || isLargestPending) return undefined;
  return [
    { kind: 'front', value: '/', label: say('Homepage') },
    ...newest.map(({ title, link }) => ({
      kind: 'article' as const,
      value: pathOf(link),
      label: titleText(title),
    })),
    ...largest.map(({ name, link }) => ({
      kind: 'archive' as const,
      value: pathOf(link),
      label: plainText(name),
    })),
  ];
}
