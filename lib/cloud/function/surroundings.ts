// What every function of a stage is told and may be allowed to reach. Typed by the list of settings and by
// the needs: a new one does not compile until the cloud has an answer to it.
import { Aws } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { SettingName } from '#setting.ts';
import { functionArn, schedulesArn, schedulesFinding } from '../arns.ts';
import type { DataStack } from '../data/data-stack.ts';
import { type Deployment, nameOf, type OwnName } from '../deployment.ts';
import type { Schedules } from '../schedules.ts';
import type { Reach } from './grants.ts';

export type Settings = Readonly<Record<SettingName, string>>;

type Neighbours = {
  deployment: Deployment;
  data: DataStack;
  api: RestApi;
  pay: RestApi;
  schedules: Schedules;
};

export function settingsOf({ deployment, data, api, pay, schedules }: Neighbours): Settings {
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

/** From the API's id alone: what hangs from its stage cannot be known to the functions behind it. */
export function addressOf(api: RestApi, stage: string, name: OwnName | undefined): string {
  if (name !== undefined) return `https://${name.domainName}`;
  return `https://${api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${stage}`;
}

export function reachOf({ table, keys }: DataStack, schedules: Schedules): Reach {
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
