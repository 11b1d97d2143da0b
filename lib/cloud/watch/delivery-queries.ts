// Saved queries about the delivery of events: whose server does not accept them, and why.
import type { DeployedFunction } from '../function/deployed-function.ts';
import type { SavedQuery } from './saved-query.ts';

const sendsEvents = ({ kind }: DeployedFunction) => kind === 'queue';

export const DELIVERY_QUERIES: readonly SavedQuery[] = [
  {
    name: 'failed deliveries',
    isRelevant: sendsEvents,
    lines: [
      'filter DeliveriesFailed = 1',
      'stats count(*) as tries, count_distinct(eventId) as events, latest(eventId) as example',
      '  by merchantId, webhookId, status, reason',
      'sort tries desc',
    ],
  },
  {
    name: 'slow webhooks',
    isRelevant: sendsEvents,
    lines: [
      'filter ispresent(DeliveriesFailed)',
      'stats count(*) as tries, sum(DeliveriesFailed) as failed, pct(durationMs, 99) as p99',
      '  by merchantId, webhookId',
      'sort p99 desc',
    ],
  },
  {
    name: 'events given up',
    isRelevant: sendsEvents,
    lines: [
      'fields @timestamp, merchantId, webhookId, eventId, status, reason',
      'filter DeliveriesGivenUp = 1 or WebhooksDisabled = 1',
      'sort @timestamp desc',
    ],
  },
];
