// The environment variables and grantable resources of all functions of a stage. Typed by the lists of
// settings and needs: a new one does not compile until the cloud provides it.
import { Aws } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { SettingName } from '#setting.ts';
import { functionArn, schedulesArn, schedulesFinding } from '../arns.ts';
import type { DataStack } from '../data/data-stack.ts';
import { type Deployment, type DomainSettings, nameOf } from '../deployment.ts';
import type { Schedules } from '../schedules.ts';
import type { GrantTargets } from './grants.ts';

export type Settings = Readonly<Record<SettingName, string>>;

type StageParts = {
  deployment: Deployment;
  data: DataStack;
  api: RestApi;
  pay: RestApi;
  schedules: Schedules;
};

export function settingsOf({ deployment, data, api, pay, schedules }: StageParts): Settings {
  const { table, keys } = data;
  return {
    STAGE: deployment.stage,
    TABLE_NAME: table.tableName,
    BASE_URL: addressOf(api, deployment.stage, deployment.api),
    PAY_URL: addressOf(pay, deployment.stage, deployment.pay),
    CARD_KEY_ID: keys.card.keyArn,
    FINGERPRINT_KEY_ID: keys.fingerprint.keyArn,
    SECRETS_KEY_ID: keys.secrets.keyArn,
    DIGEST_KEY_ID: keys.digest.keyArn,
    MERCHANT_KEY_ID: keys.merchant.keyArn,
    CHARGE_FUNCTION_ARN: functionArn(schedules, nameOf(deployment.stage, 'charge')),
    SCHEDULER_ROLE_ARN: schedules.chargeRole.roleArn,
    SCHEDULE_GROUP: schedules.groupName,
    SCHEDULE_DEAD_LETTER_ARN: schedules.deadLetters.queueArn,
  };
}

/** Built from the API's id: a reference to the API's stage would be a circular dependency. */
export function addressOf(api: RestApi, stage: string, name: DomainSettings | undefined): string {
  if (name !== undefined) return `https://${name.domainName}`;
  return `https://${api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${stage}`;
}

export function grantTargetsOf({ table, keys }: DataStack, schedules: Schedules): GrantTargets {
  return {
    tableArn: table.tableArn,
    cardKeyArn: keys.card.keyArn,
    fingerprintKeyArn: keys.fingerprint.keyArn,
    secretsKeyArn: keys.secrets.keyArn,
    digestKeyArn: keys.digest.keyArn,
    merchantKeyArn: keys.merchant.keyArn,
    schedulesArn: schedulesArn(schedules, schedules.groupName),
    schedulesFinding: schedulesFinding(schedules.groupName),
    schedulerRoleArn: schedules.chargeRole.roleArn,
  };
}
