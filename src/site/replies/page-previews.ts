import type { PageInfo } from '../../blocks/load-context.ts';
import type { Post } from '../../modules/posts/model.ts';
import type { Template, TemplateType, Trial } from '../../modules/templates/model.ts';
import type { Actor } from '../../kernel/permission.ts';
import type { Arrangement } from '../../modules/front/model.ts';
import type { RenderedArea } from '../../modules/front/rendered-area.ts';
import type { MenuItem, MenuLocation } from '../../modules/menus/model.ts';
import { NotFoundError } from '../../lib/errors.ts';
import type { Signer } from '../../lib/keys.ts';
import type { TemplateWarning } from '../../lib/template-texts.ts';
import { wholeText } from '../../lib/text-around.ts';
import { queryOf } from '../../lib/urls.ts';
import { anybody } from '../../modules/content/viewer.ts';
import { listWarnings, warningsOf, warningsOfTemplate } from '../pages/template-warnings.ts';
import { blocksFault } from '../pages/blocks-fault.ts';
import { checkTemplate } from '../pages/check-template.ts';
import type { TemplateProblem } from '../pages/check-template.ts';
import { explainPage } from '../pages/explain-page.ts';
import type { PageExplanation } from '../pages/explain-page.ts';
import { faultOfTemplate } from '../pages/sound-template.ts';
import { SharedAreas } from '../pages/front-areas.ts';
import { siteSeenBy, siteWithArea, siteWithFront, siteWithMenu, siteWithSettings } from '../pages/site.ts';
import { customStyles } from '../pages/page-css.ts';
import { absentPage } from '../pages/resolve-page.ts';
import type { Site } from '../pages/site.ts';
import { stillPage } from '../pages/still-page.ts';
import { assignmentKind } from '../pages/template-for.ts';
import type { Device } from '../cache/device.ts';
import type { KeyedRequest } from '../cache/request-key.ts';
import { resolveDiscussion } from './comments/comment-page.ts';
import { reachAddress } from './reach-address.ts';
import type { Reached } from './reach-address.ts';
import { renderPageRequest } from './render-page-request.ts';

export interface FoundPage {
  /** As assignments name it: `single`, `cpt:book`, `404`. */
  readonly kind: string;
  readonly post: Post | undefined;
}

/** Facts about pages for users with editing capabilities, looked up by a page's address and limited to what the user can see. */
export interface PagePreviews {
  check(content: string): readonly TemplateProblem[];
  /** Why blocks can't be part of a template, in English; undefined: they can. Caches nothing. */
  blocksFault(content: string): string | undefined;
  /** Why pages skip a stored template, in English; undefined if no problem is known. */
  fault(template: Pick<Template, 'id' | 'content'>): string | undefined;
  /** Warnings about a template, stored (by id) or unsaved; undefined if the id does not exist. */
  warnings(
    template: number | Pick<Template, 'type' | 'isMobile' | 'content'>,
    options?: { readonly isMobilePage?: boolean | undefined },
  ): Promise<readonly TemplateWarning[] | undefined>;
  warningsOfType(type: TemplateType): Promise<ReadonlyMap<number, readonly TemplateWarning[]>>;
  /** Throws `NotFoundError` if the actor can see no page there. */
  explain(actor: Actor | undefined, address: string): Promise<PageExplanation>;
  /** How visitors are answered at an address of this site, without following redirects. */
  reach(address: string): Promise<Reached>;
  /** The page at an address, or the 404 page. Throws `NotFoundError` if the address redirects elsewhere. */
  find(actor: Actor | undefined, address: string): Promise<FoundPage>;
  /**
   * An inert rendering of a page with a trial template, or unsaved settings, menu or widget area (`pages/still-page.ts`). `settings`:
   * values that their settings accept. Throws `NotFoundError`.
   */
  show(
    actor: Actor | undefined,
    asked: {
      readonly address: string;
      readonly device: Device;
      readonly trial: Trial;
      readonly settings?: Readonly<Record<string, unknown>>;
      readonly front?: Arrangement | undefined;
      readonly menu?: { readonly location: MenuLocation; readonly items: readonly MenuItem[] };
      readonly widgets?: { readonly area: string; readonly content: string };
    },
  ): Promise<string>;
  /** The areas that the front page would have with an arrangement, as a render shows them; none: it has neither lead nor bands. */
  frontAreas(actor: Actor | undefined, front: Arrangement): Promise<readonly RenderedArea[]>;
}

