import type { Tx } from '../kernel/db/open-database.ts';
import { articleType, pageType } from '../modules/types/names.ts';
import { decodeEntities } from '../lib/plain-text.ts';
import { importedProfileLink, importedServices } from '../lib/profile-links.ts';
import { foreignSlug, slugify } from '../lib/slugify.ts';
import { startOf } from '../lib/cut-text.ts';
import type { UserImport } from './import-users.ts';
import { isBookkeeping } from './meta-keys.ts';
import type { ImportRun } from './run.ts';
import type { WxrAuthor, WxrItem, WxrTerm } from './wxr-events.ts';

/** Taxonomy in which both plugins store a post's authors. */
const taxonomy = 'author';
/** Types that have bylines. On other types a taxonomy named `author` may mean anything, such as the writers of books. */
const signedTypes: ReadonlySet<string> = new Set([articleType, pageType]);
/** Prefix of slugs by Co-Authors Plus; its first versions did not have it. */
const prefix = /^cap-/;
const authorMeta: ReadonlySet<string> = new Set(['user_id', 'user_email', 'first_name', 'last_name']);
/** Term meta that is read, of PublishPress Authors and of guest authors in Co-Authors Plus. */
const termMeta: ReadonlySet<string> = new Set([
  ...authorMeta,
  'description',
  'user_url',
  ...importedServices,
]);
const guestMeta: ReadonlySet<string> = new Set(
  [
    'user_login',
    'user_email',
    'display_name',
    'first_name',
    'last_name',
    'description',
    'website',
    ...importedServices,
  ].map((key) => `cap-${key}`),
);
/** Post meta in which PublishPress Authors stores the author names in order, separated by commas. */
const orderKey = 'ppma_authors_name';

function linksIn(meta: (key: string) => string): string[] {
  const links = importedServices
    .map((service) => importedProfileLink(service, meta(service)))
    .filter((link) => link !== undefined);
  return [...new Set(links)];
}

interface KnownAuthor {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly links: readonly string[];
  /** The exporter's id of the linked account, or empty. */
  readonly userId: string;
}

/** Imports bylines of Co-Authors Plus and PublishPress Authors: terms and guest authors become accounts; those of guests have no login. */
export class BylineImport {
  readonly #run: ImportRun;
  readonly #users: UserImport;
  readonly #known = new Map<string, KnownAuthor>();

  constructor(run: ImportRun, users: UserImport) {
    this.#run = run;
    this.#users = users;
  }

