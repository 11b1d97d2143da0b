// Alarms about declines. A third of the attempts is declined, and most retries are: only the reason and the
// share tell a bank that takes no payment from cards that it does not take.
import { counted, math, percentage, service } from '../metrics.ts';
import type { AlarmTable } from './alarm.ts';

const QUARTER = 15;

export const DECLINE_ALARMS: AlarmTable = {
  // A card is rarely declined by a system, so a third of a few orders is enough.
  'declined-by-systems': {
    impact: 'A bank declines orders because its systems fail, or because of the settings of a shop.',
    runbook: 'declines',
    reportedAs: 'urgent',
    metric: percentage('TechnicalDeclines', 3, 180),
    atLeast: 33,
    periods: [1, 1],
  },
  'most-declined': {
    impact: 'Half of the orders of three hours were declined for no reason that lies in their cards.',
    runbook: 'declines',
    reportedAs: 'urgent',
    // Of few, two thirds.
    metric: math(
      'UnspecificDeclines %',
      'IF(hits >= 12 OR (hits >= 4 AND 3 * hits >= 2 * all), 100 * hits / all, 0)',
      {
        all: service('UnspecificDeclines', { statistic: 'SampleCount' }),
        hits: service('UnspecificDeclines'),
      },
      180,
    ),
    atLeast: 50,
    periods: [1, 1],
  },
  'all-declined': {
    impact:
      'Nearly all attempts are declined for no reason that lies in their cards: a bank takes no payment.',
    runbook: 'declines',
    reportedAs: 'urgent',
    metric: percentage('UnspecificDeclines', 6, 10),
    atLeast: 80,
    periods: [1, 1],
  },
  // High thresholds: a third of declines is usual, and most retries are declined.
  'pages-declined': {
    impact: 'Most buyers are declined on payment pages: sales are lost, or stolen cards are being tested.',
    runbook: 'declines',
    reportedAs: 'urgent',
    metric: percentage('PagesDeclined', 12, QUARTER),
    atLeast: 60,
    periods: [2, 2],
  },
  'charges-declined': {
    impact:
      'Most recurring payments are declined: merchants lose income, cards lose their remaining attempts.',
    runbook: 'declines',
    reportedAs: 'urgent',
    metric: percentage('ChargesDeclined', 16, QUARTER),
    atLeast: 80,
    periods: [2, 2],
  },
  'merchant-declined': {
    impact: 'Every payment of a merchant is declined: it sells nothing.',
    runbook: 'declines',
    reportedAs: 'urgent',
    metric: counted('Merchants', 'MerchantsDeclined', { statistic: 'Maximum', minutes: QUARTER }),
  },
};
