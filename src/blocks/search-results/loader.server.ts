import type { LoadContext } from '../load-context.ts';

export interface SearchHeadingData {
  readonly query: string;
  readonly pageNumber: number;
}

export async function load(_settings: unknown, { page }: LoadContext): Promise<SearchHeadingData> {
  return { query: page.search ?? '', pageNumber: page.pageNumber };
}
