// Alarms about payments. If charges stop, or a bank does not answer, every function may still succeed; only
// the metrics that the functions publish show the fault.
import { aws, counted, math, ofApi, percentage, service, serviceBy } from '../metrics.ts';
import type { AlarmRow, AlarmTable } from './alarm.ts';

/** The interval of the reconciliation, of the checks of pages and merchants, and of counts by the day. */
const QUARTER = 15;
const DAY = 1440;
/** A sale decrypts one or two ciphertexts of a card; a few decryptions end without a sale. */
const DECRYPTIONS_PER_SALE = 2;
const [SALES = service('ChargesAttempted')] = serviceBy('BankLatency', { statistic: 'SampleCount' });

const submissionErrors = (impact: string, minutes: number): AlarmRow => ({
  impact: `${impact} Sales are lost.`,
  runbook: 'answers-5xx',
  reportedAs: 'urgent',
  metric: math(
    'errors, 2 % of the submissions',
    'IF(50 * errors >= FILL(submitted, 0), errors, 0)',
    { errors: ofApi('pay', '5XXError'), submitted: service('PagesSubmitted') },
    minutes,
  ),
  atLeast: 3,
  periods: [1, 1],
});

export const PAYMENT_ALARMS: AlarmTable = {
  'nothing-charged': {
    impact: 'Recurring payments are due and none is charged: merchants lose the income of the day.',
    runbook: 'charges-late',
    reportedAs: 'charges-fail',
    metric: math('due, but none charged', 'IF(FILL(overdue, 0) > 0 AND FILL(attempted, 0) == 0, 1, 0)', {
      overdue: service('ChargesOverdue'),
      attempted: service('ChargesAttempted'),
    }),
    // A sweep and its charges can fall into two adjacent periods, but not into three.
    periods: [3, 3],
  },
  'charges-late': {
    impact: 'Recurring payments are charged more than 15 minutes after their due time.',
    metric: service('ChargesLate'),
  },
  'periods-missed': {
    impact: 'Due dates of recurring payments passed without a charge, and nothing charges them by itself.',
    metric: service('PeriodsMissed'),
  },
  'manual-review': {
    impact: 'A payment, charge or refund needs a manual resolution: its buyer may have paid for nothing.',
    // Each sweep publishes the number of open reviews; a sweep may be late.
    metric: service('ReviewsWaiting', { statistic: 'Maximum', minutes: QUARTER }),
    periods: [1, 1],
  },
  'row-contradicts-itself': {
    impact: 'A row about money contradicts itself: its sale or refund is stopped, or waits for a person.',
    reportedAs: 'urgent',
    metric: counted('Faults', 'InvariantsBroken'),
  },
  'late-sale': {
    impact: 'A bank made a sale that counted as never received: its buyer may have paid twice for hours.',
    metric: service('LateSales'),
  },
  'charges-stuck': {
    impact: 'The same recurring payments stay overdue in every sweep: their charge fails before its bank.',
    runbook: 'charges-late',
    reportedAs: 'charges-fail',
    // A sweep counts a charge again until it is made: three times in fifteen minutes.
    metric: math(
      'overdue, a twentieth of the charges',
      'IF(20 * overdue >= FILL(attempted, 0), overdue, 0)',
      { overdue: service('ChargesOverdue'), attempted: service('ChargesAttempted') },
      QUARTER,
    ),
    atLeast: 3,
    periods: [2, 2],
  },
  // The next rows see a fault that only a real payment can show in a stage of any size, at the third one that
  // it affects, or the fourth that is declined without a reason: three in a row are chance every few months.
  // CloudWatch's windows slide each minute. The alarms stay active for their window after the fault, so they
  // are no part of an incident, which would send nothing meanwhile.
  'submissions-fail': submissionErrors('Three buyers who submitted a card got an error within a day.', DAY),
  'submissions-fail-now': submissionErrors('Three buyers got an error within an hour.', 60),
  'bank-calls-fail': {
    impact: 'Three calls to a bank got no answer within a day: buyers wait, or cannot pay.',
    runbook: 'bank-does-not-answer',
    reportedAs: 'urgent',
    metric: math(
      'calls without an answer, 2 % of all',
      'IF(50 * (unknown + unreachable) >= all, unknown + unreachable, 0)',
      {
        unknown: service('BankUnknown'),
        unreachable: service('BankUnreachable'),
        all: service('BankUnknown', { statistic: 'SampleCount' }),
      },
      DAY,
    ),
    atLeast: 3,
    periods: [1, 1],
  },
  'answers-lost': {
    impact: 'Three times within a week a bank call got no answer, in hours with few: buyers cannot pay.',
    runbook: 'bank-does-not-answer',
    reportedAs: 'urgent',
    metric: math(
      'calls without an answer, a fifth of the hour',
      'IF(5 * unknown >= all, unknown, 0)',
      { unknown: service('BankUnknown'), all: service('BankUnknown', { statistic: 'SampleCount' }) },
      60,
    ),
    periods: [3, 168],
  },
  'challenges-refused': {
    impact: 'Answers of 3-D Secure are refused although buyers passed: no buyer of that bank can pay.',
    runbook: 'three-d-answers-refused',
    reportedAs: 'urgent',
    metric: percentage('ThreeDAnswersRefused', 3, DAY),
    atLeast: 2,
    periods: [1, 1],
  },
  'refunds-refused': {
    impact: 'Most refunds of three hours failed, or five and a fifth: buyers do not get their money back.',
    runbook: 'refunds-fail',
    reportedAs: 'urgent',
    metric: math(
      'failed refunds, if most, or five and a fifth of all',
      'IF(failed > FILL(completed, 0) OR (failed >= 5 AND 4 * failed >= FILL(completed, 0)), failed, 0)',
      { failed: service('RefundsFailed'), completed: service('RefundsCompleted') },
      180,
    ),
    atLeast: 3,
    periods: [1, 1],
  },
  'refunds-fail': {
    impact: 'Three times in a week most refunds of four hours failed: buyers do not get their money back.',
    reportedAs: 'urgent',
    metric: math(
      'failed refunds, if most',
      'IF(failed > FILL(completed, 0), failed, 0)',
      { failed: service('RefundsFailed'), completed: service('RefundsCompleted') },
      240,
    ),
    periods: [3, 42],
  },
  'bank-answers-unknown': {
    impact: "Responses of a bank are lost: buyers wait for their payment's outcome.",
    runbook: 'bank-does-not-answer',
    reportedAs: 'bank-fails',
    metric: percentage('BankUnknown', 3, 30),
    atLeast: 5,
  },
  'bank-unreachable': {
    impact: 'A bank cannot be reached: no card can be charged there, and no refund made.',
    runbook: 'bank-does-not-answer',
    reportedAs: 'bank-fails',
    metric: percentage('BankUnreachable', 3, 30),
    atLeast: 20,
  },
  'bank-down': {
    impact: 'A bank does not answer, so it is not asked: buyers cannot pay there, charges and refunds wait.',
    runbook: 'bank-does-not-answer',
    reportedAs: 'bank-fails',
    metric: service('BanksDown', { minutes: 1 }),
    // The sweep measures an open breaker each minute, and closes it once the bank answers.
    periods: [4, 6],
  },
  'bank-falls': {
    impact: 'A bank began not to answer.',
    runbook: 'bank-does-not-answer',
    reportedAs: 'another-bank-fails',
    // Three periods of one minute: the alarm ends before the same bank makes `bank-fails` active.
    metric: service('BanksOpened', { minutes: 1 }),
  },
  // Each run of the reconciliation publishes both metrics.
  'books-differ': {
    impact: 'A bank took or gave back money other than we say: a buyer may have paid for nothing.',
    metric: service('ReconciliationDifferences', { statistic: 'Maximum', minutes: QUARTER }),
  },
  'books-not-compared': {
    impact: 'Orders of a merchant were not compared with its bank for a day: a difference would be hidden.',
    runbook: 'books-differ',
    metric: service('ReconciliationsBehind', { statistic: 'Maximum', minutes: QUARTER }),
  },
  // One refusal concerns every card of the merchant, and only a person can correct the settings. Three
  // periods cover the longest time between two probes, so the alarm stays on while the bank refuses.
  'merchant-refused': {
    impact: 'A bank refuses the settings of a merchant: it takes no payment and charges nothing.',
    reportedAs: 'urgent',
    metric: service('MerchantFaults'),
  },
  // Each answer of a bank matches the form that the service sent. A forged answer does not.
  'three-d-answers-refused': {
    impact: 'Answers of 3-D Secure are forged, or those of a bank are refused and its buyers cannot pay.',
    metric: service('ThreeDAnswersRefused', { minutes: QUARTER }),
    atLeast: 5,
  },
  // Merchants rarely store many cards with the same mask, and single buyers lock their cards. An attacker who
  // guesses numbers, or security codes of many cards, must do either.
  'card-numbers-refused': {
    impact: 'Many card numbers with the same mask are stored: an attacker may be guessing a stored number.',
    metric: service('CardNumbersRefused', { minutes: DAY }),
    atLeast: 5,
    periods: [1, 1],
  },
  'card-testing': {
    impact:
      'Stolen cards are tried at a merchant that asks no issuer: for an hour its buyers need 3-D Secure.',
    metric: service('CardTestings'),
  },
  'cards-locked': {
    impact: 'Wrong security codes lock many stored cards: an attacker may be guessing the codes of buyers.',
    metric: service('CardsLocked', { minutes: DAY }),
    atLeast: 10,
    periods: [1, 1],
  },
  // Counts in KMS's own metrics, so malicious code in a function cannot hide from it.
  'cards-opened-unsold': {
    impact: 'Stored cards are decrypted without a sale: card numbers may be read by an attacker.',
    reportedAs: 'urgent',
    metric: math(
      'decryptions without a sale',
      `FILL(decryptions, 0) - ${DECRYPTIONS_PER_SALE} * FILL(sales, 0)`,
      {
        decryptions: aws(
          'KMS',
          'SuccessfulRequest',
          ({ keys }) => ({ KeyArn: keys.card[0].keyArn, Operation: 'Decrypt' }),
          { label: 'decryptions' },
        ),
        sales: SALES,
      },
      QUARTER,
    ),
    atLeast: 20,
  },
  // The payment page as browsers receive it (PCI DSS 11.6.1).
  'page-differs': {
    impact: 'Browsers receive another payment page than the released one: cards may be read while typed.',
    reportedAs: 'urgent',
    metric: service('PageDiffers', { minutes: QUARTER }),
  },
  'page-violations': {
    impact: "Scripts or connections that are not ours are blocked by the policy of buyers' pages.",
    runbook: 'page-differs',
    // Single browsers with unusual extensions send reports; code on the page would cause one from every
    // buyer.
    metric: math(
      'violations',
      'IF(violations >= 20 AND violations > FILL(opened, 0) / 5, violations, 0)',
      { violations: service('PageViolations'), opened: service('PagesOpened') },
      QUARTER,
    ),
  },
};
