import { Link, useSearchParams } from 'react-router';
import { may } from '../../app/boot.ts';
import { lateScreen } from '../../app/late.tsx';
import { AccessDenied, ScreenHead } from '../../app/screen-head.tsx';
import {
  activityAddress,
  backupAddress,
  healthAddress,
  redirectsAddress,
  settingsAddress,
} from '../../app/screens.ts';
import { say } from '../../words.ts';
import { RedirectsScreen } from './redirects-screen.tsx';

const BackupScreen = lateScreen(async () => (await import('../backup/backup-screen.tsx')).BackupScreen);

const ActivityScreen = lateScreen(
  async () => (await import('../activity/activity-screen.tsx')).ActivityScreen,
);

/** `tools.php`: a list of tools, or the one that `page` names. */
export function ToolsScreen() {
  const [address] = useSearchParams();
  const page = address.get('page');
  if (!may('manage_options'))
    return <AccessDenied>{say('Using these tools requires the capability “manage_options”.')}</AccessDenied>;
  if (page === 'redirects') return <RedirectsScreen />;
  if (page === 'activity') return <ActivityScreen />;
  return page === 'backup' ? <BackupScreen /> : <ToolList unknown={page ?? ''} />;
}

function ToolList({ unknown }: { readonly unknown: string }) {
  return (
    <>
      <ScreenHead title={say('Tools')} />
      {unknown !== '' && (
        <p>{say('The tool “%s” does not exist. Available tools:', unknown.slice(0, 100))}</p>
      )}
      <ul className="tools">
        <li>
          <Link to={redirectsAddress}>{say('Redirects')}</Link>
          <p>{say('Lead readers from old addresses to new ones, and find pages that readers miss.')}</p>
        </li>
        <li>
          <Link to="/import.php">{say('Import')}</Link>
          <p>{say('Import posts, pages, media and comments of a WordPress site.')}</p>
        </li>
        <li>
          <Link to={backupAddress}>{say('Backup')}</Link>
          <p>{say('Save the whole site to a file, every night if you like, and restore it.')}</p>
        </li>
        <li>
          <Link to={activityAddress}>{say('Activity')}</Link>
          <p>{say('See who changed what and when, and who logged in.')}</p>
        </li>
        <li>
          <Link to={healthAddress}>{say('Site health')}</Link>
          <p>{say('Find and fix problems of the database, the disk, mail and background work.')}</p>
        </li>
        <li>
          <Link to={settingsAddress}>{say('Settings')}</Link>
          <p>{say('Change how the site looks and works.')}</p>
        </li>
      </ul>
    </>
  );
}
