import { maxBadgeLength, maxItems } from '../modules/menus/commands.ts';
import { menuLookKeys } from '../modules/menus/model.ts';
import {
  assignMenu,
  createMenu,
  replaceMenuItems,
  findMenuItems,
  findMenuLocations,
} from '../modules/menus/store.ts';
import type { MenuItemInput } from '../modules/menus/store.ts';
import { isMenuIcon } from '../lib/menu-icons.ts';
import { FormerSites } from '../lib/former-sites.ts';
import { decodeEntities } from '../lib/plain-text.ts';
import { phpText, unserialize } from '../lib/php-serialize.ts';
import { foreignSlug, slugify } from '../lib/slugify.ts';
import { startOf } from '../lib/cut-text.ts';
import type { TermImport } from './import-terms.ts';
import { mainMenu } from './main-menu.ts';
import type { MenuCandidate } from './main-menu.ts';
import { findMemory, findWaiting, isRemembered, remember, stillOf } from './menu-memory.ts';
import type { RememberedItem } from './menu-memory.ts';
import { decide, fingerprint } from '../modules/imports/ledger.ts';
import type { ExportAge } from '../modules/imports/ledger.ts';
import { canonicalItem } from './item-fields.ts';
import type { References } from './references.ts';
import { count, drop, recordLocalEdit } from './report.ts';
import { menuState } from './rows.ts';
import type { ImportRun } from './run.ts';
import { pageType } from '../modules/types/names.ts';
import type { WxrItem, WxrSite, WxrTerm } from './wxr-events.ts';

const kind = 'item nav_menu_item';

/** Fields of a menu item needed at the end of the file; the rest is discarded while reading. */
interface CollectedItem extends RememberedItem {
  readonly unknownKeys: readonly string[];
  /** Set when an earlier run imported and counted it. */
  readonly isLeft?: true;
}

interface ResolvedMenu {
  readonly items: readonly (MenuItemInput & { readonly parent?: number })[];
  readonly own: readonly string[];
  readonly isWaiting: boolean;
}

interface CollectedMenu {
  name: string;
  age: ExportAge;
  /** When that file was exported, in ms; 0 when it does not say. */
  exportedAt: number;
  /** Set when no file of this run contains the menu: it was waiting for targets imported now. */
  isLeft?: true;
  items: CollectedItem[];
  /** Items from earlier files that contain the menu, too; newest first. */
  earlier: CollectedItem[];
  /** Item ids met, with the number of their file and the fingerprints of the items with that id. */
  ids: Map<string, { readonly file: number; readonly hashes: Set<string> }>;
}

/** Collects menu items while the file is read and writes the menus at its end, when all targets are imported. */
export class MenuImport {
  readonly #run: ImportRun;
  readonly #terms: TermImport;
  readonly #references: References;
  readonly #exporter: FormerSites;
  readonly #menus = new Map<string, CollectedMenu>();

  constructor(run: ImportRun, terms: TermImport, references: References, site: WxrSite) {
    this.#run = run;
    this.#exporter = new FormerSites([site.url]);
    this.#terms = terms;
    this.#references = references;
  }

