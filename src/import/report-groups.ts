import type { LedgerKind } from '../modules/imports/ledger.ts';
import { Ledger, sourceKey } from '../modules/imports/ledger.ts';
import type { ReportEntryHere, ReportGroup } from '../modules/imports/report-entries.ts';
import { fileType } from '../modules/types/names.ts';
import { postTypeNamed } from '../modules/types/registry.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { portions } from '../lib/batch.ts';
import { shortened } from '../lib/cut-text.ts';
import { harmless } from '../lib/visible-name.ts';
import { describeLanguage } from './import-languages.ts';
import { describeParts, lossKinds, lossTitles } from './losses/reader-losses.ts';
import type { ImportReport, ReportEntry, UnknownUse } from './report.ts';

const maxTextLength = 1000;
const maxKindLength = 40;
const shown = (text: string, most = maxTextLength) => shortened(harmless(text), most);
const perBatch = 500;

/** The complete report as lists of items with links, for `writeReportEntries`. */
export function reportGroups(database: Database, report: ImportReport): ReportGroup[] {
  const links = new Links(
    database,
    report.files.map(({ source }) => source),
  );
  const listed = (name: string, heading: string, entries: readonly ReportEntry[]): ReportGroup => ({
    name,
    heading,
    entries: links.withLinks(entries),
  });
  return [
    listed('dropped', 'Not imported', report.dropped),
    listed('changed', 'Imported with changes', report.notes),
    listed('kept', 'Edited here and unchanged', report.kept),
    plain('hidden', 'Hidden by another item with the same address', report.hidden.map(hiddenEntry)),
    listed(
      'files',
      'Files still on the old site',
      report.missingFiles.map(({ id, title, url, reason }) => ({
        kind: `item ${fileType}`,
        id,
        title: title || url,
        message: [url, reason].filter(Boolean).join(' – '),
      })),
    ),
    ...lossGroups(report),
    ...unknownGroups(report),
    plain(
      'settings',
      'Settings imported from the export',
      Object.entries(report.settings).map(([key, value]) => entry('setting', key, String(value))),
    ),
    plain(
      'theme-settings',
      'Settings of the old theme without effect',
      Object.entries(report.unknownSettings)
        .toSorted(([, a], [, b]) => b - a)
        .map(([name, posts]) => entry('setting', name, `${posts} posts`)),
    ),
    {
      name: 'ids',
      heading: 'New IDs, because the old ones were in use',
      entries: links.ofLocal(
        report.changedIds.map(({ kind, from, to }) => ({
          kind,
          title: from,
          message: `${from} → ${to}`,
          to,
        })),
      ),
    },
    plain(
      'languages',
      'Languages',
      report.languages.map((language) => entry('language', language.name, describeLanguage(language))),
    ),
    plain('faults', 'Faults of the files', faultsOf(report)),
  ];
}

const plain = (name: string, heading: string, entries: readonly ReportEntryHere[]): ReportGroup => ({
  name,
  heading,
  entries,
});

const entry = (kind: string, title: string, message: string, edit = '', view = ''): ReportEntryHere => ({
  kind: shown(kind, maxKindLength),
  title: shown(title),
  message: shown(message),
  edit,
  view,
});

/** `/path/ is Post 3 "…" (/wp-admin/post.php?post=3&action=edit); it hides …`: links the hidden item. */
function hiddenEntry(line: string): ReportEntryHere {
  const edits = line.match(/\/wp-admin\/post\.php\?post=\d{1,15}&action=edit/g) ?? [];
  const [path = ''] = line.split(' is ', 1);
  return entry('item', path, line, edits.at(-1) ?? '', path.startsWith('/') ? path : '');
}

function lossGroups({ losses }: ImportReport): ReportGroup[] {
  if (!losses) return [];
  return lossKinds.flatMap((kind) => {
    const list = losses.kinds[kind];
    if (!list) return [];
    const title = lossTitles[kind];
    return plain(
      `lost-${kind}`,
      `For readers: ${title}`,
      list.listed.map((page) =>
        entry(`item ${page.type}`, page.title || page.path, describeParts(page), page.edit, page.path),
      ),
    );
  });
}

const unknownTitles = {
  blocks: 'Unknown blocks that show nothing',
  parts: 'Missing patterns and template parts of the old theme',
  shortcodes: 'Unknown shortcodes; their content is shown',
  bracketed: 'Text in brackets that may be shortcodes',
  metaKeys: 'Unused post meta; stored',
  termMetaKeys: 'Unused term meta; stored',
  menuMetaKeys: 'Menu item meta that was not imported',
  commentMetaKeys: 'Comment meta that was not imported',
} as const;

function unknownGroups({ unknown }: ImportReport): ReportGroup[] {
  const kinds = Object.keys(unknownTitles) as (keyof typeof unknownTitles)[];
  return kinds.map((kind) => plain(`unknown-${kind}`, unknownTitles[kind], unknown[kind].map(unknownEntry)));
}

function unknownEntry({ name, uses, posts, example }: UnknownUse): ReportEntryHere {
  const isAddress = /^(?:https?:\/\/|\/(?!\/))\S+$/.test(example);
  const message = `${uses} uses in ${posts} items${isAddress ? '' : `, such as ${example}`}`;
  return entry('name', name, message, '', isAddress ? example : '');
}

