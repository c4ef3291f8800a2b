import { useQueryClient } from '@tanstack/react-query';
import { Button, Icon } from '@wordpress/components';
import { check } from '@wordpress/icons';
import { useState } from 'react';
import { Link } from 'react-router';
import { listedTypes } from '../../app/boot.ts';
import type { Dashboard } from '../../app/rest-types.ts';
import {
  appearanceAddress,
  inviteAddress,
  menusAddress,
  newAddress,
  settingsAddress,
} from '../../app/screens.ts';
import { toast, toastRefusal } from '../../app/toasts.tsx';
import { say } from '../../words.ts';
import { changeState, dashboardKey } from './dashboard-data.ts';

type Setup = NonNullable<Dashboard['setup']>;

interface Step {
  readonly name: keyof Setup;
  readonly title: string;
  readonly says: string;
  readonly to: string;
}

const steps: readonly Step[] = [
  {
    name: 'identity',
    title: say('Name and logo'),
    says: say('They appear in the header of every page.'),
    to: settingsAddress,
  },
  {
    name: 'look',
    title: say('Look'),
    says: say('Choose a look, its colors and fonts.'),
    to: appearanceAddress,
  },
  {
    name: 'story',
    title: say('First story'),
    says: say('Write and publish it.'),
    to: newAddress(listedTypes[0]?.name ?? 'post'),
  },
  {
    name: 'menu',
    title: say('Menu'),
    says: say('Lead readers to your sections.'),
    to: menusAddress,
  },
  {
    name: 'people',
    title: say('Team'),
    says: say('Invite the people who write with you.'),
    to: inviteAddress,
  },
  {
    name: 'services',
    title: say('Push notifications and ads'),
    says: say('Optional'),
    to: `${settingsAddress}?page=push`,
  },
];

/** Steps of setting up a new site. Facts decide whether each is done; the user can dismiss them. */
export function SetupSteps({
  setup,
  onDismissed,
}: {
  readonly setup: Setup;
  readonly onDismissed: () => void;
}) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const hide = async (hidesSetup: boolean) => {
    await changeState(queries, (state) => ({ ...state, hidesSetup }));
    await queries.invalidateQueries({ queryKey: dashboardKey });
  };
  const dismiss = async () => {
    setBusy(true);
    try {
      await hide(true);
      onDismissed();
      toast(say('The setup steps are hidden.'), { undo: () => void hide(false).catch(toastRefusal) });
    } catch (error) {
      toastRefusal(error);
    } finally {
      setBusy(false);
    }
  };
  const done = steps.filter(({ name }) => setup[name]).length;
  return (
    <section className="setup" aria-labelledby="setup-title">
      <header>
        <h2 id="setup-title">{say('Set up your site')}</h2>
        <p>{say('%d of %d done', done, steps.length)}</p>
        <Button variant="tertiary" size="compact" isBusy={isBusy} onClick={() => void dismiss()}>
          {say('Dismiss')}
        </Button>
      </header>
      <ol>
        {steps.map(({ name, title, says, to }) => (
          <li key={name} data-done={setup[name]}>
            <span className="setup-mark">{setup[name] && <Icon icon={check} size={20} />}</span>
            <div>
              <Link to={to}>{title}</Link>
              {setup[name] ? <span className="hidden-text"> {say('Done')}</span> : <p>{says}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
