import { labelProfile } from '../../lib/clean-html/profiles.ts';
import type { LoadContext } from '../load-context.ts';
import { linkTarget } from './link-target.server.ts';
import type { SavedLink } from './link-target.server.ts';
import { submenuPropsOf } from './navigation-item.tsx';
import { learnInside, tellAround } from './shown-inside.ts';
import type { ItemData, ItemName } from './navigation-item.tsx';
import { writtenHtml } from './written.server.ts';

/** What links and submenus show; undefined where their target is gone, with all that is below them. */
export async function loadItem(
  name: ItemName,
  settings: SavedLink & { readonly label: string; readonly description: string },
  context: LoadContext,
): Promise<ItemData | undefined> {
  const label = await writtenHtml(settings.label, labelProfile, context);
  if (label.trim() === '') return undefined;
  const { navigation } = context.inherited;
  const inside = learnInside();
  const [target, inner] = await Promise.all([
    linkTarget(settings, context),
    context.renderInner(inside.provided),
  ]);
  const holdsCurrent = inside.found.has('current-item');
  if (target && (target.isCurrent || holdsCurrent)) tellAround(context, 'current-item');
  return (
    target && {
      ...target,
      label,
      holdsCurrent,
      description: await writtenHtml(settings.description, labelProfile, context),
      inner: inner?.trim() ?? '',
      submenus: navigation?.submenus ?? 'hover',
      showsIcon: navigation?.showsIcon ?? false,
      submenuProps: submenuPropsOf(name, navigation?.colors),
    }
  );
}
