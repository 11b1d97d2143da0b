// Records the AWS calls of functions as IAM evaluates them: function, action, resource and context. It reads
// the HTTP requests below every SDK, so that no call is missed.
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { SETTINGS } from '#setting.ts';
import type { LocalOptions } from '../../lib/local/local-options.ts';

export type AwsCall = {
  functionName: string;
  /**
   * `dynamodb:GetItem`. A transaction counts as its writes, because IAM has no separate permission for it.
   */
  action: string;
  /** The resource by the name of the function's setting: `TABLE_NAME/index/list`, `CARD_KEY_ID`. */
  resource: string;
  /** IAM's condition keys. Ids are replaced by `*`, so that equal calls are equal. */
  context: Readonly<Record<string, readonly string[]>>;
};

export type Around = NonNullable<LocalOptions['around']>;
type Recorder = {
  /** The `around` option for `startHarness`; `inner` is an `around` option that also applies. */
  around(inner?: Around): Around;
  /** Each different call once, in no order. */
  calls(): AwsCall[];
  stop(): void;
};

/** Records until it is stopped. Calls outside any function are not recorded. */
export function recordAwsCalls(): Recorder {
  const running = new AsyncLocalStorage<string>();
  const recorded = new Map<string, AwsCall>();
  const onRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    const functionName = running.getStore();
    if (functionName === undefined) return;
    onBody(request, (body) => {
      for (const permission of permissionsFor(request, body)) {
        const call = { functionName, ...permission };
        recorded.set(JSON.stringify(call), call);
      }
    });
  };
  subscribe('http.client.request.created', onRequest);
  return {
    around: (inner) => async (invocation, run) =>
      await running.run(invocation.functionName, () => (inner ? inner(invocation, run) : run())),
    calls: () => [...recorded.values()],
    stop: () => void unsubscribe('http.client.request.created', onRequest),
  };
}

/** The SDKs pass the whole body with the end of the request. */
function onBody(request: ClientRequest, use: (body: string) => void): void {
  const end = request.end.bind(request) as (...parts: unknown[]) => ClientRequest;
  request.end = ((...parts: unknown[]) => {
    const [body] = parts;
    use(typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : '');
    return end(...parts);
  }) as typeof request.end;
}

type Permission = Omit<AwsCall, 'functionName'>;
type Json = Record<string, unknown>;

/** Returns no permissions for a request that is no call to AWS, such as one to the bank. */
function permissionsFor(request: ClientRequest, body: string): Permission[] {
  const [service = '', operation = ''] = String(request.getHeader('x-amz-target') ?? '').split('.');
  if (service.startsWith('DynamoDB')) return tablePermissions(operation, JSON.parse(body));
  if (service.startsWith('Trent')) return [keyPermission(operation, JSON.parse(body))];
  return request.path.includes('/schedules/') ? schedulePermissions(request, body) : [];
}

type RowRequest = {
  TableName: string;
  IndexName?: string;
  Key?: Row;
  Item?: Row;
  KeyConditionExpression?: string;
  ExpressionAttributeValues?: Row;
};
type Row = Record<string, { S?: string }>;
type TransactRequest = { TransactItems: Record<string, RowRequest>[] };
type BatchRequest = { RequestItems: Record<string, { Keys: Row[] }> };

const TRANSACTED: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

function tablePermissions(operation: string, input: Json): Permission[] {
  if (operation === 'TransactWriteItems') {
    const { TransactItems } = input as TransactRequest;
    return TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, write]) => rowPermission(TRANSACTED[kind] ?? kind, write)),
    );
  }
  if (operation === 'BatchGetItem') {
    const { RequestItems } = input as BatchRequest;
    return Object.entries(RequestItems).map(([TableName, { Keys }]) =>
      tablePermission(operation, TableName, Keys),
    );
  }
  return [rowPermission(operation, input as RowRequest)];
}

function rowPermission(action: string, write: RowRequest): Permission {
  const { TableName, IndexName, Key, Item, KeyConditionExpression = '', ExpressionAttributeValues } = write;
  const row = Key ?? Item;
  // The first value of a query's key condition is the partition.
  const partition = /= (:\w+)/.exec(KeyConditionExpression)?.[1] ?? '';
  const rows = row ? [row] : [{ pk: ExpressionAttributeValues?.[partition] ?? {} }];
  return tablePermission(action, IndexName ? `${TableName}/index/${IndexName}` : TableName, rows);
}

function tablePermission(action: string, resource: string, rows: readonly Row[]): Permission {
  const leadingKeys = new Set(rows.map(({ pk }) => withoutIds(pk?.S ?? '')));
  const [table = '', ...index] = resource.split('/');
  return {
    action: `dynamodb:${action}`,
    resource: [settingOf(table), ...index].join('/'),
    context: { 'dynamodb:LeadingKeys': [...leadingKeys].sort() },
  };
}

/** `M#0189...#CARD#0190...` -> `M#*#CARD#*`: only words and shards are kept. */
function withoutIds(partition: string): string {
  const parts = partition.split('#');
  return parts.map((part) => (/^(?:[A-Z_]+|\d)$/.test(part) ? part : '*')).join('#');
}

type KeyRequest = { KeyId?: string; EncryptionContext?: Record<string, string> };
/** The context names whose values are purposes, not ids. */
const PURPOSES = ['purpose', 'part'];

function keyPermission(operation: string, input: Json): Permission {
  const { KeyId = '', EncryptionContext: given = {} } = input as KeyRequest;
  const names = Object.keys(given).sort();
  const values = names.map((name) => {
    const value = PURPOSES.includes(name) ? (given[name] ?? '') : '*';
    return [`kms:EncryptionContext:${name}`, [value]];
  });
  const keys = names.length > 0 ? { 'kms:EncryptionContextKeys': names } : {};
  return {
    action: `kms:${operation}`,
    resource: settingOf(KeyId),
    context: { ...keys, ...Object.fromEntries(values) },
  };
}

const SCHEDULE_ACTIONS: Record<string, string> = {
  POST: 'CreateSchedule',
  PUT: 'UpdateSchedule',
  GET: 'GetSchedule',
  DELETE: 'DeleteSchedule',
};
type ScheduleRequest = { GroupName?: string; Target?: { RoleArn?: string } };

function schedulePermissions({ method, path }: ClientRequest, body: string): Permission[] {
  const { GroupName, Target } = (body === '' ? {} : JSON.parse(body)) as ScheduleRequest;
  const group = GroupName ?? new URL(path, 'http://localhost').searchParams.get('groupName') ?? 'default';
  const permission: Permission = {
    action: `scheduler:${SCHEDULE_ACTIONS[method] ?? method}`,
    resource: `${settingOf(group)}/*`,
    context: {},
  };
  // Passing a role to a service requires its own permission.
  if (Target?.RoleArn === undefined) return [permission];
  const passed = { 'iam:PassedToService': ['scheduler.amazonaws.com'] };
  return [permission, { action: 'iam:PassRole', resource: settingOf(Target.RoleArn), context: passed }];
}

/** A resource that no setting names is kept unchanged, and no policy will allow it. */
const settingOf = (value: string) =>
  SETTINGS.find((name) => valuesOf(process.env[name]).includes(value)) ?? value;

/** A key that has versions is set as `2=VALUE 1=VALUE`. */
const valuesOf = (setting = '') => setting.split(' ').map((one) => one.replace(/^\d+=/, ''));
