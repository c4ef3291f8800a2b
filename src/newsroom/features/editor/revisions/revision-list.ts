import { queryOptions } from '@tanstack/react-query';
import { boot } from '../../../app/boot.ts';
import type { ListedType } from '../../../app/boot.ts';
import type { EditedRevision, SeenUser } from '../../../app/replies.ts';
import { rest } from '../../../app/rest.ts';

/** A state of the text that the server kept. */
export type PastState = Pick<EditedRevision, 'id' | 'author' | 'date_gmt' | 'slug'>;

/** Its texts. */
export interface PastTexts {
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  /** As JSON. */
  readonly footnotes?: string;
}

type SentRevision = Pick<EditedRevision, 'id' | 'title' | 'excerpt' | 'content' | 'meta'>;

const perPage = 100;
/** Most pages of them that are listed: the newest thousand. */
const mostPages = 10;

/** All states of a post, the oldest first, and who made them by their ids. `revision`: what the post counts; another one, other states. */
export const pastStates = ({ restBase }: ListedType, postId: number, revision: number) =>
  queryOptions({
    queryKey: ['revisions', restBase, postId, revision],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const page = async (number: number) =>
        rest<readonly PastState[]>(
          `/wp/v2/${restBase}/${postId}/revisions?context=edit&per_page=${perPage}&page=${number}&_fields=id,author,date_gmt,slug`,
          { signal },
        );
      const { body: first, total } = await page(1);
      const pages = Math.min(Math.ceil(total / perPage), mostPages);
      const others = await Promise.all(
        Array.from({ length: Math.max(0, pages - 1) }, (_, index) => page(index + 2)),
      );
      const states = [...first, ...others.flatMap(({ body }) => body)].toReversed();
      const authors = [...new Set(states.map(({ author }) => author))]
        .filter((id) => id > 0 && id !== boot.user.id)
        .slice(0, 100);
      const people =
        authors.length === 0
          ? []
          : (
              await rest<readonly Pick<SeenUser, 'id' | 'name'>[]>(
                `/wp/v2/users?include=${authors.join()}&per_page=100&_fields=id,name`,
                { signal },
              )
            ).body;
      return {
        states,
        names: new Map([
          [boot.user.id, boot.user.name],
          ...people.map(({ id, name }) => [id, name] as const),
        ]),
      };
    },
  });

/** The texts of one state; they never change. */
export const pastTexts = ({ restBase }: ListedType, postId: number, id: number) =>
  queryOptions({
    queryKey: ['revision', restBase, postId, id],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<PastTexts> => {
      const { body } = await rest<SentRevision>(
        `/wp/v2/${restBase}/${postId}/revisions/${id}?context=edit&_fields=id,title.raw,excerpt.raw,content.raw,meta`,
        { signal },
      );
      return {
        title: body.title?.raw ?? '',
        excerpt: body.excerpt?.raw ?? '',
        content: body.content?.raw ?? '',
        footnotes: body.meta?.footnotes ?? '',
      };
    },
  });
