import { Fragment, useContext } from 'react';
import { permalinks } from '../../modules/types/permalinks.ts';
import type { PostCard } from '../../modules/posts/model.ts';
import type { DateStyle } from '../../lib/dates.ts';
import { Card } from '../../ui/card.tsx';
import { DateScope, formatDay, formatMonth, useWords } from '../../ui/language.ts';
import {
  hasLeadPicture,
  picturesOf,
  isLastOdd,
  sizesInDatedList,
  sizesInList,
  sizesInListBeside,
  sizesInListOfTwo,
  sizesOfCards,
  sizesOfFirstBeside,
  sizesOfLastBeside,
  sizesOfLastOfTwo,
} from '../../ui/picture.tsx';
import { PostTime } from '../../ui/byline.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SectionTitle } from '../../ui/kicker.tsx';
import { fillIn, spaceBehind } from '../../lib/messages.ts';
import type { ViewProps } from '../block.ts';
import { bigGrids } from '../big-grid/block.ts';
import type { BigGrid } from '../big-grid/block.ts';
import { fittingGrid, GridCards } from '../big-grid/view.tsx';
import { OneLine, Period } from '../field/view.tsx';
import { Price } from '../product-price/view.tsx';
import type { ShownField } from '../field-values.server.ts';
import { archiveShapes } from './block.ts';
import type { Settings } from './block.ts';
import type { ArchiveData } from './loader.server.ts';

export function View({ settings, data, blockId }: ViewProps<Settings, ArchiveData>) {
  const words = useWords();
  if (data.cards.length === 0 && data.offered) {
    return (
      <div className="archive-loop">
        <Empty data={data} />
        <Offered settings={settings} offered={data.offered} />
      </div>
    );
  }
  if (data.cards.length === 0) return <Empty data={data} />;
  return (
    <section className="archive-loop" id={blockId} aria-label={settings.custom_title || words.articles}>
      {data.heading === '' ? (
        <SectionTitle title={settings.custom_title} />
      ) : (
        <h1 className="section-title">
          {data.heading}
          {data.current > 1 && fillIn(words.archive_page, data.current)}
        </h1>
      )}
      <Cards settings={settings} data={data} />
      <Pager
        label={words.pager_pages}
        current={data.current}
        pages={data.pages}
        hasNext={data.hasNext}
        urlOf={(page) => permalinks(data.structure).paged(data.path, page)}
        isRanked={data.search !== undefined || settings.show_price}
      />
    </section>
  );
}

/** Up to this many posts appear in one column: two columns would end with half a row. */
const fewInRows = 3;

/** Widths of pictures next to text: archives have a sidebar; the two-column list below a front page doesn't. */
function sizesOf(
  { style, td_column_number: columns }: Settings,
  { groups }: ArchiveData,
  shown: number,
  fillsRow: boolean,
): string | undefined {
  if (style !== 'list') return undefined;
  if (columns === 2) return shown === 1 ? sizesInList : fillsRow ? sizesOfLastOfTwo : sizesInListOfTwo;
  if (groups) return sizesInDatedList;
  return fillsRow && shown > 1 ? sizesOfLastBeside : sizesInListBeside;
}

const fewHeadlines = 9;

