// Alarms about what runs the payments: functions, APIs, events.
import { BACKGROUND_FUNCTIONS } from '#routes.ts';
import { arrivedIn, failures, math, ofApi, ofBackground, onceBegun, service, waitingIn } from '../metrics.ts';
import { ANSWERED_PERCENT } from '../service-levels.ts';
import type { AlarmRow, AlarmTable } from './alarm.ts';

/** Two runs of each check, and more than the time by which a third may be late. */
const CHECKS_MINUTES = 40;
const runsWithin = (name: string, minutes: number) => ofBackground(name, 'Invocations', { minutes });

/**
 * More than a tenth of the invocations of a background function crash, for as long as its own retries take.
 * A background function retries its work, so a single crash is not urgent.
 */
const crashes = (name: keyof typeof BACKGROUND_FUNCTIONS, atLeast: number, periods: number): AlarmRow => ({
  impact: BACKGROUND_FUNCTIONS[name].impact,
  runbook: 'function-fails',
  reportedAs: 'charges-fail',
  metric: math('percent of crashes', `IF(crashes >= ${atLeast}, 100 * crashes / invocations, 0)`, {
    crashes: ofBackground(name, 'Errors'),
    invocations: ofBackground(name, 'Invocations'),
  }),
  atLeast: 10,
  periods: [periods, periods],
});

/** At this many times the error rate that a month allows, its errors are used up in two days. */
const BURN_RATE = 14;
/** Fewer than five errors are no outage. */
const errorsOf = (api: 'api' | 'pay', impact: string): AlarmRow => ({
  impact,
  runbook: 'answers-5xx',
  reportedAs: 'answers-fail',
  metric: math('percent of errors', 'IF(errors >= 5, 100 * errors / calls, 0)', {
    errors: ofApi(api, '5XXError'),
    calls: ofApi(api, 'Count'),
  }),
  atLeast: Number((BURN_RATE * (100 - ANSWERED_PERCENT)).toFixed(2)),
  periods: [2, 3],
});

export const SERVICE_ALARMS: AlarmTable = {
  'function-fails': {
    impact: 'A function crashed or answered with 500: the saved query "faults" names it.',
    metric: failures,
  },
  // Its two schedules together make one run each minute, so the alarm also becomes active if one fails.
  'sweep-stopped': {
    impact: BACKGROUND_FUNCTIONS.sweep.impact,
    reportedAs: 'charges-fail',
    metric: onceBegun('runs', 'IF(isNew, 5, FILL(runs, 0))', { runs: runsWithin('sweep', 5) }),
    below: 5,
    periods: [3, 3],
  },
  'checks-stopped': {
    impact: 'The check of the page, of the books or of the merchants stands still: it would find nothing.',
    metric: onceBegun(
      'checks without a run',
      'IF(isNew, 0, (FILL(page, 0) == 0) + (FILL(books, 0) == 0) + (FILL(merchants, 0) == 0))',
      {
        page: runsWithin('page-check', CHECKS_MINUTES),
        books: runsWithin('reconcile', CHECKS_MINUTES),
        merchants: runsWithin('merchant-watch', CHECKS_MINUTES),
      },
      CHECKS_MINUTES,
    ),
    orMissing: true,
    periods: [1, 1],
  },
  // Counts successful runs, so the alarm also becomes active if the canary does not run.
  'canary-unanswered': {
    impact: 'A page, the API or a payment of the canary failed twice: buyers and merchants get no answers.',
    runbook: 'answers-5xx',
    reportedAs: 'answers-fail',
    metric: onceBegun('answered', 'IF(isNew AND FILL(runs, 0) == 0, 1, FILL(runs, 0) - FILL(errors, 0))', {
      runs: runsWithin('canary', 5),
      errors: ofBackground('canary', 'Errors'),
    }),
    below: 1,
    periods: [2, 3],
  },
  'canary-stumbles': {
    impact: 'Three runs of the canary failed within six hours: some buyers or merchants get no answers.',
    runbook: 'answers-5xx',
    reportedAs: 'urgent',
    metric: ofBackground('canary', 'Errors', { minutes: 360 }),
    atLeast: 3,
    periods: [1, 1],
  },
  // All work of a sweep is retried after five minutes, a charge twice.
  'charge-crashes': crashes('charge', 5, 2),
  'sweep-crashes': crashes('sweep', 1, 3),
  'api-answers-5xx': errorsOf('api', 'Merchants get errors, some of them before any function runs.'),
  'pay-answers-5xx': errorsOf(
    'pay',
    'Buyers get errors instead of pages, some of them before any function runs.',
  ),
  'dead-letters': {
    impact: 'Scheduled events failed on every retry: a charge may be missing.',
    metric: arrivedIn('dead-letters'),
  },
  // Merchants receive events late, or not at all. No money depends on events. A single webhook that fails
  // raises no alarm: only its merchant can repair it, and sees the webhook's state and deliveries.
  'events-late': {
    impact: 'Changes have waited for a quarter of an hour: merchants learn late of what happens.',
    runbook: 'events-not-recorded',
    metric: ofBackground('capture', 'IteratorAge', {
      statistic: 'Maximum',
      label: 'milliseconds of the oldest change',
    }),
    atLeast: 15 * 60_000,
    periods: [2, 3],
  },
  'events-not-recorded': {
    impact: 'Changes failed for an hour: their events are missing unless they are run again within a day.',
    reportedAs: 'urgent',
    metric: waitingIn('uncaptured'),
  },
  // A new delivery is triggered at once; if its trigger was lost, the run of each minute finds the delivery
  // two minutes later. A run finds a retry a minute after it fell due. So a delivery that has waited two
  // minutes has lost its trigger, or no run has reached it. A single lost trigger or run is made up for by
  // the next run. Each run publishes the metric: if it is missing, no run ended well, or the table could not
  // be read.
  'deliveries-late': {
    impact: 'For a quarter of an hour events were sent minutes late, or not at all: merchants wait.',
    metric: onceBegun('seconds', 'IF(isNew, FILL(wait, 0), wait)', {
      wait: service('DeliveryWait', { statistic: 'Maximum' }),
    }),
    atLeast: 120,
    periods: [3, 3],
    orMissing: true,
  },
  'webhooks-fail': {
    impact: 'Nearly no event is delivered, of two merchants or more: events may not leave our network.',
    // The third failed try in a stage of any size. A single merchant's server is its own affair; the webhook
    // of the canary, which fails only if we do, counts as a merchant's too.
    metric: math('failed tries', 'IF(merchants >= 2 AND 5 * failed >= 4 * tries, failed, 0)', {
      merchants: service('MerchantsFailing', { statistic: 'Maximum' }),
      failed: service('DeliveriesFailed'),
      tries: service('DeliveriesFailed', { statistic: 'SampleCount' }),
    }),
    atLeast: 3,
  },
};
