// Webhooks in requests and responses.
import * as z from 'zod/mini';
import type { Mode } from '#domain/api-key.ts';
import { secretInAddress } from '#domain/card/card-text.ts';
import { EVENT_TYPES } from '#domain/event/event-type.ts';
import { isWebhookUrl, MAX_WEBHOOK_URL } from '#domain/webhook/webhook-url.ts';
import { cardFreeText } from '../field/card-free-text.ts';
import { clearable } from '../field/clearable.ts';
import { instant } from '../field/datetime.ts';
import {
  checked,
  field,
  fields,
  flag,
  list,
  notText,
  oneOf,
  optional,
  problem,
  text,
  transformed,
  withDefault,
} from '../field/field.ts';
import { WEBHOOK_WORDS } from '../words/webhook-words.ts';

const EXPECTED = {
  tr: 'herkese açık bir sunucunun https ile başlayan adresi (443 veya 1023’ten büyük bir port)',
  en: 'an https address of a public server (port 443, or above 1023)',
};

const webhookUrl = (allowsLocalhost: boolean) =>
  field({ kind: 'url', max: MAX_WEBHOOK_URL }, (url, context): string => {
    if (typeof url !== 'string') return notText(context);
    if (url === '') return problem(context, 'REQUIRED');
    if (url.length > MAX_WEBHOOK_URL) return problem(context, 'TOO_LONG', { max: MAX_WEBHOOK_URL });
    if (!isWebhookUrl(url, allowsLocalhost))
      return problem(context, 'INVALID_FORMAT', { expected: EXPECTED });
    const secret = secretInAddress(url);
    return secret ? problem(context, secret) : url;
  });

/** Each type, each noun with a star, and the star alone. */
function choices(): string[] {
  const types = Object.keys(EVENT_TYPES);
  const nouns = new Set(types.map((type) => `${type.split('.', 1).join()}.*`));
  return ['*', ...nouns, ...types];
}
const AT_LEAST_ONE = { tr: 'en az bir olay türü', en: 'at least one event type' };
const eventTypes = () => {
  const [type, max] = [oneOf(choices()), choices().length];
  const accepts = { kind: 'list', item: type.accepts, min: 1, max } as const;
  return checked(list(type, max), ({ length }) => length > 0, AT_LEAST_ONE, accepts);
};
const description = () => cardFreeText(1, 200);

/** `isLocal`: in the local service a test account may have a receiver on the same machine. */
type ReceiverAccount = { mode: Mode; isLocal: boolean };
const allowsLocalhost = ({ mode, isLocal }: ReceiverAccount) => isLocal && mode === 'test';

/** The body of POST /api/webhook. */
export const createWebhookBody = (receivers: ReceiverAccount) =>
  fields(
    {
      url: webhookUrl(allowsLocalhost(receivers)),
      eventTypes: withDefault(eventTypes(), ['*']),
      description: optional(description()),
    },
    WEBHOOK_WORDS,
  );

/** The body of PUT /api/webhook/{id}. Absent fields keep their values. */
export const updateWebhookBody = (receivers: ReceiverAccount) =>
  fields(
    {
      url: optional(webhookUrl(allowsLocalhost(receivers))),
      eventTypes: optional(eventTypes()),
      description: clearable(description()),
      isActive: optional(flag()),
    },
    WEBHOOK_WORDS,
  );
export type UpdateWebhookBody = z.infer<ReturnType<typeof updateWebhookBody>>;

/** The query of PUT /api/webhook/{id}. */
export const updateWebhookQuery = (timeZone: string) => fields({ from: optional(instant(timeZone)) });

const ONE_EVENT = {
  tr: '`eventId` tek bir olayı seçer; bir zaman aralığı için onu göndermeyin',
  en: '`eventId` selects one event; leave it out to select a span of time',
};

/** The body of POST /api/webhook/{id}/replay: one event, or the events of a span. */
export const replayBody = (timeZone: string) => {
  const span = {
    from: optional(instant(timeZone)),
    to: optional(instant(timeZone)),
    eventTypes: optional(eventTypes()),
  };
  const shape = { ...span, eventId: optional(text(1, 64)) };
  const anyOf = ['from', 'eventId'];
  return transformed(
    fields(shape),
    ({ eventId, ...wanted }, context): { eventId: string } | ReplayedSpan => {
      if (eventId !== undefined) {
        for (const name of Object.keys(span) as (keyof typeof span)[])
          if (wanted[name] !== undefined) problem(context, 'NOT_APPLICABLE', { purpose: ONE_EVENT }, name);
        return { eventId };
      }
      const { from, to, eventTypes: types } = wanted;
      if (from === undefined) {
        for (const name of anyOf) problem(context, 'REQUIRED', { values: anyOf }, name);
        return z.NEVER;
      }
      if (to !== undefined && to < from)
        problem(context, 'OUT_OF_RANGE', { min: new Date(from).toISOString() }, 'to');
      return { from, to, eventTypes: types };
    },
    { kind: 'object', fields: shape, anyOf },
  );
};
/** Milliseconds, both included. */
export type ReplayedSpan = {
  from: number;
  to: number | undefined;
  eventTypes: readonly string[] | undefined;
};
