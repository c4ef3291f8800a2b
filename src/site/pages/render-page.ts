import type { PageInfo } from '../../blocks/load-context.ts';
import { duotoneFilters } from '../../blocks/core/duotone.ts';
import { stateSheet } from '../../blocks/core/state-styles.ts';
import { activeAt, nextEnd } from '../../modules/front/model.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { createFrontView, isFrontPage } from './front-view.ts';
import { coloursAtFirst, siteTypography } from '../../modules/settings/site-facts.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { anybody } from '../../modules/content/viewer.ts';
import type { Viewer } from '../../modules/content/viewer.ts';
import type { TextAround } from '../../lib/text-around.ts';
import { clientAssets } from '../../theme/client-assets.server.ts';
import { lookOf } from '../../theme/look/look-css.server.ts';
import type { Act } from '../../reader/islands/acting.ts';
import { mayEditPost } from '../../modules/posts/policy.ts';
import { captchaKind } from '../../modules/comments/captcha.ts';
import { adminBar } from './admin-bar.tsx';
import { documentShell, pageBody } from './document-shell.ts';
import { headFacts } from './head/head-facts.ts';
import { pageHead } from './head/page-head.ts';
import { foreignTo, pageParts, behaviourConfig, pageBehaviours } from './page-parts.ts';
import { PageRender, renderSoundly } from './page-render.ts';
import { pushParts } from './push-config.ts';
import { renderDocument } from './render-document.ts';
import type { Site } from './site.ts';
import { partDocument, templateFor } from './template-for.ts';
import type { ChosenDocument, TemplateChoice } from './template-for.ts';
import { trialFor } from './trial-for.ts';
import type { TrialChoice } from './trial-for.ts';
import { customStyles, pageFonts } from './page-css.ts';
import { logoPair } from './style-sheets.ts';
import { thirdParties, contentSecurityPolicy } from './third-parties.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';

export interface RenderedPage {
  /** Split around its CSS, which is one text for all pages with the same blocks. */
  readonly html: TextAround;
  readonly headers: Readonly<Record<string, string>>;
  readonly tags: PageRender['tags'];
  readonly expiresAt: number;
  /** A list could not be searched in time and is omitted. */
  readonly isLacking: boolean;
  readonly variesByDevice: boolean;
  /** Why the page has this layout. */
  readonly reason: string;
  /** A block reported that the page does not exist: send the 404 page instead. */
  readonly isAbsent: boolean;
  readonly turnedBy: ReadonlySet<string>;
  readonly areas: PageRender['areas'];
  /** The query, if it has results. */
  readonly searched: string | undefined;
}

export async function renderPage(
  site: Site,
  page: PageInfo,
  phone: boolean,
  viewer: Viewer = anybody,
): Promise<RenderedPage> {
  return renderSoundly(site, async (ended) => {
    const render = await beginRender(site, page, viewer);
    const rendered = await renderByTemplate(render, phone);
    ended(render);
    return rendered;
  });
}

async function renderByTemplate(render: PageRender, phone: boolean): Promise<RenderedPage> {
  const { site, page, viewer } = render;
  const { trial } = viewer;
  const tried = trial && (await trialFor(site, page, phone, trial));
  const template = tried ?? (await templateFor(site, page, phone));
  render.addTags(template.tags);
  const whole = await wrap(render, template, () => renderDocument(template.document, template.id, render), {
    tried,
  });
  return { ...whole, variesByDevice: template.variesByDevice, reason: template.reason };
}

interface ShellContent {
  readonly main: string;
  /** Blocks whose CSS the page needs. */
  readonly blocks?: readonly string[];
  /** Behaviours that its views requested. */
  readonly acts?: readonly Act[];
  /** Without menus and footer: the page has one job, such as logging in. */
  readonly isFocused?: boolean;
}

/** A page whose main part has no template, since it is for one reader. */
export async function renderShell(
  site: Site,
  page: PageInfo,
  { main, blocks = [], acts = [], isFocused = false }: ShellContent,
): Promise<RenderedPage> {
  const render = await beginRender(site, page);
  acts.forEach(render.acts.note);
  for (const name of blocks) render.blocks.add(name);
  return {
    ...(await wrap(render, undefined, async () => main, { isFocused })),
    variesByDevice: false,
    reason: 'made for one reader',
  };
}

async function beginRender(site: Site, page: PageInfo, viewer: Viewer = anybody): Promise<PageRender> {
  const render = new PageRender(site, page, await site.content.settings.current(), Date.now(), viewer);
  if (page.post) render.addTag(`post:${page.post.id}`);
  if (page.term) render.addTag(`term:${page.term.id}`);
  if (page.author) render.addTag(`user:${page.author.id}`);
  for (const tag of page.aboveTags ?? []) render.addTag(tag);
  if (isFrontPage(page)) await arrangeRender(render);
  return render;
}

/** Adds the arrangement of editors, without ended pins. */
async function arrangeRender(render: PageRender): Promise<void> {
  const { site, settings, now } = render;
  const front = activeAt(await site.content.front.current(), now);
  render.addTag('front');
  render.expiresAt = Math.min(render.expiresAt, nextEnd(front, now));
  render.front = createFrontView(site, settings, front);
}

