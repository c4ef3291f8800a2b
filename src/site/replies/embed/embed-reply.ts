import { createHash } from 'node:crypto';
import type { TagWeight } from '../../../blocks/load-context.ts';
import type { Tag } from '../../../modules/content/tags.ts';
import { embedAddress } from '../../../modules/types/permalinks.ts';
import { isAboveLists } from '../../../modules/types/registry.ts';
import { previewFile } from '../../../modules/media/picture.ts';
import { siteTypography, siteDates } from '../../../modules/settings/site-facts.ts';
import { languageOfPost } from '../../../modules/terms/model.ts';
import type { Settings } from '../../../modules/settings/settings.ts';
import { isRightToLeft, languageAttributes } from '../../../lib/language-tags.ts';
import { escapeHtml } from '../../../lib/plain-text.ts';
import { textDirection } from '../../../lib/bidi.ts';
import type { PageAddress } from '../../pages/resolution.ts';
import { resolvePage, sameAddress } from '../../pages/resolve-page.ts';
import type { Site } from '../../pages/site.ts';
import { lookOf } from '../../../theme/look/look-css.server.ts';
import { formatDate } from '../../../ui/language.ts';
import type { RenderedReply } from '../../cache/rendered-reply.ts';
import { isPage } from '../feeds/feed-reply.ts';
import { redirectReply } from '../moved-reply.ts';
import { toEmbeddable } from './embeddable.ts';
import type { Embeddable } from './embeddable.ts';

/** The embed page of a post, for frames on other sites: `/{postname}/embed/`. Undefined for other addresses and for posts that are not listed. */
export async function embedReply(site: Site, request: PageAddress): Promise<RenderedReply | undefined> {
  const base = /^(\/.+\/)embed\/?$/.exec(request.path)?.[1];
  if (base === undefined && !request.query.has('embed')) return undefined;
  if (base !== undefined && isAboveLists(base) && (await isPage(site, request))) return undefined; // a list with the slug `embed`
  const query = new URLSearchParams([...request.query].filter(([name]) => name !== 'embed'));
  const resolution = await resolvePage(site.content, { path: base ?? request.path, query });
  const settings = await site.content.settings.current();
  const structure = settings.permalink_structure;
  if (resolution.type === 'redirect' && /^\/(?!\/)/.test(resolution.location)) {
    return redirectReply(resolution.status, embedAddress(structure, resolution.location));
  }
  const found = resolution.type === 'page' ? await toEmbeddable(site.content, resolution.page) : undefined;
  if (!found) return undefined;
  const proper = found.embedUrl.slice(site.content.siteUrl.length);
  if (!sameAddress(request, proper) || request.query.has('embed') !== proper.includes('embed='))
    return redirectReply(301, proper);
  const tags = new Map<Tag, TagWeight>([
    [`post:${found.post.id}`, 'primary'],
    ...found.aboveTags.map((tag) => [tag, 'primary'] as const),
    ...found.authors.flatMap(
      ({ id }) =>
        [
          [`user:${id}`, 'secondary'],
          [`list:author:${id}`, 'secondary'],
        ] as const,
    ),
  ]);
  if (found.post.holdsPatterns) tags.set('excerpts', 'secondary');
  const terms = await site.content.terms.withAncestors(found.post.termIds);
  const language = languageOfPost(found.post, terms) ?? settings.site_language;
  if (found.picture) tags.set(`post:${found.picture.id}`, 'secondary');
  return {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    body: embedPage(found, settings, { siteUrl: site.content.siteUrl, language }),
    tags,
    store: true,
    // Any site may frame it: the page shows nothing of the visitor's.
    headers: { 'content-security-policy': policy, 'x-frame-options': '', 'x-robots-tag': 'noindex, follow' },
  };
}

/**
 * Posts its height and clicked links to an embedding WordPress site, since a sandboxed frame can't navigate. That site
 * puts the secret, which identifies the frame, into the fragment.
 */
