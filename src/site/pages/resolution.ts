import type { PageInfo } from '../../blocks/load-context.ts';
import type { Content } from '../../modules/content/content.ts';
import type { Permalinks } from '../../modules/types/permalinks.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import type { Viewer } from '../../modules/content/viewer.ts';

/** The part of a request that pages may depend on: path and declared query parameters, never `Host`. */
export interface PageAddress {
  /** Path as sent, percent-encoded, with its leading slash. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Set once a former slug was replaced, so that types that swapped their slugs don't lead in circles. */
  readonly isMoved?: boolean;
}

export type Resolution =
  | { readonly type: 'page'; readonly page: PageInfo; readonly status: 200 | 404 }
  | { readonly type: 'redirect'; readonly status: 301 | 302 | 307 | 308; readonly location: string }
  | { readonly type: 'gone' };

export interface ResolveContext {
  readonly content: Content;
  readonly settings: Settings;
  readonly links: Permalinks;
  readonly request: PageAddress;
  readonly viewer: Viewer;
  readonly segments: readonly string[];
  readonly pageNumber: number;
}

type WithoutPlace<Page> = Page extends PageInfo
  ? Omit<Page, 'path' | 'pageNumber' | 'blockPage' | 'queryPages'>
  : never;

export interface Found {
  readonly page: WithoutPlace<PageInfo>;
  /** Root-relative address of its first page. */
  readonly path: string;
  readonly listing: boolean;
  /** The text's part that the last path segment names. */
  readonly part?: number;
}
