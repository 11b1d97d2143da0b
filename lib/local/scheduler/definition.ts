// What a caller may ask of a schedule: read, checked and completed with the defaults that AWS fills in.
import { AwsError, isObject, type JsonObject } from '../aws-json.ts';
import { parseExpression } from './expression.ts';

/** In the names of the wire, so that GetSchedule answers exactly what was stored. Dates are epoch seconds. */
export type ScheduleDefinition = {
  Name: string;
  GroupName: string;
  ScheduleExpression: string;
  ScheduleExpressionTimezone: string;
  State: 'ENABLED' | 'DISABLED';
  Description?: string;
  StartDate?: number;
  EndDate?: number;
  FlexibleTimeWindow: { Mode: 'OFF' | 'FLEXIBLE'; MaximumWindowInMinutes?: number };
  ActionAfterCompletion: 'NONE' | 'DELETE';
  Target: Target;
};

export type Target = JsonObject & {
  Arn: string;
  RoleArn: string;
  Input?: string;
  DeadLetterConfig?: { Arn?: string };
  RetryPolicy: { MaximumEventAgeInSeconds: number; MaximumRetryAttempts: number };
};

const roleArn = /^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/;
const queueArn = /^arn:aws[a-z-]*:sqs:[a-z0-9-]+:\d{12}:[\w.-]+$/;

export function readName(name: string, field = 'name'): string {
  if (/^[0-9A-Za-z_.-]{1,64}$/.test(name)) return name;
  throw invalid(`Value '${name}' at '${field}' must be 1 to 64 of the characters 0-9, A-Z, a-z, - _ .`);
}

export function readDefinition(name: string, input: JsonObject, nowMs: number): ScheduleDefinition {
  const startDate = optionalNumber(input, 'StartDate', 0, Number.MAX_SAFE_INTEGER);
  const endDate = optionalNumber(input, 'EndDate', 0, Number.MAX_SAFE_INTEGER);
  if (startDate !== undefined && endDate !== undefined && endDate <= startDate) {
    throw invalid('The EndDate you specify must come after the StartDate.');
  }
  const description = optionalText(input, 'Description', 512);
  const definition: ScheduleDefinition = {
    Name: readName(name),
    GroupName: readName(optionalText(input, 'GroupName', 64) ?? 'default', 'groupName'),
    ScheduleExpression: text(input, 'ScheduleExpression', 256),
    ScheduleExpressionTimezone: optionalText(input, 'ScheduleExpressionTimezone', 50) ?? 'UTC',
    State: oneOf(input, 'State', ['ENABLED', 'DISABLED']) ?? 'ENABLED',
    ActionAfterCompletion: oneOf(input, 'ActionAfterCompletion', ['NONE', 'DELETE']) ?? 'NONE',
    FlexibleTimeWindow: readWindow(input),
    Target: readTarget(input),
    ...(description === undefined ? {} : { Description: description }),
    ...(startDate === undefined ? {} : { StartDate: startDate }),
    ...(endDate === undefined ? {} : { EndDate: endDate }),
  };
  // Parsed for its refusals only: where a rate counts from does not change whether it is one.
  parseExpression(definition.ScheduleExpression, definition.ScheduleExpressionTimezone, nowMs);
  return definition;
}

function readWindow(input: JsonObject): ScheduleDefinition['FlexibleTimeWindow'] {
  const window = object(input, 'FlexibleTimeWindow');
  const mode = oneOf(window, 'Mode', ['OFF', 'FLEXIBLE']);
  const minutes = optionalNumber(window, 'MaximumWindowInMinutes', 1, 1440);
  if (mode === undefined) throw invalid("Value null at 'flexibleTimeWindow.mode': Member must not be null");
  if (mode === 'OFF') {
    if (minutes === undefined) return { Mode: mode };
    throw invalid('MaximumWindowInMinutes must not be set when the FlexibleTimeWindow mode is OFF.');
  }
  if (minutes === undefined) {
    throw invalid('MaximumWindowInMinutes must be set when the FlexibleTimeWindow mode is FLEXIBLE.');
  }
  return { Mode: mode, MaximumWindowInMinutes: minutes };
}

function readTarget(input: JsonObject): Target {
  const target = object(input, 'Target');
  const arn = text(target, 'Arn', 1600);
  if (!arn.startsWith('arn:')) throw invalid(`Provided Arn is not in correct format: ${arn}`);
  const payload = optionalText(target, 'Input', 262_144);
  if (payload !== undefined && arn.includes(':lambda:') && !isJson(payload)) {
    throw invalid('The Input of a Lambda target must be well-formed JSON.');
  }
  if (!roleArn.test(text(target, 'RoleArn', 1600))) {
    throw invalid("Value at 'target.roleArn' is not the ARN of a role.");
  }
  const deadLetters = target['DeadLetterConfig'] === undefined ? {} : object(target, 'DeadLetterConfig');
  const queue = optionalText(deadLetters, 'Arn', 1600);
  if (queue !== undefined && !queueArn.test(queue)) {
    throw invalid("Value at 'target.deadLetterConfig.arn' is not the ARN of an SQS queue.");
  }
  const retries = target['RetryPolicy'] === undefined ? {} : object(target, 'RetryPolicy');
  return {
    ...target,
    Arn: arn,
    RoleArn: text(target, 'RoleArn', 1600),
    RetryPolicy: {
      MaximumEventAgeInSeconds: optionalNumber(retries, 'MaximumEventAgeInSeconds', 60, 86_400) ?? 86_400,
      MaximumRetryAttempts: optionalNumber(retries, 'MaximumRetryAttempts', 0, 185) ?? 185,
    },
  };
}

function isJson(payload: string): boolean {
  try {
    JSON.parse(payload);
    return true;
  } catch {
    return false;
  }
}

function object(input: JsonObject, field: string): JsonObject {
  const value = input[field];
  if (isObject(value)) return value;
  throw invalid(`Value at '${field}' failed to satisfy constraint: Member must not be null`);
}

function text(input: JsonObject, field: string, longest: number): string {
  const value = optionalText(input, field, longest);
  if (value !== undefined && value !== '') return value;
  throw invalid(`Value at '${field}' failed to satisfy constraint: Member must not be null`);
}

function optionalText(input: JsonObject, field: string, longest: number): string | undefined {
  const value = input[field] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw invalid(`Value at '${field}' must be a string`);
  if (value.length <= longest) return value;
  throw invalid(`Value at '${field}' must have length less than or equal to ${longest}`);
}

function optionalNumber(
  input: JsonObject,
  field: string,
  lowest: number,
  highest: number,
): number | undefined {
  const value = input[field] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= lowest && value <= highest) return value;
  throw invalid(`Value at '${field}' must be a number from ${lowest} to ${highest}`);
}

function oneOf<Word extends string>(input: JsonObject, field: string, words: Word[]): Word | undefined {
  const value = input[field] ?? undefined;
  if (value === undefined) return undefined;
  const word = words.find((known) => known === value);
  if (word !== undefined) return word;
  throw invalid(`Value at '${field}' must satisfy enum value set: [${words.join(', ')}]`);
}

function invalid(message: string): AwsError {
  return new AwsError('ValidationException', message);
}
