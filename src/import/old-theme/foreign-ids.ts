/** What things of the old site are here. */
export interface ForeignIds {
  /** Undefined for what did not come. */
  category(id: string): number | undefined;
  post(id: string): number | undefined;
  author(id: string): number | undefined;
  picture(id: string): { readonly id: number; readonly url: string; readonly alt: string } | undefined;
  /** An address as it is here, where it was one of the old site. */
  address(url: string): string;
  /** HTML whose galleries, players and pictures name files as they are numbered here. */
  files(html: string): string;
}

/** Where nothing came but the text. */
export const nothingCame: ForeignIds = {
  category: () => undefined,
  post: () => undefined,
  author: () => undefined,
  picture: () => undefined,
  address: (url) => url,
  files: (html) => html,
};