/** The breaking line, above the content of the front page's first page. */
function breakingLine({ page, front, settings, blocks }: PageRender): string {
  const line = page.path === '/' && page.pageNumber === 1 ? front?.breaking : undefined;
  if (!line) return '';
  blocks.add('breaking-line');
  const text = escapeHtml(siteTypography(settings).text(line.text));
  const inner = line.url === '' ? text : `<a href="${escapeHtml(line.url)}">${text}</a>`;
  return `<p class="breaking-line">${inner}</p>\n`;
}

interface WrapOptions extends Pick<ShellContent, 'isFocused'> {
  /** A trial with its own parts, including the footer (not fetched by script then), and without the admin bar. */
  readonly tried?: TrialChoice | undefined;
}

/** Adds header, footer and document around the main part, all loading concurrently; without a template, the site's. */
async function wrap(
  render: PageRender,
  template: TemplateChoice | undefined,
  renderMain: () => Promise<string | undefined>,
  options: WrapOptions,
): Promise<Omit<RenderedPage, 'variesByDevice' | 'reason'>> {
  const { site, page, settings } = render;
  const { tried, isFocused = false } = options;
  const [header, main, footer, facts] = await Promise.all([
    renderHeader(render, template?.headerId, options),
    renderMain(),
    renderFooterArea(render, options),
    headFacts(render),
  ]);
  const content =
    pageBody(
      { header, main: breakingLine(render) + (main ?? ''), footer },
      render.hasTextRow ? 'has-text-row' : '',
    ) + duotoneFilters(render.duotones);
  const goesOn = page.parts
    ? page.pageNumber < page.parts.length
    : page.blockPage === undefined && render.goesOn;
  const head = pageHead(facts, goesOn);
  const assets = clientAssets();
  const look = lookOf(settings);
  if (settings.sticky_header) render.blocks.add('sticky-header');
  if (settings.site_logo > 0 && settings.site_logo_dark > 0) render.blocks.add(logoPair);
  const fonts = pageFonts(look, facts.language, content);
  const { css, named } = site.styles.of(render.blocks, facts.language, look, fonts);
  const bar =
    template && !tried
      ? adminBar(render, template, () => Buffer.byteLength(content) + css.bytes().length)
      : undefined;
  const body = (bar?.body ?? '') + content;
  const others = thirdParties(settings, site.content.siteUrl);
  const own = pageBehaviours(render.acts.onPage, settings);
  const push = pushParts(site, settings);
  const behaviours = {
    ...own,
    now: [...own.now, ...(head.hasScripts ? ['head-code'] : []), ...others.behaviours, ...push.behaviours],
  };
  const declared = pageParts(render.acts, behaviours);
  const parts = { ...declared, modules: { ...declared.modules, ...bar?.modules } };
  const scriptOrigins = [...captchaOrigins(render, settings), ...socialOrigins(render, settings)];
  const html = documentShell(
    {
      language: facts.language,
      head: { html: head.html, late: head.late + stateSheet(render.states) + (bar?.head ?? '') },
      themeColor: look.accent,
      fontPreloads: [
        ...(look.titlePreload && render.blocks.has(titleBlock) ? [look.titlePreload] : []),
        { url: look.fontPreload },
      ].filter(({ url }) => url !== ''),
      bodyClass:
        bodyClass(page, settings.image_effect) + (bar ? ' admin-bar' : '') + (isFocused ? ' is-focused' : ''),
      css,
      lateStyles: assets.lateStyles?.[fonts.late],
      wideStyles: render.hasTextRow ? assets.textRowStyles : undefined,
      // A page without a template is for one reader, and may ask for passwords.
      customStyles: template === undefined ? undefined : customStyles(settings, site.content.siteUrl)?.path,
      body,
      pageConfig: {
        ajaxUrl: site.ajaxUrl,
        isAdminBarShowing: bar !== undefined,
        origPostEditUrl: editUrlOf(render),
        ...parts,
        ...foreignTo([...others.foreign, ...head.foreign, ...scriptOrigins], parts),
        registeredBlocks: named,
        ...behaviourConfig(settings, site.content.siteUrl, behaviours),
        ...others.config,
        ...push.config,
      },
      defaultScheme: coloursAtFirst(settings),
      skipText: readerText(settings, 'skip_to_content'),
      asksConsent: settings.consent,
    },
    assets,
  );
  return {
    html,
    headers: {
      'content-security-policy': contentSecurityPolicy(
        [assets.headHash, assets.loaderHash, ...head.scriptHashes, ...others.scriptHashes],
        [...head.hosts, ...scriptOrigins, ...others.hosts, ...push.hosts],
        others.frames,
      ),
      link: head.link,
    },
    tags: render.tags,
    expiresAt: render.expiresAt,
    isLacking: render.isLacking,
    isAbsent: render.isAbsent,
    turnedBy: render.turnedBy,
    areas: render.areas,
    searched: render.searched,
  };
}

