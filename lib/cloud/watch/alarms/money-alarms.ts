// Alarms about payments. If charges stop, a bank does not answer or most cards are declined, every function
// may still succeed; only the metrics that the functions publish show the fault.
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { percentage, serviceMetric } from '../service-metrics.ts';
import type { AlarmPlan } from './incidents.ts';

export function moneyAlarms(stage: string): AlarmPlan[] {
  return [
    ...chargeAlarms(stage),
    ...bankAlarms(stage),
    ...declineAlarms(stage),
    ...bookAlarms(stage),
    ...merchantAlarms(stage),
    ...gateAlarms(stage),
    ...cardAlarms(stage),
  ];
}

function chargeAlarms(stage: string): AlarmPlan[] {
  return [
    {
      name: 'nothing-charged',
      impact: 'Recurring payments are due and none is charged: merchants lose the income of the day.',
      runbook: 'charges-late',
      reportedAs: { incident: 'charges-fail' },
      metric: new MathExpression({
        expression: 'IF(FILL(overdue, 0) > 0 AND FILL(attempted, 0) == 0, 1, 0)',
        label: 'due, but none charged',
        usingMetrics: {
          overdue: serviceMetric(stage, 'ChargesOverdue'),
          attempted: serviceMetric(stage, 'ChargesAttempted'),
        },
      }),
      threshold: 1,
      // A sweep and its charges can fall into two adjacent periods, but not into three.
      evaluationPeriods: 3,
      datapointsToAlarm: 3,
    },
    {
      name: 'charges-late',
      impact: 'Recurring payments are charged more than 15 minutes after their due time.',
      runbook: 'charges-late',
      reportedAs: 'morning',
      metric: serviceMetric(stage, 'ChargesLate'),
      threshold: 1,
    },
    {
      name: 'periods-missed',
      impact: 'Due dates of recurring payments passed without a charge, and nothing charges them by itself.',
      runbook: 'periods-missed',
      reportedAs: 'morning',
      metric: serviceMetric(stage, 'PeriodsMissed'),
      threshold: 1,
    },
    {
      name: 'manual-review',
      impact: 'A payment, charge or refund needs a manual resolution: its buyer may have paid for nothing.',
      runbook: 'manual-review',
      reportedAs: 'morning',
      // Each sweep publishes the number of open reviews; a sweep may be late.
      metric: serviceMetric(stage, 'ReviewsWaiting', { statistic: 'Maximum', minutes: 15 }),
      threshold: 1,
      evaluationPeriods: 1,
    },
    {
      name: 'late-sale',
      impact: 'A bank made a sale that counted as never received: its buyer may have paid twice for hours.',
      runbook: 'late-sale',
      reportedAs: 'morning',
      metric: serviceMetric(stage, 'LateSales'),
      threshold: 1,
    },
  ];
}

/** Each run of the reconciliation, every fifteen minutes, publishes both metrics. */
function bookAlarms(stage: string): AlarmPlan[] {
  return [
    {
      name: 'books-differ',
      impact: 'A bank took or gave back money other than we say: a buyer may have paid for nothing.',
      runbook: 'books-differ',
      reportedAs: 'morning',
      metric: serviceMetric(stage, 'ReconciliationDifferences', { statistic: 'Maximum', minutes: 15 }),
      threshold: 1,
    },
    {
      name: 'books-not-compared',
      impact: 'Orders of a merchant were not compared with its bank for a day: a difference would be hidden.',
      runbook: 'books-differ',
      reportedAs: 'morning',
      metric: serviceMetric(stage, 'ReconciliationsBehind', { statistic: 'Maximum', minutes: 15 }),
      threshold: 1,
    },
  ];
}

