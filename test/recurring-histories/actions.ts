// Performs a merchant's action of a random history over HTTP and checks the answer against the oracle.
import { deepStrictEqual } from 'node:assert/strict';
import {
  changeModel,
  replaceCardModel,
  requestable,
  requestModel,
  waiveModel,
} from '../domain/recurring-payment/random-walk/changes-model.ts';
import {
  cancelModel,
  pauseModel,
  resumeModel,
} from '../domain/recurring-payment/random-walk/commands-model.ts';
import {
  type CallOutcome,
  isTerminal,
} from '../domain/recurring-payment/random-walk/recurring-payment-model.ts';
import type { Harness } from '../harness/harness.ts';
import { type Action, LASTING_EXPIRY } from './history.ts';
import { renewCard, scheduleTrigger } from './oracle.ts';
import type { Oracle } from './oracle-state.ts';

const TRIGGER_LOSS_MS = 2 * 86_400_000;

type Target = {
  readonly id: string;
  readonly oracle: Oracle;
  readonly customerId: string;
  readonly cardNumber: string;
  cardId: string;
  cardIsGone: boolean;
};
type Api = Pick<Harness, 'api'>;

export async function performAction({ api }: Api, target: Target, action: Action): Promise<void> {
  const { oracle, customerId } = target;
  switch (action) {
    case 'nothing':
      break;
    case 'pause':
    case 'resume':
    case 'cancel':
      await callEndpoint({ api }, target, action);
      break;
    case 'renewCard':
    case 'renameCard':
      await updateCard({ api }, target, action);
      break;
    case 'replaceCard':
      await replaceCard({ api }, target);
      break;
    case 'changePlan':
      await changePlan({ api }, target);
      break;
    case 'chargePeriod':
    case 'waivePeriod':
      await requestForPeriod({ api }, target, action);
      break;
    case 'toggleCustomer': {
      oracle.customerIsActive = !oracle.customerIsActive;
      const body = { isActive: oracle.customerIsActive };
      deepStrictEqual((await api('PUT', `/api/customer/${customerId}`, { body })).status, 200);
      break;
    }
    case 'loseTriggers':
      oracle.triggersLostUntilMs = oracle.nowMs + TRIGGER_LOSS_MS;
      break;
    case 'requireCvv':
    case 'deleteCard':
    case 'deleteCustomer':
      await restrictOrDelete({ api }, target, action);
      break;
  }
}

const MODEL_CALLS = { pause: pauseModel, resume: resumeModel, cancel: cancelModel };

async function callEndpoint(
  { api }: Api,
  { id, oracle }: Target,
  verb: keyof typeof MODEL_CALLS,
): Promise<void> {
  const expected: CallOutcome = MODEL_CALLS[verb](oracle.model, oracle.nowMs);
  const { status, json } = await api('POST', `/api/RecurringPayment/${id}/${verb}`);
  if (expected === 'rejected') {
    deepStrictEqual([status, json.errorCode], [409, 'RECURRING_PAYMENT_INVALID_STATE']);
    return;
  }
  deepStrictEqual([status, json.data['status']], [200, oracle.model.status]);
  if (expected === 'changed' && verb === 'resume') scheduleTrigger(oracle);
}

async function updateCard({ api }: Api, target: Target, action: 'renewCard' | 'renameCard'): Promise<void> {
  const body = action === 'renewCard' ? LASTING_EXPIRY : { cardAlias: 'Yeni ad' };
  const { status } = await api('PUT', `/api/card/${target.cardId}`, { body });
  deepStrictEqual(status, target.cardIsGone ? 404 : 200);
  if (!target.cardIsGone && action === 'renewCard') renewCard(target.oracle);
}

/** Replaces the card by the same number, stored a second time: the bank's answers and the tries continue. */
async function replaceCard({ api }: Api, target: Target): Promise<void> {
  const { id, oracle, cardNumber } = target;
  const card = { cardAlias: 'Yeni kart', cardNumber, ...LASTING_EXPIRY };
  const cardStorageId = String((await api('POST', '/api/card', { body: card })).json.data['id']);
  const expected = replaceCardModel(oracle.model, oracle.nowMs);
  const { status, json } = await api('PUT', `/api/RecurringPayment/${id}`, { body: { cardStorageId } });
  if (expected === 'rejected') {
    deepStrictEqual([status, json.errorCode], [409, 'RECURRING_PAYMENT_INVALID_STATE']);
    return;
  }
  deepStrictEqual([status, json.data['cardStorageId']], [200, cardStorageId]);
  target.cardId = cardStorageId;
  putAnotherCard(oracle);
}