const script =
  `(()=>{const secret=/[?&#]secret=([\\w-]+)/.exec(location.hash)?.[1];if(!secret||parent===window)return;` +
  `const say=(message,value)=>parent.postMessage({message,value,secret},'*');const ` +
  `height=()=>say('height',Math.ceil(document.body.getBoundingClientRect().height));` +
  `addEventListener('load',()=>{say('ready');height()});addEventListener('resize',height);` +
  `addEventListener('click',event=>{const link=event.target.closest('a');if(link){event.preventDefault();say('link',link.href)}})})()`;

const policy = [
  `default-src 'none'`,
  `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  `style-src 'unsafe-inline'`,
  `img-src 'self' https: http: data:`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors *`,
].join('; ');

const style = `:root{color-scheme:light dark;--ink:#14171c;--paper:#fff;--soft:#5b6470;--line:#d9dde3}
@media(prefers-color-scheme:dark){:root{--ink:#eef1f5;--paper:#15181d;--soft:#a3adba;--line:#343a43}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.45 system-ui,sans-serif}
article{border:1px solid var(--line);border-top:4px solid var(--accent)}
a{color:inherit;text-decoration:none}
img{position:absolute;width:100%;height:100%;object-fit:cover}
.picture{display:block;position:relative;aspect-ratio:2/1}
.text{padding:14px 18px 16px}
.site{margin:0;font-size:13px;font-weight:600;letter-spacing:.01em;color:var(--soft)}
h1{margin:6px 0 8px;font:700 22px/1.2 Georgia,serif;text-wrap:balance}
h1 a:hover{text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:3px}
p{margin:0}
.text [dir]{text-align:match-parent;text-align:-webkit-match-parent}
.excerpt{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:5;overflow:hidden;font-size:15px}
.by{margin-top:10px;font-size:13px;color:var(--soft)}
@media(min-width:420px){article{display:grid;grid-template-columns:38% 1fr;min-height:100vh}article:not(:has(.picture)){display:block}.picture{aspect-ratio:auto}.text{min-height:196px}}
@media(max-width:419px) and (max-height:280px){.picture{display:none}.excerpt{-webkit-line-clamp:3}}`;

function embedPage(
  { post, title, url, excerpt, authors, picture }: Embeddable,
  settings: Settings,
  { siteUrl, language }: { readonly siteUrl: string; readonly language: string },
): string {
  const link = escapeHtml(url);
  const siteTitle = siteTypography(settings).text(settings.blogname);
  const siteName = escapeHtml(siteTitle);
  const isMirrored = isRightToLeft(language);
  const dir = (text: string) => (textDirection(text, isMirrored) ? ' dir="ltr"' : '');
  const file = picture && previewFile(picture);
  const by = [
    authors.map(({ name }) => name).join(', '),
    formatDate(post.publishedAt, 'full', siteDates(settings)),
  ]
    .filter(Boolean)
    .join(' · ');
  return `<!doctype html>
<html ${languageAttributes(language)} style="--accent:${escapeHtml(lookOf(settings).accent)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – ${siteName}</title>
<meta name="robots" content="noindex, follow">
<link rel="canonical" href="${link}">
<style>${style}</style>
</head>
<body>
<article>
${
  file
    ? `<a class="picture" href="${link}" target="_blank" rel="noopener" tabindex="-1" aria-hidden="true"><img src="${escapeHtml(file.url)}" alt=""></a>\n`
    : ''
}<div class="text">
<p class="site"${dir(siteTitle)}><a href="${escapeHtml(siteUrl)}/" target="_blank" rel="noopener">${siteName}</a></p>
<h1${dir(title)}><a href="${link}" target="_blank" rel="noopener">${escapeHtml(title)}</a></h1>
${excerpt ? `<p class="excerpt"${dir(excerpt)}>${escapeHtml(excerpt)}</p>\n` : ''}<p class="by">${escapeHtml(by)}</p>
</div>
</article>
<script>${script}</script>
</body>
</html>
`;
}
