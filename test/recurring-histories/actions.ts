// Performs a merchant's action of a random history over HTTP and checks the answer against the oracle.
import { deepStrictEqual } from 'node:assert/strict';
import {
  type CallOutcome,
  cancelModel,
  isTerminal,
  pauseModel,
  resumeModel,
} from '../domain/recurring-payment/random-walk/recurring-payment-model.ts';
import type { Harness } from '../harness/harness.ts';
import { type Action, LASTING_EXPIRY } from './history.ts';
import { type Oracle, renewCard, scheduleTrigger } from './oracle.ts';

const TRIGGER_LOSS_MS = 2 * 86_400_000;

type Target = {
  readonly id: string;
  readonly oracle: Oracle;
  readonly customerId: string;
  readonly cardId: string;
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
  if (expected === 'changed') scheduleTrigger(oracle);
}

async function updateCard({ api }: Api, target: Target, action: 'renewCard' | 'renameCard'): Promise<void> {
  const body = action === 'renewCard' ? LASTING_EXPIRY : { cardAlias: 'Yeni ad' };
  const { status } = await api('PUT', `/api/card/${target.cardId}`, { body });
  deepStrictEqual(status, target.cardIsGone ? 404 : 200);
  if (!target.cardIsGone && action === 'renewCard') renewCard(target.oracle);
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
  if (target.cardIsGone || (isOver && action !== 'deleteCard')) return;
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
