import { xmlText } from '../../lib/xml.ts';
import type { XmlRpcFault } from './fault.ts';
import { IsoDate } from './values.ts';
import type { SentStruct, SentValue } from './values.ts';

/** A carriage return is escaped, or parsers would make a line feed of it. */
const escaped = (text: string): string => xmlText(text).replaceAll('\r', '&#13;');

function write(value: SentValue): string {
  if (value === null) return '<nil/>';
  if (typeof value === 'string') return `<string>${escaped(value)}</string>`;
  if (typeof value === 'boolean') return `<boolean>${value ? 1 : 0}</boolean>`;
  if (typeof value === 'number')
    return Number.isInteger(value) ? `<int>${value}</int>` : `<double>${value}</double>`;
  if (value instanceof IsoDate) return `<dateTime.iso8601>${escaped(value.text)}</dateTime.iso8601>`;
  if (isArray(value)) return `<array><data>${value.map(valueXml).join('')}</data></array>`;
  const members = Object.entries(value).map(([name, member]) =>
    member === undefined ? '' : `<member><name>${escaped(name)}</name>${valueXml(member)}</member>`,
  );
  return `<struct>${members.join('')}</struct>`;
}

const isArray = (value: readonly SentValue[] | SentStruct): value is readonly SentValue[] =>
  Array.isArray(value);
const valueXml = (value: SentValue): string => `<value>${write(value)}</value>`;
const head = '<?xml version="1.0" encoding="UTF-8"?>\n';

export function responseXml(value: SentValue): string {
  return `${head}<methodResponse><params><param>${valueXml(value)}</param></params></methodResponse>\n`;
}

export function faultXml({ code, message }: XmlRpcFault): string {
  return `${head}<methodResponse><fault>${valueXml({ faultCode: code, faultString: message })}</fault></methodResponse>\n`;
}
