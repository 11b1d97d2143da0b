// A monthly budget of the account. A fault that costs money, such as a loop of calls or an attack whose
// requests succeed, raises no other alarm. CloudWatch has estimated charges in one Region only; a budget can
// be created in every Region.
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import { type Deployment, nameOf } from '../deployment.ts';

/** The percentages of the budget, spent or forecast for the month, at which a message is sent. */
const THRESHOLDS = [
  { notificationType: 'FORECASTED', threshold: 100 },
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'ACTUAL', threshold: 100 },
];

export function createBudget(scope: Construct, { stage, notices, monthlyBudgetUsd }: Deployment): void {
  if (monthlyBudgetUsd === undefined) return;
  const subscribers = [
    ...(notices.email === undefined ? [] : [{ subscriptionType: 'EMAIL', address: notices.email }]),
    ...(notices.topicArn === undefined ? [] : [{ subscriptionType: 'SNS', address: notices.topicArn }]),
  ];
  new CfnBudget(scope, 'Budget', {
    budget: {
      budgetName: nameOf(stage, 'month'),
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyBudgetUsd, unit: 'USD' },
    },
    notificationsWithSubscribers: THRESHOLDS.map((threshold) => ({
      notification: { ...threshold, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
      subscribers,
    })),
  });
}
