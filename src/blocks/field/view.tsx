import { useContext } from 'react';
import type { ReactNode } from 'react';
import { classes } from '../../ui/class-names.ts';
import {
  DateScope,
  formatAs,
  formatDate,
  formatMoment,
  useLanguage,
  useTextDirection,
  useWords,
} from '../../ui/language.ts';
import { fileNameIn, MediaPlayer } from '../../ui/media-player.tsx';
import { Picture } from '../../ui/picture.tsx';
import type { ViewProps } from '../block.ts';
import type { ShownLink, ShownValue } from '../field-values.server.ts';
import type { Settings } from './block.ts';
import type { FieldData } from './loader.server.ts';
import { numberText } from './number-text.ts';

type Style = Pick<Settings, 'tag' | 'rows'>;

export function View({ settings, data: { label, value } }: ViewProps<Settings, FieldData>) {
  const direction = useDirectionOf(value);
  const { tag: Tag, tone } = settings;
  const className = classes('field-value', tone && `field-${tone}`);
  const shown = label === '' ? '' : settings.label;
  const name = <span className="field-label">{label}</span>;
  if (isOfOneLine(value))
    return (
      <Tag className={className} dir={direction}>
        {shown === '' ? null : name}
        {shown === 'above' ? <br /> : shown === 'inline' && ' '}
        <OneLine value={value} />
      </Tag>
    );
  return (
    <div className={className}>
      {shown !== '' && <p>{name}</p>}
      <Whole value={value} style={settings} />
    </div>
  );
}

const isOfOneLine = ({ kind }: ShownValue): boolean =>
  kind !== 'lines' && kind !== 'html' && kind !== 'pictures' && kind !== 'file' && kind !== 'rows';

/** The direction of a text that may be of another language than the site. */
function useDirectionOf(value: ShownValue): 'ltr' | undefined {
  const directionOf = useTextDirection();
  return value.kind === 'text' ? directionOf(value.text) : undefined;
}

/** A value inside a line of text. */
export function OneLine({ value }: { readonly value: ShownValue }): ReactNode {
  const language = useLanguage();
  const words = useWords();
  const dates = { ...useContext(DateScope), zone: 'UTC' }; // local times are formatted as they are
  switch (value.kind) {
    case 'number':
      return numberText(value, language);
    case 'boolean':
      return value.is ? words.yes : words.no;
    case 'date':
      return <time dateTime={value.text}>{formatDate(value.at, 'full', dates)}</time>;
    case 'date_time':
      return <time dateTime={value.text}>{withZone(formatMoment(value.at, dates), value.zone)}</time>;
    case 'labels':
      return value.texts.join(', ');
    case 'links':
      return <Links links={value.links} />;
    case 'colour':
      return (
        <>
          <span className="field-colour" style={{ backgroundColor: value.text }} /> {value.text}
        </>
      );
    case 'text':
      return value.text;
    default:
      return null;
  }
}

const withZone = (text: string, zone: string | undefined) => (zone === undefined ? text : `${text} ${zone}`);

type Time = Extract<ShownValue, { readonly kind: 'date' | 'date_time' }>;
const isTime = (value: ShownValue): value is Time => value.kind === 'date' || value.kind === 'date_time';

/** A period: `June 5, 2026, 7:30 pm – 9:30 pm GMT+2`, with the day of its end unless it is that of its start. */
export function Period({ start, end }: Record<'start' | 'end', ShownValue>): ReactNode {
  const style = { ...useContext(DateScope), zone: 'UTC' };
  if (!isTime(start) || !isTime(end)) return null;
  const isOneDay = start.text.slice(0, 10) === end.text.slice(0, 10);
  if (isOneDay && (start.text === end.text || start.kind === 'date')) return <OneLine value={start} />;
  const { zone: _zone, ...begun } = start;
  const isOneZone = start.zone === end.zone;
  return (
    <>
      <OneLine value={isOneZone ? begun : start} />
      {' – '}
      {isOneDay && end.kind === 'date_time' ? (
        <time dateTime={end.text}>{withZone(formatAs(style.time, end.at, style), end.zone)}</time>
      ) : (
        <OneLine value={end} />
      )}
    </>
  );
}

function Links({ links }: { readonly links: readonly ShownLink[] }) {
  return links.map(({ url, text, isNewWindow = false }, place) => (
    <span key={`${place} ${url}`}>
      {place > 0 && ', '}
      <a href={url} {...(isNewWindow ? { target: '_blank', rel: 'noopener' } : {})}>
        {text || url}
      </a>
    </span>
  ));
}

/** A value with elements of its own. */
function Whole({ value, style }: { readonly value: ShownValue; readonly style: Style }): ReactNode {
  switch (value.kind) {
    case 'lines':
      return <Lines text={value.text} />;
    case 'html':
      return <div dangerouslySetInnerHTML={{ __html: value.html }} />;
    case 'pictures':
      return value.pictures.map((picture) => (
        <Picture
          key={picture.src}
          picture={picture}
          ratio="natural"
          sizes="(min-width:1024px) 860px, 100vw"
        />
      ));
    case 'file':
      return <File {...value.file} />;
    case 'rows':
      return <Rows value={value} style={style} />;
    default:
      return <OneLine value={value} />;
  }
}

function Lines({ text }: { readonly text: string }) {
  const directionOf = useTextDirection();
  return text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph, place) => (
      <p key={`${place} ${paragraph}`} dir={directionOf(paragraph)}>
        {paragraph.split('\n').flatMap((line, at) => (at === 0 ? [line] : [<br key={at} />, line]))}
      </p>
    ));
}

function File({ url, mimeType }: { readonly url: string; readonly mimeType: string }) {
  if (/^(?:audio|video)\//.test(mimeType)) return <MediaPlayer url={url} mimeType={mimeType} />;
  return (
    <p>
      <a href={url} download="">
        {fileNameIn(url)}
      </a>
    </p>
  );
}

type RowsValue = Extract<ShownValue, { readonly kind: 'rows' }>;

function Rows({ value: { columns, rows }, style }: { readonly value: RowsValue; readonly style: Style }) {
  if (style.rows === 'table')
    return (
      <div className="field-table">
        <table>
          {columns.length > 1 && (
            <thead>
              <tr>
                {columns.map((column, place) => (
                  <th key={`${place} ${column}`} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, place) => (
                  <td key={place}>{cell && <Whole value={cell} style={style} />}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  const List = style.rows === 'ordered' ? 'ol' : 'ul';
  return (
    <List>
      {rows.map((row, at) => (
        <li key={at}>{row.map((cell, place) => cell && <Cell key={place} cell={cell} style={style} />)}</li>
      ))}
    </List>
  );
}

function Cell({ cell, style }: { readonly cell: ShownValue; readonly style: Style }) {
  return isOfOneLine(cell) ? (
    <span className="field-cell">
      <OneLine value={cell} />{' '}
    </span>
  ) : (
    <Whole value={cell} style={style} />
  );
}