function faultsOf({ files, stopped }: ImportReport): ReportEntryHere[] {
  return files.flatMap(({ name, end }) => {
    if (!end) return [];
    const faults = [
      !end.complete && !stopped ? `line ${end.line}: ${end.reason}` : '',
      end.forbiddenCharacters > 0 ? `${end.forbiddenCharacters} invalid control characters were removed` : '',
      end.undecodableCharacters > 0 ? `${end.undecodableCharacters} characters are corrupt in the file` : '',
      end.strayAmpersands > 0 ? `${end.strayAmpersands} unescaped ampersands were left unchanged` : '',
      end.precededBy !== '' ? `text before the export was ignored: ${end.precededBy}` : '',
      end.followedBy !== '' ? `text after the export was ignored: ${end.followedBy}` : '',
    ];
    return faults.filter((fault) => fault !== '').map((fault) => entry('file', name, fault));
  });
}

interface LocalItem {
  readonly kind: string;
  readonly title: string;
  readonly message: string;
  /** Id here; 0 without a counterpart. */
  readonly to: number;
}

/** Finds the editors and pages of imported items. */
class Links {
  readonly #database: Database;
  readonly #ledgers: readonly Ledger[];

  constructor(database: Database, sources: readonly string[]) {
    this.#database = database;
    this.#ledgers = [...new Set(sources.map(sourceKey))].map((key) => new Ledger(key));
  }

  async *withLinks(entries: readonly ReportEntry[]): AsyncGenerator<ReportEntryHere> {
    for (const batch of portions(entries, perBatch)) {
      const ids = await this.#localIds(batch);
      const posts = await this.#posts(
        [...ids].flatMap(([key, some]) => (key.startsWith('post ') ? some : [])),
      );
      const local = batch.map(({ kind, id, title, message }) => {
        const found = ids.get(`${ledgerKindOf(kind) ?? ''} ${id}`) ?? [];
        const of = found.filter((one) => !kind.startsWith('item ') || posts.get(one)?.type === kind.slice(5));
        // Two sites of one import can use the same id.
        const same = of.length > 1 ? of.filter((one) => posts.get(one)?.title === title) : of;
        return { kind, title: title || id, message, to: same.length === 1 ? (same[0] ?? 0) : 0 };
      });
      yield* this.ofLocal(local);
    }
  }

  /** Ids here by kind and id at the old sites; those of each site. */
  async #localIds(entries: readonly ReportEntry[]): Promise<Map<string, number[]>> {
    const ids = new Map<string, number[]>();
    for (const [kind, some] of Map.groupBy(entries, (one) => ledgerKindOf(one.kind))) {
      if (kind === undefined) continue;
      const external = [...new Set(some.map(({ id }) => id))];
      for (const ledger of this.#ledgers)
        for (const [id, { localId }] of await ledger.find(this.#database.read, kind, external)) {
          const known = ids.get(`${kind} ${id}`) ?? [];
          if (localId > 0 && !known.includes(localId)) ids.set(`${kind} ${id}`, [...known, localId]);
        }
    }
    return ids;
  }

  async *ofLocal(items: readonly LocalItem[]): AsyncGenerator<ReportEntryHere> {
    for (const batch of portions(items, perBatch)) {
      const [posts, terms] = await Promise.all([
        this.#posts(idsOf(batch, 'post')),
        this.#terms(idsOf(batch, 'term')),
      ]);
      for (const { kind, title, message, to } of batch) {
        const [edit, view] = linksOf(kind, to, posts, terms);
        yield entry(kind, title, message, edit, view);
      }
    }
  }

  async #posts(ids: readonly number[]) {
    const rows =
      ids.length === 0
        ? []
        : await this.#database.read
            .selectFrom('post')
            .select(['id', 'type', 'status', 'title'])
            .where('id', 'in', ids)
            .execute();
    return new Map(rows.map(({ id, ...post }) => [id, post]));
  }

  async #terms(ids: readonly number[]) {
    const rows =
      ids.length === 0
        ? []
        : await this.#database.read
            .selectFrom('term')
            .select(['id', 'taxonomy'])
            .where('id', 'in', ids)
            .execute();
    return new Map(rows.map(({ id, taxonomy }) => [id, taxonomy]));
  }
}

function ledgerKindOf(kind: string): LedgerKind | undefined {
  if (kind.startsWith('item ')) return 'post';
  if (kind === 'author' || kind === 'user') return 'user';
  return kind === 'term' || kind === 'comment' || kind === 'post' ? kind : undefined;
}

const idsOf = (items: readonly LocalItem[], wanted: LedgerKind) =>
  items.filter(({ kind, to }) => to > 0 && ledgerKindOf(kind) === wanted).map(({ to }) => to);

/** Paths of an item's editor and page; empty without one, or if the item is gone. */
function linksOf(
  kind: string,
  id: number,
  posts: ReadonlyMap<number, { readonly type: string; readonly status: string }>,
  terms: ReadonlyMap<number, string>,
): readonly [edit: string, view: string] {
  if (id === 0) return ['', ''];
  const of = ledgerKindOf(kind);
  const post = of === 'post' ? posts.get(id) : undefined;
  if (post?.type === fileType) return [`/wp-admin/upload.php?item=${id}`, ''];
  if (post) {
    const edit = postTypeNamed(post.type).isEdited ? `/wp-admin/post.php?post=${id}&action=edit` : '';
    return [edit, post.status === 'publish' ? `/?p=${id}` : ''];
  }
  const taxonomy = of === 'term' ? terms.get(id) : undefined;
  if (taxonomy !== undefined)
    return [`/wp-admin/term.php?taxonomy=${encodeURIComponent(taxonomy)}&tag_ID=${id}`, ''];
  if (of === 'user') return [`/wp-admin/user-edit.php?user_id=${id}`, ''];
  if (of === 'comment') return [`/wp-admin/edit-comments.php?c=${id}`, ''];
  return ['', ''];
}
