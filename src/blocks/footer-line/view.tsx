import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { FooterLineData } from './loader.server.ts';

export function View({ data }: ViewProps<Settings, FooterLineData>) {
  return <p className="footer-line">{data.text}</p>;
}
