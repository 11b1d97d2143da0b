// The incidents of docs/incidents.md at banks.
import type { Incident } from './incident.ts';

export const PLAYED = 'test/lib/cloud/watch/incidents/played-incidents.test.ts';

export const BANKS: readonly Incident[] = [
  {
    what: 'A bank is down for three hours at midnight',
    fires: ['bank-fails', 'bank-down'],
    page: 'runbooks/bank-does-not-answer.md',
    command: 'npm run review -- ask --all',
    lost: 'nothing: all is charged and found out within 15 minutes after it, without the command',
    tests: [
      [PLAYED, 'a bank that is down for three hours at midnight fires the alarm of the bank once'],
      [
        'test/journeys/bank-outage.test.ts',
        'all charges, payments and refunds of three hours are done within 15 minutes, once',
      ],
    ],
  },
  {
    what: 'A second bank falls while the first one is down',
    fires: ['another-bank-fails', 'bank-falls'],
    page: 'runbooks/bank-does-not-answer.md',
    command: 'npm run review -- ask --all',
    lost: 'nothing',
    tests: [[PLAYED, 'a second bank that falls while the first one is down fires an alarm again']],
  },
  {
    what: 'A bank takes calls and never answers, with thousands of payments waiting',
    fires: ['bank-fails', 'bank-down'],
    page: 'runbooks/bank-does-not-answer.md',
    lost: 'nothing: other banks are not delayed',
    tests: [
      [
        'test/background/sweep.banks.test.ts',
        'a bank that hangs delays neither rows nor pages of another bank',
      ],
    ],
  },
  {
    what: 'The password at the bank was changed',
    fires: ['merchant-refused'],
    page: 'runbooks/merchant-refused.md',
    command: 'npm run merchant -- update --merchant <merchantId> --pos pos.json',
    lost: 'nothing: no try is used, and held charges are made within seven minutes after the command',
    tests: [
      [PLAYED, 'a rotated bank password fires the alarm of the merchant alone'],
      [
        'test/lib/operator/merchant-holds.test.ts',
        'a hold is shown with code and time, and ends within seven minutes of new settings',
      ],
    ],
  },
  {
    what: 'The bank does not permit our address any more',
    fires: ['merchant-refused'],
    page: 'runbooks/merchant-refused.md',
    lost: 'nothing: a probe finds within 15 minutes that the bank permits it again',
    tests: [
      [
        'test/flows/recurring-payment/merchant-fault.test.ts',
        'plans refused with %s keep tries and due dates, get single probes, and are all charged after',
      ],
    ],
  },
  {
    what: 'Outcomes are unknown, and the bank refuses inquiries for 32 hours',
    fires: ['merchant-refused'],
    page: 'runbooks/merchant-refused.md',
    command: 'npm run merchant -- update --merchant <merchantId> --pos pos.json',
    lost: 'nothing: no outcome is given up to a person',
    tests: [
      [
        'test/flows/refused-inquiries.test.ts',
        '32 hours of refused settings cause no review, and all outcomes are found 15 minutes later',
      ],
    ],
  },
  {
    what: 'A sale reaches its bank after it counted as never received',
    fires: ['late-sale'],
    page: 'runbooks/late-sale.md',
    command: 'npm run review -- list',
    lost: 'nothing: the money goes back, or pays the period, at most a day later',
    tests: [
      [PLAYED, 'a sale that is made after all fires an alarm for the morning'],
      [
        'test/flows/payment/recheck.test.ts',
        'a buyer who paid again has paid once: the late sale is voided and reported',
      ],
    ],
  },
  {
    what: 'A row about money breaks a rule that is true of every row',
    fires: ['row-contradicts-itself'],
    page: 'runbooks/row-contradicts-itself.md',
    command: 'npm run review -- check',
    lost: 'nothing: the row is not claimed, and what a bank has done is recorded',
    tests: [
      [
        'test/store/invariants.test.ts',
        'a refund of a payment that contradicts itself is not sent, and rings',
      ],
      [
        'test/store/invariants.test.ts',
        'an outcome that leaves a contradiction is kept, and waits for a person',
      ],
    ],
  },
  {
    what: 'A bank took money, or did not, other than we say',
    fires: ['books-differ'],
    page: 'runbooks/books-differ.md',
    command: 'npm run review -- list',
    lost: 'what the difference says: nothing is changed until a person has looked',
    tests: [
      [PLAYED, 'a difference between bank and books fires an alarm for the morning until it is closed'],
      [
        'test/background/reconcile.test.ts',
        'a difference is found within a day in both directions, and ends when both sides agree',
      ],
    ],
  },
  {
    what: 'The reconciliation does not run',
    fires: ['checks-stopped'],
    page: 'runbooks/checks-stopped.md',
    command: 'aws scheduler get-schedule --group-name payment-<stage>-beat --name payment-<stage>-reconcile',
    lost: 'nothing for seven days: the next run compares what was left',
    tests: [[PLAYED, 'a stopped reconciliation fires an alarm for the morning']],
  },
  {
    what: 'Every payment of one merchant is declined',
    fires: ['merchant-declined'],
    page: 'runbooks/declines.md',
    lost: 'the sales of this merchant',
    tests: [
      [PLAYED, 'a merchant all of whose payments are declined fires an alarm'],
      [
        'test/lib/merchant-watch/declined-merchants.test.ts',
        'a merchant all of whose ten payments were declined is found, named and counted',
      ],
    ],
  },
];
