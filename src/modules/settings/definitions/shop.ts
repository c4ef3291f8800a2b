import { z } from 'zod';
import { currencies } from '../../../lib/money.ts';
import { setting, settingGroup } from '../kinds.ts';

export const shop = settingGroup('shop', 'Shop', {
  shop_currency: setting(
    z.string().refine((code) => currencies.includes(code), 'expected a currency code such as USD or EUR'),
    {
      default: 'USD',
      title: 'Currency',
      help: 'Three-letter code of the currency of all prices, such as USD or EUR. Prices keep their numbers when it changes.',
    },
  ),
});
