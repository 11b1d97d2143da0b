// The state changes of webhooks and deliveries.
import type { Transitions } from '../transitions.ts';
import type { DeliveryState } from './delivery.ts';
import type { WebhookState } from './webhook.ts';

export const WEBHOOK_TRANSITIONS: Transitions<WebhookState> = {
  Active: {
    Failing: 'three failures in a row',
    Disabled: 'by the merchant, 410, or five days without a success',
  },
  Failing: { Active: 'a probe succeeds', Disabled: 'by the merchant, 410, or five days without a success' },
  Disabled: { Active: 'enable' },
};

export const DELIVERY_TRANSITIONS: Transitions<DeliveryState> = {
  Due: { Sending: 'claim', Waiting: 'the webhook is not Active, or slow', Undelivered: 'webhook deleted' },
  Sending: {
    Delivered: '2xx',
    Waiting: 'any other end',
    Undelivered: 'five days of tries, 90 days old, or webhook deleted',
  },
  Waiting: { Sending: 'claim', Undelivered: 'webhook deleted' },
  Delivered: {},
  Undelivered: {},
};
