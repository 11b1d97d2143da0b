// Derives events from a change of a webhook, an API key or an installment table, so that a merchant learns of
// one that it did not make itself (events.md 1.8).
import type { Webhook } from '../webhook/webhook.ts';
import type { EventType } from './event-type.ts';
import { type Happening, isSame } from './happening.ts';

/**
 * Undefined stands for a deleted webhook, or for none. Most writes of the row record what its deliveries have
 * shown, of which only the end of regular deliveries is an event.
 */
export function eventsOfWebhook(
  before: Webhook | undefined,
  after: Webhook | undefined,
  deletion: { at?: string | undefined } = {},
): Happening[] {
  if (after === undefined) return before === undefined ? [] : [{ type: 'webhook.deleted', ...deletion }];
  if (before === undefined) return [{ type: 'webhook.created', at: after.createdAt }];
  const isUntouched = isSame(before, after, ['url', 'eventTypes', 'description', 'secrets']);
  const types = new Set([...(isUntouched ? [] : ['webhook.updated' as const]), ...switchesOf(before, after)]);
  return [...types].map((type) => ({ type }));
}

/** Deliveries never enable a disabled webhook; they disable one for other reasons than people. */
function switchesOf(before: Webhook, { state, disabledReason }: Webhook): EventType[] {
  if (before.state === state) return before.disabledReason === disabledReason ? [] : ['webhook.updated'];
  if (before.state === 'Disabled') return ['webhook.updated'];
  if (state !== 'Disabled') return state === 'Failing' ? ['webhook.failing'] : [];
  const isByHand = disabledReason === 'ByMerchant' || disabledReason === 'KeyRevoked';
  return [isByHand ? 'webhook.updated' : 'webhook.disabled'];
}

type ClosedDay = { closedAt?: string; differedAt?: string };

/** A day is told when it is closed, and when other sums were found for it since. */
export function eventsOfSettlement(before: ClosedDay | undefined, after: ClosedDay): Happening[] {
  if (after.closedAt === undefined) return [];
  if (before?.closedAt === undefined) return [{ type: 'settlement.closed', at: after.closedAt }];
  return isSame(before, after, ['differedAt']) ? [] : [{ type: 'settlement.differs', at: after.differedAt }];
}

type KeyDates = { createdAt: string; revokedAt?: string; isSession?: true };

/** Nothing is told of sessions of people. A rotation gives the old key an end, which `api_key.expiring` announces, and issues the new one. */
export function eventsOfApiKey(
  before: KeyDates | undefined,
  { createdAt, revokedAt, isSession }: KeyDates,
): Happening[] {
  if (isSession) return [];
  if (before === undefined) return [{ type: 'api_key.created', at: createdAt }];
  const isRevoked = before.revokedAt === undefined && revokedAt !== undefined;
  return isRevoked ? [{ type: 'api_key.revoked', at: revokedAt }] : [];
}

type InstallmentTable = { posId: string; rows: readonly object[]; updatedAt: string };

/**
 * The table of the virtual POS that a write has replaced, and the one before; undefined if none was. A write
 * replaces that of one POS.
 */
export function replacedTable<One extends InstallmentTable>(
  before: readonly One[],
  after: readonly One[],
): { before: One | undefined; after: One } | undefined {
  const of = (posId: string) => before.find((one) => one.posId === posId);
  const replaced = after.find((one) => {
    const own = of(one.posId);
    return own === undefined || !isSame<InstallmentTable>(own, one, ['rows', 'updatedAt']);
  });
  return replaced && { before: of(replaced.posId), after: replaced };
}