  takeTerms(terms: readonly WxrTerm[]): WxrTerm[] {
    return terms.filter((term) => {
      const meta = (key: string) => term.meta.find((entry) => entry.key === key)?.value ?? '';
      if (term.taxonomy !== taxonomy) return true;
      const isAuthor =
        prefix.test(term.slug) ||
        term.meta.some(({ key }) => authorMeta.has(key)) ||
        this.#users.loginOf(this.#nickOf(term.slug)) !== undefined;
      if (!isAuthor) return true;
      this.#known.set(this.#nickOf(term.slug), {
        name: decodeEntities(term.name),
        userId: meta('user_id'),
        description: meta('description'),
        url: meta('user_url'),
        links: linksIn(meta),
      });
      const unread = term.meta.map(({ key }) => key).filter((key) => !termMeta.has(key));
      this.#run.unknown.meta('termMetaKeys', unread, {
        what: `author "${startOf(decodeEntities(term.name), 60)}"`,
      });
      return false;
    });
  }

  /** Returns a guest author of Co-Authors Plus; undefined for other items. */
  takeGuest(item: WxrItem): WxrAuthor | undefined {
    if (item.type !== 'guest-author') return undefined;
    const meta = (key: string) => item.meta.find((entry) => entry.key === `cap-${key}`)?.value ?? '';
    const login = this.#nickOf(item.slug) || meta('user_login');
    const displayName = meta('display_name') || item.title;
    const unread = item.meta
      .map(({ key }) => key)
      .filter((key) => !guestMeta.has(key) && !isBookkeeping(key));
    this.#run.unknown.meta('metaKeys', unread, { what: `guest author "${startOf(displayName, 60)}"` });
    return {
      id: '',
      login,
      email: meta('user_email'),
      displayName,
      firstName: meta('first_name'),
      lastName: meta('last_name'),
      description: meta('description'),
      url: meta('website'),
      links: linksIn(meta),
    };
  }

  isAuthor(item: WxrItem, { domain, nicename }: WxrItem['terms'][number]): boolean {
    if (domain !== taxonomy) return false;
    return (
      signedTypes.has(item.type) ||
      prefix.test(nicename) ||
      this.#known.has(this.#nickOf(nicename)) ||
      item.meta.some(({ key }) => key === orderKey)
    );
  }

  mentioned(items: readonly WxrItem[]): WxrAuthor[] {
    const named = items
      .flatMap((item) => this.#termsOf(item))
      .map(({ nicename, name }) => {
        const login = this.#nickOf(nicename, name);
        return this.#accountOf(login, decodeEntities(name));
      });
    return [...new Map(named.map((author) => [author.login, author])).values()].filter(
      ({ login }) => login !== '' && !this.#behind(login) && this.#users.loginOf(login) === undefined,
    );
  }

  /** Whether the file itself describes an author, beyond the byline of its items. */
  isDeclared({ login }: Pick<WxrAuthor, 'login'>): boolean {
    return this.#known.has(login);
  }

  #accountOf(login: string, name: string): WxrAuthor {
    const {
      name: known = '',
      description = '',
      url = '',
      links = [],
    }: Partial<KnownAuthor> = this.#known.get(login) ?? {};
    return {
      id: '',
      login,
      email: '',
      displayName: known || name || login,
      firstName: '',
      lastName: '',
      description,
      url,
      links,
    };
  }

  /** Runs after the last file: updates authors whose items came with earlier runs, and maps author slugs to accounts for later runs. */
  async settle(): Promise<void> {
    const {
      ledger,
      database: { read },
    } = this.#run;
    const unmet = [...this.#known]
      .filter(([nick, { userId }]) => userId === '' && this.#users.loginOf(nick) === undefined)
      .map(([nick]) => nick);
    const made = await ledger.find(read, 'user', unmet);
    await this.#users.add(
      unmet.filter((nick) => (made.get(nick)?.localId ?? 0) > 0).map((nick) => this.#accountOf(nick, '')),
      false,
      () => true,
    );
    for (const [nick, { userId }] of this.#known) {
      const localId = userId === '' ? 0 : this.#users.byExternalId(userId);
      if (localId > 0) await this.#users.nameAccount(nick, localId);
    }
  }

  /** Local ids of an item's authors in order; undefined when it has no byline of its own. */
  async authorsOf(tx: Tx, item: WxrItem): Promise<number[] | undefined> {
    const terms = this.#termsOf(item);
    if (terms.length === 0) return undefined;
    const order = (item.meta.find(({ key }) => key === orderKey)?.value ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase());
    const creator = await this.#users.authorOf(tx, item.creator);
    const authors: { id: number; place: number }[] = [];
    for (const { nicename, name } of terms) {
      const nick = this.#nickOf(nicename, name);
      const id = this.#behind(nick) || (await this.#users.authorOf(tx, this.#users.loginOf(nick) ?? nick));
      const place = order.indexOf(decodeEntities(name).trim().toLowerCase());
      // Exports list terms by name. Without an order from the plugin, the post's creator comes first.
      authors.push({ id, place: place >= 0 ? place : id === creator ? -1 : order.length });
    }
    return authors.toSorted((a, b) => a.place - b.place).map(({ id }) => id);
  }

  /** Local id of the account linked to a PublishPress Authors term; 0 if no account is linked. */
  #behind(nick: string): number {
    const known = this.#known.get(nick);
    if (known?.userId === '') return 0;
    return (known && this.#users.byExternalId(known.userId)) || this.#users.behindName(nick);
  }

  #nickOf(slug: string, name = ''): string {
    return foreignSlug(slug).replace(prefix, '') || slugify(decodeEntities(name), this.#run.naming.language);
  }

  #termsOf(item: WxrItem) {
    return item.terms.filter((term) => this.isAuthor(item, term));
  }
}
