// What a merchant does in the middle of a life, over HTTP, and what must be answered.
import { deepStrictEqual } from 'node:assert/strict';
import {
  type CallOutcome,
  cancelModel,
  isTerminal,
  pauseModel,
  resumeModel,
} from '../domain/recurring-payment/random-walk/recurring-payment-model.ts';
import type { Harness } from '../harness/harness.ts';
import { type Deed, LASTING_EXPIRY } from './history.ts';
import { type Clerk, renewCard, replan } from './oracle.ts';

const DEAF_MS = 2 * 86_400_000;

type Doer = {
  readonly id: string;
  readonly clerk: Clerk;
  readonly customerId: string;
  readonly cardId: string;
  cardIsGone: boolean;
};
type Api = Pick<Harness, 'api'>;

export async function doDeed({ api }: Api, doer: Doer, deed: Deed): Promise<void> {
  const { clerk, customerId } = doer;
  switch (deed) {
    case 'nothing':
      break;
    case 'pause':
    case 'resume':
    case 'cancel':
      await order({ api }, doer, deed);
      break;
    case 'renewCard':
    case 'renameCard':
      await update({ api }, doer, deed);
      break;
    case 'turnCustomer': {
      clerk.customerIsActive = !clerk.customerIsActive;
      const body = { isActive: clerk.customerIsActive };
      deepStrictEqual((await api('PUT', `/api/customer/${customerId}`, { body })).status, 200);
      break;
    }
    case 'loseAlarms':
      clerk.deafUntilMs = clerk.nowMs + DEAF_MS;
      break;
    case 'demandCvv':
    case 'deleteCard':
    case 'deleteCustomer':
      await takeAway({ api }, doer, deed);
      break;
  }
}

const ORDERS = { pause: pauseModel, resume: resumeModel, cancel: cancelModel };

async function order({ api }: Api, { id, clerk }: Doer, verb: keyof typeof ORDERS): Promise<void> {
  const expected: CallOutcome = ORDERS[verb](clerk.model, clerk.nowMs);
  const { status, json } = await api('POST', `/api/RecurringPayment/${id}/${verb}`);
  if (expected === 'rejected') {
    deepStrictEqual([status, json.errorCode], [409, 'RECURRING_PAYMENT_INVALID_STATE']);
    return;
  }
  deepStrictEqual([status, json.data['status']], [200, clerk.model.status]);
  if (expected === 'changed') replan(clerk);
}

async function update({ api }: Api, doer: Doer, deed: 'renewCard' | 'renameCard'): Promise<void> {
  const body = deed === 'renewCard' ? LASTING_EXPIRY : { cardAlias: 'Yeni ad' };
  const { status } = await api('PUT', `/api/card/${doer.cardId}`, { body });
  deepStrictEqual(status, doer.cardIsGone ? 404 : 200);
  if (!doer.cardIsGone && deed === 'renewCard') renewCard(doer.clerk);
}

/** What a living recurring payment needs stays; afterwards it may go. */
async function takeAway(
  { api }: Api,
  doer: Doer,
  deed: 'demandCvv' | 'deleteCard' | 'deleteCustomer',
): Promise<void> {
  const { id, clerk, customerId, cardId } = doer;
  const isOver = isTerminal(clerk.model);
  // Twice would be 404, and nothing can be asked of a card that is gone.
  if (doer.cardIsGone || (isOver && deed !== 'deleteCard')) return;
  const [method, path, body] = {
    demandCvv: ['PUT', `/api/card/${cardId}`, { forceCvv: true }] as const,
    deleteCard: ['DELETE', `/api/card/${cardId}`, undefined] as const,
    deleteCustomer: ['DELETE', `/api/customer/${customerId}`, undefined] as const,
  }[deed];
  const { status, json } = await api(method, path, body && { body });
  if (isOver) {
    deepStrictEqual(status, 200);
    doer.cardIsGone = true;
    return;
  }
  const code = deed === 'deleteCustomer' ? 'CUSTOMER_HAS_ACTIVE_RECURRING_PAYMENT' : 'CARD_IN_USE';
  deepStrictEqual([status, json.errorCode], [409, code]);
  if (code === 'CARD_IN_USE') deepStrictEqual(json.data['recurringPaymentIds'], [id]);
}
