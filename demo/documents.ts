import { z } from 'zod';
import { postFormats } from '../src/lib/post-formats.ts';

const thousandths = z.int().min(0).max(1000);

const picture = z.strictObject({
  /** Also its slug and its file name in pictures/. */
  name: z.string().regex(/^[a-z0-9-]+$/),
  /** Focal point from the left and the top, in thousandths. */
  focus: z.tuple([thousandths, thousandths]),
  alt: z.string().min(1),
  caption: z.string().default(''),
  /** Defaults to the magazine's illustrator. */
  credit: z.string().optional(),
});

const video = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/),
  alt: z.string().min(1),
});

const templateTitles = { 'full-screen': 'Full-screen header' } as const;

const articleHead = z.strictObject({
  title: z.string().min(1),
  excerpt: z.string().min(1),
  author: z.string(),
  coAuthors: z.array(z.string()).default([]),
  categories: z.array(z.string()).min(1),
  tags: z.array(z.string()),
  /** Age in hours at seeding. */
  hours: z.number().positive(),
  format: z.enum(postFormats),
  sticky: z.boolean().default(false),
  /** The first is the featured picture. */
  pictures: z.array(picture).min(1),
  videos: z.array(video).default([]),
  subtitle: z.string().default(''),
  /** URL of the video shown instead of the featured picture; `{{src name}}` for one of `videos`. */
  featuredVideo: z.string().default(''),
  smartList: z
    .strictObject({
      heading: z.enum(['h2', 'h3', 'h4']),
      order: z.enum(['asc', 'desc']),
      layout: z.enum(['list', 'slides']),
    })
    .optional(),
  /** File in templates/ with the article's template. */
  template: z.enum(Object.keys(templateTitles) as (keyof typeof templateTitles)[]).optional(),
});
const pageHead = z.strictObject({
  title: z.string().min(1),
  excerpt: z.string(),
  parent: z.string().optional(),
  order: z.number(),
});

interface Document {
  readonly slug: string;
  /** Block markup; `{{id name}}` and `{{src name}}` are replaced by the id and URL of a picture or video. */
  readonly markup: string;
}
export type DemoArticle = Document & z.output<typeof articleHead>;
export type DemoPage = Document & z.output<typeof pageHead>;

const articleFiles = import.meta.glob<string>('./articles/*.html', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const pageFiles = import.meta.glob<string>('./pages/*.html', {
  query: '?raw',
  import: 'default',
  eager: true,
});

function read<Head>(files: Readonly<Record<string, string>>, schema: z.ZodType<Head>): (Head & Document)[] {
  return Object.entries(files).map(([file, text]) => {
    const [whole, json] = /^<!--\n(\{.*?\n\})\n-->\n/s.exec(text) ?? [];
    if (whole === undefined || json === undefined)
      throw new Error(`${file} does not begin with its data: a JSON object in an HTML comment.`);
    const head = schema.safeParse(JSON.parse(json));
    if (!head.success) throw new Error(`${file}: ${z.prettifyError(head.error)}`);
    return {
      ...head.data,
      slug: /([^/]+)\.html$/.exec(file)?.[1] ?? '',
      markup: text.slice(whole.length).trimEnd(),
    };
  });
}

const templateFiles = import.meta.glob<string>('./templates/*.html', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export interface DemoTemplate {
  readonly slug: keyof typeof templateTitles;
  readonly title: string;
  readonly markup: string;
}

export const templates: readonly DemoTemplate[] = Object.entries(templateTitles).map(([slug, title]) => {
  const markup = templateFiles[`./templates/${slug}.html`];
  if (markup === undefined) throw new Error(`There is no templates/${slug}.html.`);
  return { slug: slug as keyof typeof templateTitles, title, markup: markup.trimEnd() };
});

/** Newest first. */
export const articles: readonly DemoArticle[] = read(articleFiles, articleHead).toSorted(
  (a, b) => a.hours - b.hours,
);

/** Parents before their children. */
export const pages: readonly DemoPage[] = read(pageFiles, pageHead).toSorted(
  (a, b) => Number(a.parent !== undefined) - Number(b.parent !== undefined) || a.order - b.order,
);

/** Inserts ids and URLs of pictures and videos into block markup. Throws for an unknown name. */
export function fillIn(
  markup: string,
  files: ReadonlyMap<string, { readonly id: number; readonly src: string }>,
): string {
  return markup.replace(/\{\{(id|src) ([a-z0-9-]+)\}\}/g, (_, what: string, name: string) => {
    const found = files.get(name);
    if (!found) throw new Error(`There is no demo picture or video "${name}".`);
    return what === 'id' ? String(found.id) : found.src;
  });
}
