import { utcIso } from '../../lib/dates.ts';
import { cdata } from '../../lib/xml.ts';

/** Name in `<generator>`; the import reads details of posts from such files as they were stored. */
export const generatorName = 'Broadsheet';

/** Element with the site's own types, taxonomies and fields, as JSON. */
export const definitionsElement = 'broadsheet:definitions';
export const definitionsNamespace = 'https://broadsheet.example/export/1/';

/** WordPress' date format; `0000-00-00 00:00:00` for 0, which means no date. */
export const wxrDate = (milliseconds: number): string =>
  milliseconds === 0 ? '0000-00-00 00:00:00' : utcIso(milliseconds).replace('T', ' ');

/** Names are HTML in WordPress. */
export const htmlName = (name: string): string =>
  name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A slug as WordPress stores it: bytes outside of ASCII are percent-encoded in lower case. */
export const wxrSlug = (slug: string): string =>
  encodeURIComponent(slug.toWellFormed()).replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase());

/** An element with a CDATA section, or with a number. */
export const field = (name: string, value: string | number): string =>
  `<${name}>${typeof value === 'number' ? value : cdata(value)}</${name}>`;

/** `<wp:postmeta>` or `<wp:termmeta>`. */
export const metaXml = (element: string, key: string, value: string): string =>
  `<${element}>${field('wp:meta_key', key)}${field('wp:meta_value', value)}</${element}>\n`;
