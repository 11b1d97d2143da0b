// What production needs of CloudTrail: a trail that records changes and uses of keys, and one that records the calls
// of the table, the second witness beside the records of commands.
import { tableNameOf } from '../cloud/data/table.ts';
import { nameOf } from '../cloud/deployment.ts';
import { type Answer, targeted } from '../operator/aws/aws-calls.ts';
import type { Check, Lack, Target } from './check.ts';

type TrailTarget = Target & { account: string };

export const trailChecks = (target: TrailTarget): Check[] =>
  target.deployment.production
    ? [
        { name: 'A trail records changes and uses of keys', look: () => trailOfKeys(target) },
        { name: 'A trail records calls of the table', look: () => trailOfTable(target) },
      ]
    : [];

type Trail = { Name: string; TrailARN: string; HomeRegion: string; IsMultiRegionTrail: boolean };
/** A trail that records something of this Region. */
type RecordingTrail = { name: string; isLogging: boolean; selectors: Answer };

async function trailsOf({ signer }: TrailTarget): Promise<RecordingTrail[]> {
  const call = targeted(signer, 'cloudtrail', 'com.amazonaws.cloudtrail.v20131101.CloudTrail_20131101');
  const { trailList = [] } = (await call('DescribeTrails', {})) as { trailList?: Trail[] };
  const here = trailList.filter((one) => one.IsMultiRegionTrail || one.HomeRegion === signer.region);
  return await Promise.all(
    here.map(async ({ Name, TrailARN }) => {
      const [status, selectors] = await Promise.all([
        call('GetTrailStatus', { Name: TrailARN }),
        call('GetEventSelectors', { TrailName: TrailARN }),
      ]);
      return { name: Name, isLogging: status['IsLogging'] === true, selectors };
    }),
  );
}

const INTO =
  '# into a bucket whose policy lets CloudTrail write, in an account that operators cannot change:';

/** `commands`: what the new trail needs before it logs. The command changes no trail that is there. */
async function trailWith(
  target: TrailTarget,
  name: string,
  isRight: (selectors: Answer) => boolean,
  commands: readonly string[],
): Promise<string | Lack> {
  const trails = await trailsOf(target);
  const found = trails.find(({ isLogging, selectors }) => isLogging && isRight(selectors));
  if (found !== undefined) return found.name;
  const bucket = `payments-trail-${target.account}`;
  return {
    seen: trails.length === 0 ? 'there is none' : `${trails.map((one) => one.name).join(', ')} records none`,
    mend: [
      INTO,
      `aws cloudtrail create-trail --name ${name} --s3-bucket-name ${bucket} --is-multi-region-trail`,
      ...commands,
      `aws cloudtrail start-logging --name ${name}`,
    ],
  };
}

/**
 * Changes of keys are management events, which EventBridge reports from a trail that logs. A decryption is one that
 * reads: a trail of writes, or one that leaves KMS out, has none.
 */
const trailOfKeys = (target: TrailTarget) => trailWith(target, 'payments', hasCallsOfKeys, []);

const KMS = 'kms.amazonaws.com';
type PlainManagement = {
  IncludeManagementEvents?: boolean;
  ReadWriteType?: string;
  ExcludeManagementEventSources?: string[];
};

function hasCallsOfKeys({ EventSelectors = [], AdvancedEventSelectors = [] }: Answer): boolean {
  const advanced = AdvancedEventSelectors as { FieldSelectors: FieldSelector[] }[];
  return (
    (EventSelectors as PlainManagement[]).some(
      ({ IncludeManagementEvents, ReadWriteType = 'All', ExcludeManagementEventSources = [] }) =>
        IncludeManagementEvents === true &&
        ReadWriteType === 'All' &&
        !ExcludeManagementEventSources.includes(KMS),
    ) ||
    advanced.some(({ FieldSelectors }) => {
      const of = (field: string) => FieldSelectors.find(({ Field }) => Field === field);
      return (
        of('eventCategory')?.Equals?.includes('Management') === true &&
        of('readOnly') === undefined &&
        (of('eventSource')?.Equals ?? [KMS]).includes(KMS) &&
        !of('eventSource')?.NotEquals?.includes(KMS)
      );
    })
  );
}

/** The calls of a table are data events (docs/deploy-options.md, Who ran a command). */
function trailOfTable(target: TrailTarget): Promise<string | Lack> {
  const { deployment, signer, account } = target;
  const table = `arn:aws:dynamodb:${signer.region}:${account}:table/${tableNameOf(deployment)}`;
  const name = nameOf(deployment.stage, 'table');
  const FieldSelectors = [
    { Field: 'eventCategory', Equals: ['Data'] },
    { Field: 'resources.type', Equals: [TABLES] },
    { Field: 'resources.ARN', Equals: [table] },
  ];
  const selectors = `--advanced-event-selectors '${JSON.stringify([{ Name: name, FieldSelectors }])}'`;
  const choose = `aws cloudtrail put-event-selectors --trail-name ${name} ${selectors}`;
  return trailWith(target, name, (recorded) => hasDataEvents(recorded, table), [choose]);
}

const TABLES = 'AWS::DynamoDB::Table';
type Plain = { ReadWriteType?: string; DataResources?: { Type: string; Values: string[] }[] };
type FieldSelector = { Field: string; Equals?: string[]; NotEquals?: string[]; StartsWith?: string[] };

function hasDataEvents({ EventSelectors = [], AdvancedEventSelectors = [] }: Answer, table: string): boolean {
  const advanced = AdvancedEventSelectors as { FieldSelectors: FieldSelector[] }[];
  return (
    (EventSelectors as Plain[]).some((one) => isForTable(one, table)) ||
    advanced.some(({ FieldSelectors }) => arePassed(FieldSelectors, table))
  );
}

const isForTable = ({ ReadWriteType, DataResources = [] }: Plain, table: string) =>
  ReadWriteType !== 'ReadOnly' &&
  DataResources.some(
    ({ Type, Values }) => Type === TABLES && Values.some((prefix) => table.startsWith(prefix)),
  );

function arePassed(selectors: readonly FieldSelector[], table: string): boolean {
  const of = (field: string) => selectors.find(({ Field }) => Field === field);
  const { Equals = [], StartsWith = [] } = of('resources.ARN') ?? { StartsWith: [''] };
  return (
    of('eventCategory')?.Equals?.includes('Data') === true &&
    of('resources.type')?.Equals?.includes(TABLES) === true &&
    of('readOnly')?.Equals?.includes('true') !== true &&
    (Equals.includes(table) || StartsWith.some((prefix) => table.startsWith(prefix)))
  );
}
