import { hydrateRoot } from 'react-dom/client';
import type { Start } from '../islands/page-config.ts';
import { AdminBar } from './admin-bar.tsx';
import { barIds } from './bar-config.ts';
import type { BarConfig } from './bar-config.ts';

/** Makes the bar work that the server wrote above the page (pages/admin-bar.tsx). Only pages of those who may edit something ask for it. */
export const start: Start = (root, config, page) => {
  const onReady = () => {
    root.dataset.works = '';
  };
  hydrateRoot(root, <AdminBar config={config as BarConfig} page={page} onReady={onReady} />, { identifierPrefix: barIds });
};