  declare(terms: readonly WxrTerm[]): void {
    for (const term of terms) {
      const { name } = this.#menu(term.slug, term.name);
      this.#run.unknown.meta(
        'termMetaKeys',
        term.meta.map(({ key }) => key),
        { what: `menu "${startOf(name, 60)}"` },
      );
    }
  }

  collect(item: WxrItem): void {
    const menuTerm = item.terms.find(({ domain }) => domain === 'nav_menu');
    const menu = menuTerm && this.#menu(menuTerm.nicename, menuTerm.name);
    const { report, file } = this.#run;
    let met = menu?.ids.get(item.id);
    if (menu && met && met.file !== file.number) {
      beginAgain(menu);
      met = undefined;
    }
    const hash = fingerprint(canonicalItem(item));
    const message = !menu
      ? 'it belongs to no menu'
      : item.status !== '' && item.status !== 'publish'
        ? `WordPress does not show menu items with the status "${item.status}"`
        : met?.hashes.has(hash)
          ? 'duplicate in the file'
          : menu.items.length >= maxItems
            ? `its menu already has ${maxItems} items`
            : undefined;
    if (!menu || message)
      return drop(report, { kind, id: item.id, title: item.title, message: message ?? '' });
    if (met) {
      met.hashes.add(hash);
      report.notes.push({
        kind,
        id: item.id,
        title: item.title,
        message: 'another item of its menu in the file has the same ID; both are in the menu',
      });
    } else menu.ids.set(item.id, { file: file.number, hashes: new Set([hash]) });
    const meta = (key: string) => item.meta.find((entry) => entry.key === key)?.value.trim() ?? '';
    const parent = meta('_menu_item_menu_item_parent');
    menu.items.push({
      id: item.id,
      isTwin: met !== undefined,
      parent: parent === '0' ? '' : parent,
      order: Number.parseInt(item.menuOrder, 10) || 0,
      type: meta('_menu_item_type') || 'custom',
      object: meta('_menu_item_object'),
      objectId: meta('_menu_item_object_id'),
      megaPage: meta('td_mega_menu_page_id'),
      megaCategory: meta('td_mega_menu_cat'),
      unknownKeys: this.#run.unknown.menuKeysOf(item),
      input: {
        label: item.title,
        url: meta('_menu_item_url'),
        description: item.content,
        titleAttribute: item.excerpt,
        target: meta('_menu_item_target'),
        rel: meta('_menu_item_xfn'),
        classes: phpStrings(meta('_menu_item_classes')),
        ...(file.isOurs ? looksOf(meta) : {}),
      },
    });
  }

  #menu(slug: string, name: string): CollectedMenu {
    const key = foreignSlug(slug) || slugify(name, this.#run.naming.language) || 'menu';
    const known = this.#menus.get(key);
    const { age, exportedAt } = this.#run.file;
    if (known) return Object.assign(known, { age, exportedAt });
    const menu: CollectedMenu = {
      name: decodeEntities(name).trim() || key,
      age,
      exportedAt,
      items: [],
      earlier: [],
      ids: new Map(),
    };
    this.#menus.set(key, menu);
    return menu;
  }

  /**
   * Writes new and changed menus, and assigns one to the header if the site has no menu there. When the file is
   * truncated, existing menus stay unchanged, since a partial menu must not replace a complete one.
   */
  async write(whole: boolean): Promise<void> {
    const made: (MenuCandidate & { readonly id: number })[] = [];
    for (const [slug, { name, exportedAt, items }] of await findWaiting(
      this.#run.database.read,
      this.#run.ledger,
    )) {
      if (!this.#menus.has(slug))
        this.#menus.set(slug, {
          name,
          age: 'same',
          exportedAt,
          isLeft: true,
          items: items.map(left),
          earlier: [],
          ids: new Map(),
        });
    }
    for (const [slug, menu] of this.#menus) {
      const menuMade = await this.#writeMenu(slug, menu, whole);
      if (menuMade) made.push(menuMade);
    }
    await this.#run.batches.flush();
    const chosen = mainMenu(made, this.#exporter);
    if (!chosen || (await findMenuLocations(this.#run.database.read)).has('primary')) return;
    await this.#run.batches.add({
      work: (tx) => assignMenu(tx, 'primary', chosen.id),
      done: () =>
        this.#run.report.notes.push({
          kind: 'menu',
          id: chosen.slug,
          title: '',
          message: 'exports do not contain menu locations; this menu is used as the primary menu',
        }),
      failed: (reason) =>
        this.#run.report.notes.push({ kind: 'menu', id: chosen.slug, title: '', message: reason }),
    });
    await this.#run.batches.flush();
  }

  /** Returns the menu if it was created or was empty before. */
  async #writeMenu(
    slug: string,
    menu: CollectedMenu,
    whole: boolean,
  ): Promise<(MenuCandidate & { readonly id: number }) | undefined> {
    const { report, ledger, batches, database, force } = this.#run;
    this.#settle(menu, whole);
    const before = await ledger.findOne(database.read, 'menu', slug);
    const known = before && !menu.isLeft ? await findMemory(database.read, ledger, slug) : undefined;
    const others = stillOf(known, {
      ids: menu.ids,
      count: menu.items.length,
      exportedAt: menu.exportedAt,
    }).map(left);
    if (others.length > 0)
      menu.items = [...menu.items, ...others].toSorted(
        (a, b) => a.order - b.order || Number(a.id) - Number(b.id),
      );
    const { items, own, isWaiting } = await this.#resolve(menu);
    const memory = { name: menu.name, exportedAt: menu.exportedAt, isWaiting, items: menu.items.map(plain) };
    const hash = fingerprint([menu.name, items]);
    const finish = (outcome: 'imported' | 'updated' | 'unchanged') => {
      if (!menu.isLeft) count(report, 'menu', outcome);
      own.forEach(() => count(report, kind, outcome));
    };
    const dropAll = (message: string) => {
      if (!menu.isLeft) drop(report, { kind: 'menu', id: slug, title: menu.name, message });
      for (const title of own) drop(report, { kind, id: slug, title, message });
      return undefined;
    };
    const verdict = decide(
      before,
      { hash, age: menu.age, force },
      before && (await menuState(database.read, before.localId)),
    );
    if (verdict === 'unchanged') {
      finish('unchanged');
      if (
        before?.seen.at(-1) === hash &&
        menu.age !== 'older' &&
        !menu.isLeft &&
        !isRemembered(known, memory)
      )
        await batches.add({
          work: (tx) => remember(tx, ledger, slug, memory),
          failed: (message) => report.notes.push({ kind: 'menu', id: slug, title: menu.name, message }),
        });
      return undefined;
    }
    if (verdict === 'kept') {
      own.forEach(() => count(report, kind, 'kept'));
      if (!menu.isLeft) recordLocalEdit(report, { kind: 'menu', id: slug, title: menu.name });
      return undefined;
    }
    if (verdict === 'gone') return dropAll('deleted here; later exports do not restore it');
    const wasEmpty =
      before !== undefined && (await findMenuItems(database.read, before.localId)).length === 0;
    if (before && !whole) {
      return dropAll('the file ends before its menus may be complete; the current menu is unchanged');
    }
    let id: number | undefined;
    await batches.add({
      work: async (tx) => {
        id = before?.localId ?? (await createMenu(tx, { name: menu.name, slug }));
        await replaceMenuItems(tx, id, items);
        await ledger.record(tx, 'menu', slug, {
          localId: id,
          hash,
          state: (await menuState(tx.db, id)) ?? '',
          before,
        });
        await remember(tx, ledger, slug, memory);
      },
      done: () => finish(before ? 'updated' : 'imported'),
      failed: (reason) => dropAll(reason),
    });
    await batches.flush();
    return (before && !wasEmpty) || id === undefined ? undefined : { slug, name: menu.name, id, items };
  }

  /** Counts items from earlier files as unchanged or removed. Items missing in a truncated newer file are not removed. */
  #settle(menu: CollectedMenu, whole: boolean): void {
    for (const item of menu.earlier) {
      if (menu.ids.has(item.id)) count(this.#run.report, kind, 'unchanged');
      else if (whole)
        drop(this.#run.report, {
          kind,
          id: item.id,
          title: item.input.label,
          message: 'its menu no longer contains it in a newer file',
        });
      else {
        menu.items.push(item);
        menu.ids.set(item.id, { file: 0, hashes: new Set() });
      }
    }
    menu.earlier = [];
  }

  /** Items in order with local ids as targets; items without a target are left out. */
  async #resolve(menu: CollectedMenu): Promise<ResolvedMenu> {
    let isWaiting = false;
    const accepted: { item: CollectedItem; input: MenuItemInput }[] = [];
    for (const item of menu.items.toSorted((a, b) => a.order - b.order)) {
      const target = await this.#targetOf(item);
      const mega = await this.#megaOf(item);
      isWaiting ||= mega === undefined || (typeof target === 'string' && /^[1-9]/.test(item.objectId));
      if (typeof target === 'string' && item.isLeft) continue;
      if (typeof target === 'string')
        drop(this.#run.report, { kind, id: item.id, title: item.input.label, message: target });
      else {
        accepted.push({ item, input: { ...item.input, ...target, ...mega } });
        const { label } = item.input;
        const what = `menu "${menu.name}"${label ? `, item "${startOf(label, 60)}"` : ''}`;
        if (!item.isLeft) this.#run.unknown.meta('menuMetaKeys', item.unknownKeys, { what });
      }
    }
    const places = new Map(
      accepted.flatMap(({ item }, index) => (item.isTwin ? [] : [[item.id, index] as const])),
    );
    const items = accepted.map(({ item, input }) => {
      const parent = item.parent === item.id && !item.isTwin ? undefined : places.get(item.parent);
      if (item.parent !== '' && parent === undefined && !item.isLeft) {
        this.#run.report.notes.push({
          kind,
          id: item.id,
          title: input.label ?? '',
          message: `its parent item (${item.parent}) is not in its menu; it was moved to the top level`,
        });
      }
      return parent === undefined ? input : { ...input, parent };
    });
    return { items, own: accepted.flatMap(({ item }) => (item.isLeft ? [] : [item.input.label])), isWaiting };
  }

  async #targetOf(
    item: CollectedItem,
  ): Promise<Pick<MenuItemInput, 'type' | 'object' | 'objectId' | 'url'> | string> {
    if (item.type === 'post_type') {
      const objectId = await this.#references.find(
        this.#run.database.read,
        item.objectId,
        item.object || undefined,
      );
      return objectId === undefined
        ? nowhere(item.object || 'item', item.objectId)
        : { type: 'post_type', object: item.object, objectId, url: '' };
    }
    if (item.type === 'taxonomy') {
      const objectId = this.#terms.byExternalId(item.object, item.objectId);
      return objectId === undefined
        ? nowhere(item.object || 'term', item.objectId)
        : { type: 'taxonomy', object: item.object, objectId, url: '' };
    }
    if (item.type !== 'custom' && !item.input.url)
      return `it links to content of the type "${item.type}", which has no address here`;
    return { type: 'custom', object: '', objectId: 0 };
  }

  /** Mega menus, as stored by a theme common on news sites; undefined when their page or terms are not imported yet. */
  async #megaOf(item: CollectedItem): Promise<Pick<MenuItemInput, 'megaKind' | 'megaId'> | undefined> {
    const page =
      item.megaPage === ''
        ? undefined
        : await this.#references.find(this.#run.database.read, item.megaPage, pageType);
    if (page !== undefined) return { megaKind: 'page', megaId: page };
    const category =
      item.megaCategory === '' ? undefined : this.#terms.byExternalId('category', item.megaCategory);
    if (category !== undefined) return { megaKind: 'category', megaId: category };
    return /^[1-9]/.test(item.megaPage) || /^[1-9]/.test(item.megaCategory) ? undefined : {};
  }
}

