import { useQuery } from '@tanstack/react-query';
import { Button, SelectControl } from '@wordpress/components';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { may } from '../../app/boot.ts';
import { latePart } from '../../app/late.tsx';
import { Suspense } from 'react';
import { Problem } from '../../app/problem.tsx';
import { AccessDenied, ScreenHead, Skeleton } from '../../app/screen-head.tsx';
import { widgetsAddress } from '../../app/screens.ts';
import { useIsNarrow } from '../../app/use-media-query.ts';
import { say } from '../../words.ts';
import { allAreas, areaTitle, groupsOf, placesOf } from './widget-data.ts';
import type { ListedArea } from './widget-data.ts';
import { WidgetImportDialog } from './widget-import.tsx';
import './widgets.css';

const AreaScreen = latePart(async () => (await import('./area-editor.tsx')).AreaScreen);

/** `widgets.php`: sidebars and footer columns; `area` is the name of the current one. */
export function WidgetsScreen() {
  if (!may('edit_theme_options'))
    return (
      <AccessDenied>{say('Editing widgets requires the capability “edit_theme_options”.')}</AccessDenied>
    );
  return <Widgets />;
}

const addressOf = (area: string) => `${widgetsAddress}?area=${encodeURIComponent(area)}`;

function Widgets() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const [isImporting, setImporting] = useState(false);
  const { data: areas, error } = useQuery(allAreas);
  const asked = query.get('area') ?? '';
  const current = asked || (areas?.find(({ area }) => area === 'sidebar-single') ?? areas?.[0])?.area || '';
  const known = areas?.find(({ area }) => area === current);
  return (
    <>
      <ScreenHead title={say('Widgets')}>
        <div className="widgets-actions">
          <Button __next40pxDefaultSize variant="secondary" onClick={() => setImporting(true)}>
            {say('Import widgets')}
          </Button>
        </div>
      </ScreenHead>
      <Problem message={error?.message} />
      {!areas && !error && <Skeleton />}
      {areas && (
        <div className="widgets">
          {isNarrow ? (
            <AreaChoice areas={areas} current={current} onChoose={(area) => void navigate(addressOf(area))} />
          ) : (
            <AreaList areas={areas} current={current} />
          )}
          {known ? (
            <Suspense fallback={<Skeleton />}>
              <AreaScreen key={current} area={current} />
            </Suspense>
          ) : (
            <p className="nothing">
              {say(
                'There is no widget area “%s”. A template can add one with the block “Widget area”.',
                current,
              )}
            </p>
          )}
        </div>
      )}
      {isImporting && <WidgetImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}

interface AreasProps {
  readonly areas: readonly ListedArea[];
  readonly current: string;
}

function AreaList({ areas, current }: AreasProps) {
  return (
    <nav className="widget-areas" aria-label={say('Widget areas')}>
      {groupsOf(areas).map(({ title, areas: some }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {some.map((one) => (
              <li key={one.area}>
                <Link to={addressOf(one.area)} aria-current={one.area === current ? 'page' : undefined}>
                  <bdi>{areaTitle(one.area)}</bdi>
                  {one.edited && <small className="widget-edited">{say('Edited')}</small>}
                  <small>{placesOf(one) || say('On no page')}</small>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function AreaChoice({
  areas,
  current,
  onChoose,
}: AreasProps & { readonly onChoose: (area: string) => void }) {
  return (
    <SelectControl
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      label={say('Widget area')}
      value={current}
      onChange={onChoose}
    >
      {groupsOf(areas).map(({ title, areas: some }) => (
        <optgroup key={title} label={title}>
          {some.map(({ area, edited }) => (
            <option key={area} value={area}>
              {edited ? say('%s (edited)', areaTitle(area)) : areaTitle(area)}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectControl>
  );
}
