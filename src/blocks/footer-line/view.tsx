import { useTextDirection } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { FooterLineData } from './loader.server.ts';

export function View({ data }: ViewProps<Settings, FooterLineData>) {
  const directionOf = useTextDirection();
  return (
    <p className="footer-line" dir={directionOf(data.text)}>
      {data.text}
    </p>
  );
}