function Cards({ settings, data }: { readonly settings: Settings; readonly data: ArchiveData }) {
  const dates = useContext(DateScope);
  const { style } = settings;
  const isBelow = settings.custom_title !== '' && data.heading === '';
  const common = {
    heading: isBelow || data.groups ? 3 : 2,
    excerpt:
      style === 'list' ||
      (style === 'cards' && !settings.show_price) ||
      (style === 'compact' && data.cards.length <= fewHeadlines),
    by: data.by,
    ...(data.terms && { terms: data.terms }),
  } as const;
  const isFirst = data.current === 1 && !data.groups;
  if (settings.opening && isFirst && data.cards.length >= bigGrids.three)
    return <Opened settings={settings} data={data} opening={settings.opening} />;
  const [first, ...others] = data.cards;
  // A first post without a picture is only large if no post has one.
  const isWords = data.cards.every(({ picture }) => picture === undefined);
  const big = settings.big_first && isFirst && first !== undefined && (isWords || hasLeadPicture(first));
  const listed = big ? others : data.cards;
  const isWire = style === 'wire';
  const pictures = style === 'cards' || picturesOf(listed) === 'plates' ? picturesOf(listed) : 'own';
  const atOnce = !big && data.above === 0 ? first : undefined;
  const columns = style === 'list' && listed.length <= fewInRows ? 1 : settings.td_column_number;
  const isGrid = style === 'cards' && columns > 1;
  const sizesAt = (index: number, count: number) => {
    const sizes = isGrid
      ? sizesOfCards(columns, count, index)
      : sizesOf(settings, data, columns, isLastOdd(index, count));
    return sizes === undefined ? {} : { sizes };
  };
  const groups = data.groups ? groupedBy(listed, data.groups, dates) : [['', listed] as const];
  return (
    <>
      {big && (
        <div className="archive-first">
          <Card
            card={first}
            shape="lead"
            pictures="own"
            {...common}
            {...factsIn(data, first.id)}
            eager
            sizes={sizesOfFirstBeside}
          />
        </div>
      )}
      {groups
        .filter(([, cards]) => cards.length > 0)
        .map(([title, cards]) => (
          <Fragment key={title}>
            {title !== '' && <h2 className="archive-group">{title}</h2>}
            <ul className={`list list-${style} columns-${columns}`}>
              {cards.map((card, index) => (
                <li key={card.id}>
                  {isWire && (
                    <p className="wire-time">
                      <PostTime at={card.publishedAt} />
                    </p>
                  )}
                  <Card
                    card={card}
                    shape={archiveShapes[style]}
                    pictures={pictures}
                    {...common}
                    byline={!isWire}
                    {...factsIn(data, card.id)}
                    eager={card === atOnce}
                    {...sizesAt(index, cards.length)}
                  />
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
    </>
  );
}

/** Price and values of fields in place of author and date; nothing for a post without any. */
function factsIn({ facts, prices }: ArchiveData, id: number) {
  if (!facts && !prices) return undefined;
  const price = prices?.get(id);
  return {
    facts: (
      <>
        {price && <Price price={price} />}
        {facts && <Facts fields={facts.get(id) ?? []} />}
      </>
    ),
  };
}

function Facts({ fields }: { readonly fields: readonly ShownField[] }) {
  const names = new Set(fields.map(({ name }) => name));
  // The end of a period is shown with its start.
  const shown = fields.filter(({ endOf }) => endOf === undefined || !names.has(endOf));
  if (shown.length === 0) return null;
  return (
    <p className="byline card-facts">
      {shown.map(({ name, value }) => {
        const end = fields.find(({ endOf }) => endOf === name);
        return (
          <span key={name}>{end ? <Period start={value} end={end.value} /> : <OneLine value={value} />}</span>
        );
      })}
    </p>
  );
}

/** The first page: a grid of large pictures on top, the other posts below. */
function Opened({
  settings,
  data,
  opening,
}: {
  readonly settings: Settings;
  readonly data: ArchiveData;
  readonly opening: BigGrid;
}) {
  const grid = fittingGrid(opening, data.cards.length);
  const rest = data.cards.slice(bigGrids[grid]);
  const heading = settings.custom_title !== '' && data.heading === '' ? 3 : 2;
  return (
    <>
      <div className="big-grid archive-opening">
        <GridCards
          grid={grid}
          cards={data.cards.slice(0, bigGrids[grid])}
          excerpt
          heading={heading}
          by={data.by}
          eager={data.above === 0}
        />
      </div>
      {rest.length > 0 && (
        <Cards
          settings={{ ...settings, opening: '', big_first: false }}
          data={{ ...data, cards: rest, above: data.above + 1 }}
        />
      )}
    </>
  );
}

function groupedBy(
  cards: readonly PostCard[],
  by: 'month' | 'day',
  dates: DateStyle,
): (readonly [string, PostCard[]])[] {
  const groups = new Map<string, PostCard[]>();
  for (const card of cards) {
    const title = by === 'month' ? formatMonth(card.publishedAt, dates) : formatDay(card.publishedAt, dates);
    groups.set(title, [...(groups.get(title) ?? []), card]);
  }
  return [...groups];
}

function Empty({ data }: { readonly data: ArchiveData }) {
  const words = useWords();
  if (data.search === undefined) {
    if (data.current > 1) {
      const past = words.archive_past_end;
      return (
        <p className="empty-state">
          {past}
          {spaceBehind(past)}
          <a className="text-link" href={data.path}>
            {words.archive_first}
          </a>
        </p>
      );
    }
    if (data.path === '/') return <EmptySite />;
    return (
      <p className="empty-state">
        {words.archive_empty + spaceBehind(words.archive_empty) + words.archive_empty_soon}
      </p>
    );
  }
  if (data.search.trim() === '') return <p className="empty-state">{words.search_empty}</p>;
  return (
    <div className="empty-state">
      <p>{fillIn(data.sections.length > 0 ? words.search_none_sections : words.search_none, data.search)}</p>
      {data.sections.length > 0 && (
        <ul className="empty-sections">
          {data.sections.map(({ id, name, url }) => (
            <li key={id}>
              <a href={url}>{name}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Offered({
  settings: { style },
  offered,
}: {
  readonly settings: Settings;
  readonly offered: NonNullable<ArchiveData['offered']>;
}) {
  return (
    <div>
      <SectionTitle title={offered.title} />
      <ul className={`list list-${style} columns-1`}>
        {offered.cards.map((card) => (
          <li key={card.id}>
            <Card
              card={card}
              shape={archiveShapes[style]}
              pictures="own"
              excerpt
              {...(style === 'list' && { sizes: sizesInListBeside })}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

const newsroomPath = '/wp-admin/';

/** Readers never see an empty front page, only users who set up the site. */
function EmptySite() {
  const words = useWords();
  const [before, after = ''] = words.empty_site_import.split('%s');
  return (
    <div className="empty-state">
      <p>{words.empty_site}</p>
      <p>
        {before}
        <a href={newsroomPath}>{newsroomPath}</a>
        {after}
      </p>
    </div>
  );
}
