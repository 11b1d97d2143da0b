// The input of CreateSchedule: the one-time schedules in UTC that the functions create. Other inputs that AWS
// accepts are rejected with the field's name, so a new use of the Scheduler fails here at once.
import * as z from 'zod/mini';
import { AwsError, type JsonObject, readInput } from '../aws-json.ts';

/** The field names are the API's, and the snapshot file contains them. */
export type ScheduleDefinition = Omit<z.output<typeof Request>, 'ClientToken'> & { Name: string };

const matching = (pattern: RegExp) => z.string().check(z.regex(pattern));
const numberFrom = (lowest: number, highest: number) => z.int().check(z.gte(lowest), z.lte(highest));

const Request = z.strictObject({
  // The SDK sends one with each call. Two calls with one token would be one; here a repeated call is refused,
  // as a call with a new token is.
  ClientToken: z.optional(z.string()),
  GroupName: z._default(z.string(), 'default'),
  ScheduleExpression: z.string().check(z.refine((text) => instantOf(text) !== undefined)),
  ScheduleExpressionTimezone: z._default(z.literal('UTC'), 'UTC'),
  FlexibleTimeWindow: z.strictObject({ Mode: z.literal('OFF') }),
  ActionAfterCompletion: z.literal('DELETE'),
  Target: z.strictObject({
    Arn: matching(/^arn:aws[a-z-]*:lambda:/),
    RoleArn: matching(/^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/),
    Input: z.string().check(
      z.refine(isJson),
      // Scheduler's context attributes, which it would replace.
      z.refine((text) => !text.includes('<aws.scheduler.')),
    ),
    DeadLetterConfig: z.strictObject({
      Arn: matching(/^arn:aws[a-z-]*:sqs:[a-z0-9-]+:\d{12}:[\w.-]+$/),
    }),
    RetryPolicy: z.strictObject({
      MaximumEventAgeInSeconds: numberFrom(60, 86_400),
      MaximumRetryAttempts: numberFrom(0, 185),
    }),
  }),
});

/** Throws a ValidationException that names the field. */
export function readDefinition(name: string, input: JsonObject): ScheduleDefinition {
  if (!/^[0-9A-Za-z_.-]{1,64}$/.test(name)) {
    throw new AwsError(
      'ValidationException',
      `'${name}' must be 1 to 64 of the characters 0-9 A-Z a-z - _ .`,
    );
  }
  const { ClientToken: _, ...definition } = readInput(Request, input);
  return { Name: name, ...definition };
}

/**
 * The instant of `at(2027-03-01T09:00:00)` in UTC, in milliseconds; undefined if the expression is invalid.
 */
export function instantOf(expression: string): number | undefined {
  const [, wall = ''] = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/.exec(expression) ?? [];
  const instantMs = Date.parse(`${wall}Z`);
  // Date.parse accepts 30 February and 24:00 and returns the next day.
  const exists = !Number.isNaN(instantMs) && new Date(instantMs).toISOString().startsWith(wall);
  return exists ? instantMs : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