const left = (item: RememberedItem): CollectedItem => ({ ...item, unknownKeys: [], isLeft: true });
const plain = ({ unknownKeys: _unknownKeys, isLeft: _isLeft, ...item }: CollectedItem): RememberedItem =>
  item;

/** Icon, badge and audience in a file of Broadsheet; unknown icons are left out. */
function looksOf(
  meta: (key: string) => string,
): Pick<RememberedItem['input'], 'icon' | 'badge' | 'audience'> {
  const [icon, badge, audience] = [
    meta(menuLookKeys.icon),
    meta(menuLookKeys.badge),
    meta(menuLookKeys.audience),
  ];
  return {
    ...(isMenuIcon(icon) ? { icon } : {}),
    ...(badge === '' ? {} : { badge: startOf(badge.replace(/\s+/g, ' '), maxBadgeLength) }),
    ...(audience === 'signed-in' || audience === 'signed-out' ? { audience } : {}),
  };
}

/** Starts the menu again for a later file, whose version counts. Parts of one export contain each item once, or all menus each. */
function beginAgain(menu: CollectedMenu): void {
  menu.earlier = [...menu.items, ...menu.earlier];
  menu.items = [];
  menu.ids = new Map();
}

/** The strings of a serialized PHP list (`a:1:{i:0;s:3:"big";}`), or the words of plain text, without empty ones. */
function phpStrings(text: string): string[] {
  const list = unserialize(text);
  return (list instanceof Map ? [...list.values()].map(phpText) : text.split(/\s+/)).filter(Boolean);
}

function nowhere(object: string, id: string): string {
  return id === '' || id === '0'
    ? `it does not specify the ${object} that it links to`
    : `it links to ${object} ${id}, which is not in the file`;
}
