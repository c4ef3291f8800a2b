import type { PageConfig } from '../../reader/islands/page-config.ts';
import { languageAttributes } from '../../lib/language-tags.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { scriptJson } from '../../lib/json.ts';
import type { SharedText, TextAround } from '../../lib/text-around.ts';
import type { ClientAssets } from '../../theme/client-assets.server.ts';
import type { FontPreload } from '../../theme/fonts.ts';
import { isOfOurLetters } from '../../theme/languages.ts';
import type { PageHead } from './head/page-head.ts';

export interface ShellParts {
  readonly language: string;
  readonly head: Pick<PageHead, 'html' | 'late'>;
  readonly themeColor: string;
  readonly fontPreloads: readonly FontPreload[];
  readonly bodyClass: string;
  /** CSS of the theme and of the blocks used. */
  readonly css: SharedText;
  /** URL of a style sheet that is fetched after the first paint; undefined for none. */
  readonly lateStyles: string | undefined;
  /** URL of a style sheet for wide windows, before `css`. */
  readonly wideStyles: string | undefined;
  /** Path of a style sheet after `css`. */
  readonly customStyles: string | undefined;
  readonly body: string;
  readonly pageConfig: PageConfig;
  /** The scheme before the visitor chooses one. */
  readonly defaultScheme: 'light' | 'dark' | 'auto';
  readonly skipText: string;
  readonly asksConsent: boolean;
}

/** The body's content; an empty part is undefined. */
export function pageBody(
  { header = '', main = '', footer = '' }: Readonly<Record<'header' | 'main' | 'footer', string | undefined>>,
  mainClass = '',
): string {
  return `${header}\n<main id="content"${mainClass === '' ? '' : ` class="${mainClass}"`} tabindex="-1">\n${main}\n</main>\n${footer}`;
}

export function documentShell(parts: ShellParts, assets: ClientAssets): TextAround {
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    parts.head.html,
    `<meta name="theme-color" content="${escapeHtml(parts.themeColor)}">`,
    `<script>${assets.headScript}</script>`,
    ...(isOfOurLetters(parts.language)
      ? parts.fontPreloads.map(
          ({ url, media }) =>
            `<link rel="preload" href="${url}" as="font" type="font/woff2"${media === undefined ? '' : ` media="${media}"`} crossorigin>`,
        )
      : []),
  ]
    .filter(Boolean)
    .join('\n');
  const wide =
    parts.wideStyles === undefined
      ? ''
      : `<link rel="stylesheet" href="${parts.wideStyles}" media="(min-width:1024px)">\n`;
  const before = `<!doctype html>
<html ${languageAttributes(parts.language)} data-scheme="${parts.defaultScheme}"${parts.asksConsent ? ' data-asks-consent' : ''}>
<head>
${head}
${wide}<style>`;
  const late = parts.lateStyles === undefined ? '' : `<link rel="stylesheet" href="${parts.lateStyles}">`;
  const custom =
    parts.customStyles === undefined
      ? ''
      : `\n<link rel="stylesheet" href="${escapeHtml(parts.customStyles)}">`;
  const after = `</style>${custom}
<noscript>${late}<style>img.lazy,iframe.lazy{display:none}</style></noscript>
<template>${late}<link rel="manifest" href="/site.webmanifest"></template>
<script type="application/json" id="broadsheet-page">${scriptJson(parts.pageConfig)}</script>
<script>${assets.loaderScript}</script>
${parts.head.late}
</head>
<body class="${escapeHtml(parts.bodyClass)}">
<a class="skip-link" href="#content">${escapeHtml(parts.skipText)}</a>
${parts.body}
</body>
</html>
`;
  return { before, shared: parts.css, after };
}
