// The state changes of webhooks and deliveries.
import { DELIVERY_DAYS, EVENTS_KEPT_DAYS } from '../limits.ts';
import type { Transitions } from '../transitions.ts';
import type { DeliveryState } from './delivery.ts';
import type { WebhookState } from './webhook.ts';

export const DISABLED_BY = `by the merchant, 410, or ${DELIVERY_DAYS} days without a success`;
export const GIVEN_UP_BY = `${DELIVERY_DAYS} days of tries, ${EVENTS_KEPT_DAYS} days old, or webhook deleted`;

export const WEBHOOK_TRANSITIONS: Transitions<WebhookState> = {
  Active: {
    Failing: 'three failures in a row',
    Disabled: DISABLED_BY,
  },
  Failing: {
    Active: 'a probe succeeds',
    Disabled: DISABLED_BY,
  },
  Disabled: { Active: 'enable' },
};

export const DELIVERY_TRANSITIONS: Transitions<DeliveryState> = {
  Due: { Sending: 'claim', Waiting: 'the webhook is not Active, or slow', Undelivered: 'webhook deleted' },
  Sending: {
    Delivered: '2xx',
    Waiting: 'any other end',
    Undelivered: GIVEN_UP_BY,
  },
  Waiting: { Sending: 'claim', Undelivered: 'webhook deleted' },
  Delivered: {},
  Undelivered: {},
};
