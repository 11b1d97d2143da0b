// Whether somebody tries stolen numbers of many ranges at a merchant, from many addresses: the different cards
// that its pages' buyers were declined with, against those that paid. Both are in the index of statuses, so a
// sale writes nothing for it. The row tells the merchant, and keeps the answer for an hour.
import {
  CARD_TESTING_MS,
  type CardTesting,
  DECLINE_WINDOW_MS,
  FEWEST_DECLINED_CARDS,
  isOfCard,
  suspiciousCards,
  usualDeclineRate,
} from '#domain/payment/card-testing.ts';
import { submitsIn } from '#domain/payment/funnel.ts';
import { natural, text } from '#domain/shape.ts';
import { addDays, localDay } from '#domain/time/business-day.ts';
import { changeOrCreate, type Write } from '../table/commit.ts';
import { cardTestingKey } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { loadRow, row, type Stored } from '../table/row.ts';
import { loadPastPaymentCounts } from './payment-statistics.ts';
import { newestDeclines, recentApprovals } from './suspicion.ts';

type CardTestingItem = CardTesting & Stored;

export const CARD_TESTING = /* @__PURE__ */ row<CardTesting>('card-testing', () => ({
  id: text,
  merchantId: text,
  declinedCards: natural,
  approvedCards: natural,
  startedAt: text,
  endsAt: text,
}));

export const cardTestingKind = () =>
  ({
    keys: [cardTestingKey('{m}')],
    readBy: 'guards: an hour',
    grants: { 'card-testing': 'the last time that stolen numbers were tried at the merchant' },
    events: 'own',
    read: CARD_TESTING.find,
  }) satisfies Kind;

type Cards = Pick<CardTesting, 'declinedCards' | 'approvedCards'>;
type Judgement =
  | { kind: 'usual' }
  /** It was found within the last hour. */
  | { kind: 'known' }
  /** `last`: the row of the time before. */
  | ({ kind: 'found'; last: CardTestingItem | undefined } & Cards);

/** Most sales are judged by the first read, of the few newest declines. */
export async function judgeCards(merchantId: string, now: Date): Promise<Judgement> {
  const at = (beforeMs: number) => new Date(now.getTime() - beforeMs).toISOString();
  const longAgo = at(CARD_TESTING_MS + DECLINE_WINDOW_MS);
  const newest = await newestDeclines(merchantId, { from: longAgo, limit: FEWEST_DECLINED_CARDS, now });
  if (newest.length < FEWEST_DECLINED_CARDS) return { kind: 'usual' };
  const today = localDay(now.getTime());
  const past = { merchantId, startDate: addDays(today, -DAYS_COMPARED), endDate: addDays(today, -1) };
  const [last, approvals, counts] = await Promise.all([
    loadRow(CARD_TESTING, cardTestingKey(merchantId)),
    recentApprovals(merchantId, at(DECLINE_WINDOW_MS), now),
    loadPastPaymentCounts(past),
  ]);
  if (last !== undefined && Date.parse(last.endsAt) > now.getTime()) return { kind: 'known' };
  const approved = new Set(approvals.payments.map(cardOf));
  const needed = suspiciousCards(approved.size, usualDeclineRate(submitsIn(counts)));
  // A buyer who is declined tries the same card again.
  const failed = await newestDeclines(merchantId, { from: approvals.from, limit: MOST_READ, now });
  const ofPages = failed.filter(
    ({ source, errorCode, createdAt }) =>
      source === 'HostedPage' && isOfCard(errorCode) && createdAt >= approvals.from,
  );
  const declined = new Set(ofPages.map(cardOf));
  const declinedCards = declined.difference(approved).size;
  return declinedCards < needed
    ? { kind: 'usual' }
    : { kind: 'found', last, declinedCards, approvedCards: approved.size };
}

const DAYS_COMPARED = 30;
const MOST_READ = 1000;
const cardOf = ({ maskedCardNumber }: { maskedCardNumber: string }) => maskedCardNumber;

/** A conflict if another submit has found it. */
export const writeCardTesting = (found: CardTesting, last: CardTestingItem | undefined): Write =>
  changeOrCreate('card-testing', last, cardTestingKey(found.merchantId), CARD_TESTING.attributes(found));