/** Replaces the card in the model, which plans the next charge. A sale in flight ends with its own card. */
function putAnotherCard(oracle: Oracle): void {
  const { card, pendingSale } = oracle;
  oracle.card = { endsAtMs: Number.POSITIVE_INFINITY, isBlocked: false, version: card.version + 1 };
  if (pendingSale) pendingSale.isCardReplaced = true;
  scheduleTrigger(oracle);
}

/** Raises the amount by a quarter for the periods that fall due in two weeks and later. */
async function changePlan({ api }: Api, { id, oracle }: Target): Promise<void> {
  const { model, nowMs } = oracle;
  const amountMinor = Math.ceil((model.plan.amountMinor * 5) / 4);
  const { maxRetryAttempts } = model.plan;
  const effectiveFromMs = nowMs + 14 * 86_400_000;
  const expected = changeModel(model, { amountMinor, maxRetryAttempts, effectiveFromMs }, nowMs);
  const body = { amount: amountMinor / 100, effectiveFrom: new Date(effectiveFromMs).toISOString() };
  const { status, json } = await api('PUT', `/api/RecurringPayment/${id}`, { body });
  if (expected === 'rejected') {
    deepStrictEqual([[409, 422].includes(status), json.success], [true, false]);
    return;
  }
  deepStrictEqual(status, 200, JSON.stringify(json));
  if (expected === 'changed') scheduleTrigger(oracle);
}

/** Requests the first period that ended unpaid. An ended plan needs its card and an active customer. */
async function requestForPeriod(
  { api }: Api,
  { id, oracle, cardIsGone }: Target,
  action: 'chargePeriod' | 'waivePeriod',
): Promise<void> {
  const { model, nowMs, customerIsActive } = oracle;
  const [period] = requestable(model);
  if (period === undefined || (isTerminal(model) && (cardIsGone || !customerIsActive))) return;
  const path = `/api/RecurringPayment/${id}/periods/${period.number}`;
  if (action === 'waivePeriod') {
    deepStrictEqual((await api('POST', `${path}/waive`)).status, 200);
    waiveModel(model, period);
    scheduleTrigger(oracle);
    return;
  }
  const expected = requestModel(model, period, nowMs);
  const { status } = await api('POST', `${path}/charge`);
  deepStrictEqual(status, expected === 'rejected' ? 409 : 202);
  if (expected === 'changed') scheduleTrigger(oracle);
}

/** Card and customer of a live recurring payment cannot be deleted; after its end they can. */
async function restrictOrDelete(
  { api }: Api,
  target: Target,
  action: 'requireCvv' | 'deleteCard' | 'deleteCustomer',
): Promise<void> {
  const { id, oracle, customerId, cardId } = target;
  const isOver = isTerminal(oracle.model);
  // A second deletion and a change of a deleted card would answer 404.
  if (target.cardIsGone || (isOver && action !== 'deleteCard') || oracle.model.requested.length > 0) return;
  const [method, path, body] = {
    requireCvv: ['PUT', `/api/card/${cardId}`, { forceCvv: true }] as const,
    deleteCard: ['DELETE', `/api/card/${cardId}`, undefined] as const,
    deleteCustomer: ['DELETE', `/api/customer/${customerId}`, undefined] as const,
  }[action];
  const { status, json } = await api(method, path, body && { body });
  if (isOver) {
    deepStrictEqual(status, 200);
    target.cardIsGone = true;
    return;
  }
  const code = action === 'deleteCustomer' ? 'CUSTOMER_HAS_ACTIVE_RECURRING_PAYMENT' : 'CARD_IN_USE';
  deepStrictEqual([status, json.errorCode], [409, code]);
  if (code === 'CARD_IN_USE') deepStrictEqual(json.data['recurringPaymentIds'], [id]);
}
