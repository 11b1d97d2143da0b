// A budget for a month's charges of the account. A fault that costs money, such as a loop of calls or an
// attack that is answered, shows in no other alarm. CloudWatch has estimated charges in one region only;
// a budget can be created in every region.
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import { type Deployment, nameOf } from '../deployment.ts';

/** Percent of the budget: spent, or expected for the whole month. */
const TOLD_AT = [
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
    notificationsWithSubscribers: TOLD_AT.map((told) => ({
      notification: { ...told, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
      subscribers,
    })),
  });
}