/** Only reads the viewer on the newsroom's pages: public pages are cached and must not depend on it. */
function editUrlOf({ site, page: { post }, viewer }: PageRender): string | null {
  return site.isNewsroom && post && mayEditPost(viewer.actor, post)
    ? `/wp-admin/post.php?post=${post.id}&action=edit`
    : null;
}

/** The header of a focused page. */
const siteName = (site: Site): ChosenDocument => ({
  document: site.documents.template(nameMarkup, 'site-name'),
  id: 'site-name',
  tags: [],
});

const nameMarkup = '<!-- wp:broadsheet/site-title {"show_tagline":false,"show_date":false} /-->';
const footerAds = '<!-- wp:broadsheet/background-ad /--><!-- wp:broadsheet/ad {"slot":"footer"} /-->';
const footerMarkup = `${footerAds}<!-- wp:broadsheet/lazy-footer /-->`;

/** The header of a trial, of a template (by `id`) or of the site; the site's name on a focused page. */
async function renderHeader(
  render: PageRender,
  id: number | undefined,
  { tried, isFocused }: WrapOptions,
): Promise<string | undefined> {
  const { site } = render;
  const part = tried?.header ?? (isFocused ? siteName(site) : await partDocument(site, 'header', id ?? 0));
  render.addTags(part.tags);
  // Header and footer are on every page, so lists in the main part may show their posts again.
  const html = await renderDocument(part.document, part.id, render, render.separatePosts());
  return isFocused && html !== undefined ? `<header>${html}</header>` : html;
}

/** The footer's place with its ads; with a trial's footer, which is not fetched by script. */
async function renderFooterArea(render: PageRender, { tried, isFocused }: WrapOptions): Promise<string> {
  if (isFocused) return '';
  const area = render.site.documents.template(tried ? footerAds : footerMarkup, 'footer-area');
  const parts = await Promise.all([
    renderDocument(area, 'footer-area', render, render.separatePosts()),
    tried && renderFooterPart(render, tried.footer),
  ]);
  return parts.filter((part) => part !== undefined).join('');
}

/** The footer in its final place, after it was fetched. */
async function renderFooterPart(render: PageRender, { document, id, tags }: ChosenDocument): Promise<string> {
  render.addTags(tags);
  render.blocks.add('broadsheet/lazy-footer');
  // Readers load it into a page that already has its heading.
  const part = new PageRender(
    render.site,
    { ...render.page, isPart: true },
    render.settings,
    render.now,
    render.viewer,
  );
  const html = await renderDocument(document, id, part);
  for (const name of part.blocks) render.blocks.add(name);
  for (const name of part.duotones) render.duotones.add(name);
  render.addStates([...part.states]);
  for (const [broken, message] of part.brokenTemplates) render.brokenTemplates.set(broken, message);
  return `<footer class="site-footer footer-${id.replace(/[^\w-]+/g, '-')}">${html ?? ''}</footer>`;
}

function captchaOrigins({ acts }: PageRender, settings: Settings): string[] {
  if (captchaKind(settings) !== 'score' || !acts.names.has('comment-form')) return [];
  const { origin } = new URL(settings.captcha_script_url);
  return [origin, ...(ownLoaders.get(origin) ?? [])];
}

function socialOrigins({ acts }: PageRender, settings: Settings): string[] {
  if (!acts.names.has('social-login')) return [];
  return [new URL(settings.social_login_sdk_url).origin, new URL(settings.social_login_graph_url).origin];
}

/** Captcha services whose script loads a second one, with its origins. */
const ownLoaders = new Map([
  ['https://www.google.com', ['https://www.gstatic.com']],
  ['https://www.recaptcha.net', ['https://www.gstatic.com', 'https://www.gstatic.cn']],
]);

/** Classes that WordPress themes style, and ours for the fade-in of pictures. */
function bodyClass(page: PageInfo, imageEffect: string): string {
  const names = [`kind-${page.kind}`];
  if (imageEffect !== '') names.push(`image-effect-${imageEffect}`);
  if (page.kind === 'home') names.push('home', 'blog');
  const { post } = page;
  if (post && ['single', 'cpt', 'woo_product'].includes(page.kind))
    names.push('single', `single-${post.type}`, `postid-${post.id}`);
  if (post && page.kind !== 'home' && postTypeNamed(post.type).supports.has('post-formats'))
    names.push(`single-format-${post.format}`);
  if (page.kind === 'page') names.push('page', `page-id-${page.post?.id ?? 0}`);
  if (page.kind === 'cpt_tax' && !page.term && page.postType !== undefined)
    names.push('archive', 'post-type-archive', `post-type-archive-${page.postType}`);
  if (page.format) names.push('archive', 'tax-post_format', `term-post-format-${page.format}`);
  if (page.term) names.push('archive', page.kind, `${page.kind}-${page.term.id}`);
  if (page.several) names.push('archive', page.kind);
  if (page.kind === '404') names.push('error404');
  if (page.kind === 'search') names.push('search');
  if (page.pageNumber > 1) names.push('paged');
  return names.join(' ');
}

/** Has the title of an article, in the cut for large sizes. */
const titleBlock = 'broadsheet/post-title';
