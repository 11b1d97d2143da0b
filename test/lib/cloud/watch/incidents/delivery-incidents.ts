// The incidents of docs/incidents.md in the delivery of events.
import type { Incident } from './incident.ts';

const PLAYED = 'test/lib/cloud/watch/incidents/played-deliveries.test.ts';

export const DELIVERIES: readonly Incident[] = [
  {
    what: 'New events are not announced to the function that sends them',
    fires: ['deliveries-late'],
    page: 'runbooks/deliveries-late.md',
    command: 'aws lambda list-event-source-mappings --function-name payment-<stage>-delivery-triggers',
    lost: 'nothing: a run each minute finds them, two to three minutes late',
    tests: [
      [PLAYED, 'events that are not announced fire the alarm of late deliveries'],
      ['test/background/deliver.test.ts', 'an event that was never announced is found within two minutes'],
    ],
  },
  {
    what: 'The delivery of events does not run',
    fires: ['deliveries-late'],
    page: 'runbooks/deliveries-late.md',
    command: 'aws scheduler get-schedule --group-name payment-<stage>-beat --name payment-<stage>-deliver',
    lost: 'nothing: retries are made when it runs again',
    tests: [[PLAYED, 'a stopped delivery fires an alarm although nothing fails']],
  },
  {
    what: "No merchant's server can be reached with events",
    fires: ['webhooks-fail'],
    page: 'runbooks/webhooks-fail.md',
    lost: 'nothing for 5 days: all goes out when a probe succeeds',
    tests: [
      [PLAYED, 'webhooks of two merchants that fail while no try succeeds fire an alarm'],
      [
        'test/background/deliver.test.ts',
        'a receiver that was dead for three days gets everything once, in order for each object',
      ],
    ],
  },
  {
    what: "One merchant's server does not take events",
    page: 'events.md',
    lost: 'nothing for 5 days, and then nothing that the merchant does not give up',
    tests: [
      [PLAYED, 'every webhook of one merchant that fails fires no alarm'],
      [
        'test/background/deliver.test.ts',
        'a receiver without a success for five days is disabled, and gets the events when enabled',
      ],
    ],
  },
];
