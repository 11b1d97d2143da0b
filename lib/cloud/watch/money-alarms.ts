// Alarms about money itself. All functions may be well while nobody is charged, a bank is silent or every
// card is declined: only what the functions measure tells.
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmPlan } from './alarm-plan.ts';
import { figure, percentage } from './figures.ts';

export function moneyAlarms(stage: string): AlarmPlan[] {
  return [...ofCharges(stage), ...ofBanks(stage), ...ofDeclines(stage), ...ofCards(stage)];
}

function ofCharges(stage: string): AlarmPlan[] {
  return [
    {
      name: 'nothing-charged',
      impact: 'Recurring payments are due and none is charged: merchants go without the income of the day.',
      runbook: 'charges-late',
      metric: new MathExpression({
        expression: 'IF(FILL(overdue, 0) > 0 AND FILL(attempted, 0) == 0, 1, 0)',
        label: 'due, but none charged',
        usingMetrics: {
          overdue: figure(stage, 'ChargesOverdue'),
          attempted: figure(stage, 'ChargesAttempted'),
        },
      }),
      threshold: 1,
      // A sweep and the charges it makes may fall on two sides of one border, not of three.
      evaluationPeriods: 3,
    },
    {
      name: 'charges-late',
      impact: 'Recurring payments are charged more than a quarter of an hour after their planned moment.',
      runbook: 'charges-late',
      metric: figure(stage, 'ChargesLate'),
      threshold: 1,
    },
    {
      name: 'manual-review',
      impact: 'A payment, charge or refund waits for a person: its buyer may have paid for nothing.',
      runbook: 'manual-review',
      // Told by each beat of the sweep for as long as it waits; a beat may be late.
      metric: figure(stage, 'ReviewsWaiting', { statistic: 'Maximum', minutes: 15 }),
      threshold: 1,
    },
  ];
}

function ofBanks(stage: string): AlarmPlan[] {
  return [
    {
      name: 'bank-answers-unknown',
      impact: 'Answers of a bank are lost: buyers wait, and do not know whether they have paid.',
      runbook: 'bank-does-not-answer',
      metric: percentage(stage, 'BankUnknown', { atLeast: 10, minutes: 15 }),
      threshold: 5,
    },
    {
      name: 'bank-unreachable',
      impact: 'A bank cannot be reached: no card can be charged there, and no refund made.',
      runbook: 'bank-does-not-answer',
      metric: percentage(stage, 'BankUnreachable', { atLeast: 10, minutes: 15 }),
      threshold: 20,
    },
  ];
}

/** So many that it is not the cards: a third is an ordinary day, and most of the retries fail by nature. */
function ofDeclines(stage: string): AlarmPlan[] {
  return [
    {
      name: 'pages-declined',
      impact: 'Most buyers are declined on payment pages: sales are lost, or somebody tries stolen cards.',
      runbook: 'declines',
      metric: percentage(stage, 'PagesDeclined', { atLeast: 20, minutes: 15 }),
      threshold: 60,
      evaluationPeriods: 2,
    },
    {
      name: 'charges-declined',
      impact: 'Most recurring payments are declined: merchants lose income, cardholders their tries.',
      runbook: 'declines',
      metric: percentage(stage, 'ChargesDeclined', { atLeast: 20, minutes: 15 }),
      threshold: 80,
      evaluationPeriods: 2,
    },
  ];
}

/** A buyer comes back from the bank; whoever reads numbers off pages does not. */
function ofCards(stage: string): AlarmPlan[] {
  return [
    {
      name: 'stored-cards-unreturned',
      impact:
        'Stored cards go into bank forms that nobody comes back from: somebody may be reading their numbers.',
      runbook: 'stored-cards-unreturned',
      metric: percentage(stage, 'StoredCardsUnreturned', { atLeast: 10, minutes: 15 }),
      threshold: 60,
    },
  ];
}