/** Redirects to follow, such as from a plain address to the canonical one. */
const maxSteps = 3;

export function pagePreviews(site: Site, signer: Signer): PagePreviews {
  const areas = new SharedAreas(site.content.database.bus);
  const keyed = (address: string, device: Device): KeyedRequest => {
    const [path = '/'] = address.split(/[?#]/, 1);
    return {
      key: '',
      device,
      path,
      action: undefined,
      parameters: new Map(new URLSearchParams(queryOf(address.split('#', 1)[0] ?? ''))),
    };
  };
  const pageAt = async (actor: Actor | undefined, address: string): Promise<PageInfo> => {
    let at = address;
    for (let step = 0; step < maxSteps; step++) {
      const request = keyed(at, 'desktop');
      const found = await resolveDiscussion(site, request, {
        ...anybody,
        actor,
        preview: request.parameters.get('preview') === 'true',
      });
      if (found.type === 'page') return found.page;
      if (found.type === 'gone' || !found.location.startsWith('/')) break;
      at = found.location;
    }
    throw new NotFoundError(`There is no page of this site at “${address.slice(0, 200)}”.`, 'rest_no_page');
  };
  const reach = (address: string) => {
    const { path, parameters } = keyed(address, 'desktop');
    return reachAddress(site, { address, path, query: new URLSearchParams([...parameters]) });
  };
  return {
    reach,
    frontAreas: (actor, front) => areas.find(siteSeenBy(site, actor), front),
    check: checkTemplate,
    blocksFault,
    fault: (template) => faultOfTemplate(site, template),
    warnings: (template, options) => {
      const { read } = site.content.database;
      if (typeof template === 'number') return warningsOfTemplate(read, template, options);
      return warningsOf(read, { id: 0, title: '', ...template }, options);
    },
    warningsOfType: (type) => listWarnings(site.content.database.read, type),
    explain: async (actor, address) => {
      const page = await pageAt(actor, address);
      return explainPage(site, page.kind === '404' ? { ...absentPage } : page);
    },
    find: async (actor, address) => {
      const page = await pageAt(actor, address);
      return { kind: assignmentKind(page), post: page.post };
    },
    show: async (actor, { address, device, trial, settings, menu, front, widgets }) => {
      const seen = siteSeenBy(site, actor);
      const arranged = front ? siteWithFront(seen, front) : seen;
      const withMenu = menu ? siteWithMenu(arranged, menu) : arranged;
      const withArea = widgets ? siteWithArea(withMenu, widgets) : withMenu;
      const tried = settings ? siteWithSettings(withArea, settings) : withArea;
      let at = address;
      for (let step = 0; step < maxSteps; step++) {
        const request = keyed(at, device);
        const rendered = await renderPageRequest(tried, signer, request, {
          cookieHeader: undefined,
          actor,
          shared: 0,
          autosaved: 0,
          bar: undefined,
          trial,
        });
        const { body, headers, contentType } = 'shareKey' in rendered ? await rendered.render() : rendered;
        const { location } = headers ?? {};
        if (location?.startsWith('/')) at = location;
        else if (location !== undefined || Buffer.isBuffer(body) || !contentType.startsWith('text/html'))
          break;
        else {
          const styles = customStyles(await tried.content.settings.current(), tried.content.siteUrl);
          return stillPage(typeof body === 'string' ? body : wholeText(body), trial.isDark, styles);
        }
      }
      throw new NotFoundError(`There is no page of this site at “${address.slice(0, 200)}”.`, 'rest_no_page');
    },
  };
}