function bankAlarms(stage: string): AlarmPlan[] {
  return [
    {
      name: 'bank-answers-unknown',
      impact: "Responses of a bank are lost: buyers wait for their payment's outcome.",
      runbook: 'bank-does-not-answer',
      reportedAs: { incident: 'bank-fails' },
      metric: percentage(stage, 'BankUnknown', { atLeast: 10, minutes: 15 }),
      threshold: 5,
    },
    {
      name: 'bank-unreachable',
      impact: 'A bank cannot be reached: no card can be charged there, and no refund made.',
      runbook: 'bank-does-not-answer',
      reportedAs: { incident: 'bank-fails' },
      metric: percentage(stage, 'BankUnreachable', { atLeast: 10, minutes: 15 }),
      threshold: 20,
    },
    {
      name: 'bank-down',
      impact:
        'A bank does not answer, so it is not asked: buyers cannot pay there, charges and refunds wait.',
      runbook: 'bank-does-not-answer',
      reportedAs: { incident: 'bank-fails' },
      metric: serviceMetric(stage, 'BanksDown'),
      threshold: 1,
      // The sweep measures an open breaker each minute, and closes it once the bank answers.
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
    },
    {
      name: 'bank-falls',
      impact: 'A bank began not to answer.',
      runbook: 'bank-does-not-answer',
      reportedAs: { incident: 'another-bank-fails' },
      // Three periods of one minute: the alarm ends before the same bank makes `bank-fails` active.
      metric: serviceMetric(stage, 'BanksOpened', { minutes: 1 }),
      threshold: 1,
    },
  ];
}

/**
 * One refusal is enough: it concerns every card of the merchant, and only a person can correct the settings.
 */
function merchantAlarms(stage: string): AlarmPlan[] {
  return [
    {
      name: 'merchant-refused',
      impact: 'A bank refuses the settings of a merchant: it takes no payment and charges nothing.',
      runbook: 'merchant-refused',
      reportedAs: 'urgent',
      // Three periods cover the longest time between two probes, so the alarm stays on while the bank
      // refuses.
      metric: serviceMetric(stage, 'MerchantFaults'),
      threshold: 1,
    },
  ];
}

/** High thresholds: a third of declines is usual, and most retries are declined. */
function declineAlarms(stage: string): AlarmPlan[] {
  return [
    {
      name: 'pages-declined',
      impact: 'Most buyers are declined on payment pages: sales are lost, or stolen cards are being tested.',
      runbook: 'declines',
      reportedAs: 'urgent',
      metric: percentage(stage, 'PagesDeclined', { atLeast: 20, minutes: 15 }),
      threshold: 60,
      evaluationPeriods: 2,
      datapointsToAlarm: 2,
    },
    {
      name: 'charges-declined',
      impact:
        'Most recurring payments are declined: merchants lose income, cards lose their remaining attempts.',
      runbook: 'declines',
      reportedAs: 'urgent',
      metric: percentage(stage, 'ChargesDeclined', { atLeast: 20, minutes: 15 }),
      threshold: 80,
      evaluationPeriods: 2,
      datapointsToAlarm: 2,
    },
  ];
}

/** Each answer of a bank matches the form that the service sent. A forged answer does not. */
function gateAlarms(stage: string): AlarmPlan[] {
  return [
    {
      name: 'three-d-answers-refused',
      impact: 'Answers of 3-D Secure are forged, or those of a bank are refused and its buyers cannot pay.',
      runbook: 'three-d-answers-refused',
      reportedAs: 'morning',
      metric: serviceMetric(stage, 'ThreeDAnswersRefused', { minutes: 15 }),
      threshold: 5,
    },
  ];
}

/**
 * Merchants rarely store many cards with the same mask, and single buyers lock their cards. An attacker who
 * guesses numbers, or security codes of many cards, must do either.
 */
function cardAlarms(stage: string): AlarmPlan[] {
  return [
    {
      name: 'card-numbers-refused',
      impact: 'Many card numbers with the same mask are stored: an attacker may be guessing a stored number.',
      runbook: 'card-numbers-refused',
      reportedAs: 'morning',
      metric: serviceMetric(stage, 'CardNumbersRefused', { minutes: 1440 }),
      threshold: 5,
      evaluationPeriods: 1,
    },
    {
      name: 'cards-locked',
      impact: 'Wrong security codes lock many stored cards: an attacker may be guessing the codes of buyers.',
      runbook: 'cards-locked',
      reportedAs: 'morning',
      metric: serviceMetric(stage, 'CardsLocked', { minutes: 1440 }),
      threshold: 10,
      evaluationPeriods: 1,
    },
  ];
}
