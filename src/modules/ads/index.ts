import { defineFollower, on } from '../../kernel/events.ts';
import { settingsChanging } from '../settings/index.ts';
import { checkTimes } from './check-times.ts';

export const followers = [defineFollower('ad-times', on(settingsChanging, checkTimes))];
