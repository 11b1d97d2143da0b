// The environment variables and grantable resources of all functions of a stage. Both are typed by the lists
// of settings and needs: a new setting or need does not compile until its value is defined here.
import { Aws } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { writeKeyVersions } from '#domain/key-version.ts';
import type { SettingName } from '#setting.ts';
import { MOST_DUE_SHARDS, writeDueShards } from '#store/table/due-shards.ts';
import { releasedScriptIntegrity } from '../../operator/script-integrity.ts';
import { functionArn, schedulesArn } from '../arns.ts';
import type { DataStack } from '../data/data-stack.ts';
import type { KeysInUse } from '../data/keys.ts';
import { type Deployment, type DomainSettings, nameOf } from '../deployment.ts';
import { KEY_NAMES, type KeyName } from '../key-uses.ts';
import type { Schedules } from '../schedules.ts';
import type { GrantTargets } from './grants.ts';
import { LIVE } from './traffic.ts';

export type Settings = Readonly<Record<SettingName, string>>;

type StageParts = {
  deployment: Deployment;
  data: DataStack;
  api: RestApi;
  pay: RestApi;
  schedules: Schedules;
};

export function settingsOf({ deployment, data, api, pay, schedules }: StageParts): Settings {
  const { table, leaseTable, keys } = data;
  return {
    STAGE: deployment.stage,
    TABLE_NAME: table.tableName,
    LEASE_TABLE_NAME: leaseTable.tableName,
    BASE_URL: addressOf(api, deployment.stage, deployment.api),
    PAY_URL: addressOf(pay, deployment.stage, deployment.pay),
    PAGE_SCRIPT_INTEGRITY: releasedScriptIntegrity(),
    CARD_KEY_ID: keys.card[0].keyArn,
    FINGERPRINT_KEY_ID: keys.fingerprint[0].keyArn,
    SECRETS_KEY_ID: keys.secrets[0].keyArn,
    DIGEST_KEY_ID: keyVersionsSetting(keys.digest),
    MERCHANT_KEY_ID: keyVersionsSetting(keys.merchant),
    CHARGE_FUNCTION_ARN: `${functionArn(schedules, nameOf(deployment.stage, 'charge'))}:${LIVE}`,
    SCHEDULER_ROLE_ARN: schedules.chargeRole.roleArn,
    SCHEDULE_GROUP: schedules.groupName,
    SCHEDULE_DEAD_LETTER_ARN: schedules.deadLetters.queueArn,
    DUE_SHARDS: writeDueShards(deployment.dueShards, MOST_DUE_SHARDS),
    PAGES_KEPT_MONTHS: String(deployment.pagesKeptMonths),
  };
}

/** Built from the API's id: a reference to the API's stage would be a circular dependency. */
export function addressOf(api: RestApi, stage: string, name: DomainSettings | undefined): string {
  if (name !== undefined) return `https://${name.domainName}`;
  return `https://${api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${stage}`;
}

export function grantTargetsOf({ table, leaseTable, keys }: DataStack, schedules: Schedules): GrantTargets {
  return {
    tableArn: table.tableArn,
    leaseTableArn: leaseTable.tableArn,
    keyArns: keyArnsOf(keys),
    schedulesArn: schedulesArn(schedules, schedules.groupName),
    schedulerRoleArn: schedules.chargeRole.roleArn,
  };
}

const keyVersionsSetting = (versions: KeysInUse[KeyName]) =>
  writeKeyVersions(versions.map(({ version, keyArn }) => ({ version, value: keyArn })));

function keyArnsOf(keys: KeysInUse): GrantTargets['keyArns'] {
  const arnsOf = (name: KeyName) => keys[name].map(({ keyArn }) => keyArn);
  return Object.fromEntries(KEY_NAMES.map((name) => [name, arnsOf(name)])) as Record<KeyName, string[]>;
}
