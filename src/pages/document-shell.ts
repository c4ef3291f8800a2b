import type { PageConfig } from '../islands/page-config.ts';
import { escapeHtml } from '../lib/plain-text.ts';
import { scriptJson } from '../lib/script-json.ts';
import type { ClientAssets } from '../theme/client-assets.server.ts';

/** What goes around the rendered documents of a page. */
export interface ShellParts {
  readonly language: string;
  readonly title: string;
  readonly description: string;
  /** Absolute address of this very page; undefined where there is none (404). */
  readonly canonical: string | undefined;
  readonly noindex: boolean;
  readonly siteTitle: string;
  readonly themeColor: string;
  readonly bodyClass: string;
  /** CSS of the theme and of the blocks used. */
  readonly css: string;
  /** The page's header, main part and footer area. */
  readonly header: string;
  readonly main: string;
  readonly footer: string;
  /** What scripts of the page may know (`PageConfig`). */
  readonly pageConfig: PageConfig;
  /** Whether it has pictures or frames that wait for their reader. */
  readonly lazyImages: boolean;
  /** Whether the page counts as light or dark before its visitor chose. */
  readonly defaultScheme: 'light' | 'dark' | 'auto';
}

/** A square in the theme's colour with three printed lines, as a data address: no request, no file. */
function icon(color: string): string {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path fill='${color}' d='M0 0h16v16H0z'/><path stroke='#fff' stroke-width='2' d='M3 5h10M3 8.5h10M3 12h6'/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg).replaceAll('%20', ' ').replaceAll('%3D', '=').replaceAll('%3A', ':').replaceAll('%2F', '/').replaceAll("'", '&#39;')}`;
}

/** A whole HTML document. */
export function documentShell(parts: ShellParts, assets: ClientAssets): string {
  const { canonical } = parts;
  const head = [
    '<meta charset="utf-8">',
    `<link rel="icon" href="${icon(parts.themeColor)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(parts.title)}</title>`,
    parts.description && `<meta name="description" content="${escapeHtml(parts.description)}">`,
    parts.noindex && '<meta name="robots" content="noindex, follow">',
    canonical && `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    `<meta name="theme-color" content="${escapeHtml(parts.themeColor)}">`,
    `<meta property="og:site_name" content="${escapeHtml(parts.siteTitle)}">`,
    `<script>${assets.headScript}</script>`,
    assets.fontPreload && `<link rel="preload" href="${assets.fontPreload}" as="font" type="font/woff2" crossorigin>`,
    `<style>${parts.css}</style>`,
    '<noscript><style>img.lazy,iframe.lazy{display:none}</style></noscript>',
  ].filter(Boolean).join('\n');
  return `<!doctype html>
<html lang="${escapeHtml(parts.language)}" data-scheme="${parts.defaultScheme}">
<head>
${head}
</head>
<body class="${escapeHtml(parts.bodyClass)}"${parts.lazyImages ? ' data-behaviour="lazy-image"' : ''}>
<a class="skip-link" href="#content">Skip to content</a>
${parts.header}
<main id="content" tabindex="-1">
${parts.main}
</main>
${parts.footer}
<script type="application/json" id="broadsheet-page">${scriptJson(parts.pageConfig)}</script>
<script>${assets.loaderScript}</script>
</body>
</html>
`;
}
