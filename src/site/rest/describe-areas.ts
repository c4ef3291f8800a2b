import type { Content } from '../../modules/content/content.ts';
import { findTemplatesWith } from '../../modules/templates/reader.ts';
import { templateTypes } from '../../modules/templates/model.ts';
import type { TemplateType } from '../../modules/templates/model.ts';
import { areaBlock, areasIn } from '../../modules/widgets/area-markup.ts';
import {
  builtInAreas,
  candidatesFor,
  sharedSidebar,
  sidebarKinds,
  sidebarOfKind,
} from '../../modules/widgets/model.ts';
import { listWidgetAreas } from '../../modules/widgets/store.ts';
import { builtInTemplates } from '../../theme/built-in-templates.ts';

/** A widget area with the pages that show it. */
export interface DescribedArea {
  readonly area: string;
  /** The blocks that pages show there: saved ones, or those of its fallback. */
  readonly content: string;
  /** The blocks after a reset. */
  readonly fallback: string;
  /** The area whose blocks it has after a reset; empty: those of the templates. */
  readonly fallbackArea: string;
  readonly isEdited: boolean;
  /** 0: never saved. */
  readonly revision: number;
  /** Milliseconds; 0: never saved. */
  readonly updatedAt: number;
  /** Types of templates whose current one shows this area. */
  readonly shownOn: readonly TemplateType[];
  /** Stored templates that contain it, whether they are assigned or not. */
  readonly templates: readonly { readonly id: number; readonly title: string; readonly type: TemplateType }[];
}

/** All areas of a site: the built-in ones in their order, then those of its templates, then those that no template contains. */
export async function describeAreas({ database, templates }: Content): Promise<DescribedArea[]> {
  const [stored, holding, current] = await Promise.all([
    listWidgetAreas(database.read),
    findTemplatesWith(database.read, areaBlock),
    Promise.all(
      templateTypes.map(async (type) => {
        const { global } = await templates.assignments(type, 0);
        const own = global === undefined ? undefined : await templates.byId(global);
        return { type, areas: areasIn(own?.content ?? builtInTemplates[type]) };
      }),
    ),
  ]);
  const placed = [
    ...current.map(({ type, areas }) => ({ type, areas, template: undefined })),
    ...holding.map((template) => ({ type: template.type, areas: areasIn(template.content), template })),
  ];
  const storedByName = new Map(stored.map((one) => [one.area, one]));
  const contentOf = (area: string) => storedByName.get(area)?.content;
  const named = [
    ...builtInAreas,
    ...placed.flatMap(({ areas }) => areas.map(({ area }) => area)),
    ...stored.filter(({ content }) => content !== undefined).map(({ area }) => area),
  ];
  return [...new Set(named)].map((area): DescribedArea => {
    const shows = placed.flatMap((place) => {
      const found = place.areas.find((one) => candidatesFor(one.area, place.type).includes(area));
      // The shared sidebar is not shown by kinds that have their own.
      const [preferred = area] = found ? candidatesFor(found.area, place.type) : [];
      return found && (preferred === area || contentOf(preferred) === undefined) ? [{ ...place, found }] : [];
    });
    const isSidebar = sidebarKinds.some((kind) => sidebarOfKind(kind) === area);
    const shared = isSidebar ? contentOf(sharedSidebar) : undefined;
    const preferred = shows.find(({ type }) => area === sharedSidebar && type === 'single') ?? shows[0];
    const fallback = shared ?? preferred?.found.content ?? '';
    const { content, revision = 0, updatedAt = 0 } = storedByName.get(area) ?? {};
    return {
      area,
      content: content ?? fallback,
      fallback,
      fallbackArea: shared === undefined ? '' : sharedSidebar,
      isEdited: content !== undefined,
      revision,
      updatedAt,
      shownOn: shows.filter(({ template }) => !template).map(({ type }) => type),
      templates: shows.flatMap(({ template }) =>
        template ? [{ id: template.id, title: template.title, type: template.type }] : [],
      ),
    };
  });
}

/** Whether an area is listed: it is stored, shown by a template, or the shared sidebar. */
export const isListedArea = ({ area, isEdited, shownOn, templates }: DescribedArea): boolean =>
  area === sharedSidebar || isEdited || shownOn.length > 0 || templates.length > 0;
