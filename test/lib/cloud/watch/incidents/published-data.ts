// Collects the data that CloudWatch would get from the running service: metrics of functions, faults in their
// logs, Lambda's invocations and errors, responses of both APIs.
import { AsyncLocalStorage } from 'node:async_hooks';
import { ROUTES } from '#routes.ts';
import {
  functionNameOf,
  functionsOf,
  ROUTE_TABLE,
} from '../../../../../lib/cloud/function/deployed-function.ts';
import { countedIn } from '../../../../../lib/cloud/watch/metrics.ts';
import type { LambdaInvocation, LambdasOptions } from '../../../../../lib/local/aws/lambda.ts';
import { STAGE } from './alarm-evaluator.ts';
import type { Datum } from './minute-data.ts';

type Directive = { Namespace: string; Dimensions: string[][]; Metrics: { Name: string }[] };
type MetricLine = { _aws: { Timestamp: number; CloudWatchMetrics: Directive[] } } & Record<string, unknown>;
export type Around = NonNullable<LambdasOptions['around']>;

const apiOf = new Map(
  ROUTES.map(({ file, audience }) => [file.replaceAll('/', '-'), audience === 'merchant' ? 'api' : 'pay']),
);
export const fullName = (name: string) => `payment-${STAGE}-${name}`;
const deployed = new Map(functionsOf(ROUTE_TABLE).map((fn) => [fn.name, functionNameOf(STAGE, fn)]));
const deployedName = (name: string) => deployed.get(name) ?? fullName(name);

/** Collects the data of all invocations. `around` wraps each invocation inside the collection. */
export function collectPublishedData(around: Around) {
  const data: Datum[] = [];
  const writer = new AsyncLocalStorage<string>();
  const add = (
    namespace: string,
    name: string,
    dimensions: Datum['dimensions'],
    value = 1,
    atMs = Date.now(),
  ) => void data.push({ namespace, name, dimensions, value, atMs });

  async function observe(invocation: LambdaInvocation, run: () => Promise<unknown>): Promise<unknown> {
    const { functionName } = invocation;
    const FunctionName = deployedName(functionName);
    // The local service sweeps only if a row is due, so its runs are no regular beat.
    if (functionName !== 'sweep') add('AWS/Lambda', 'Invocations', { FunctionName });
    try {
      const result = await writer.run(functionName, () => around(invocation, run));
      answered(functionName, (result as { statusCode?: number } | undefined)?.statusCode ?? 200);
      return result;
    } catch (error) {
      add('AWS/Lambda', 'Errors', { FunctionName });
      add('AWS/Lambda', 'Errors', {});
      answered(functionName, 500);
      throw error;
    }
  }
  /** Counts a response of an API. The authorizer's errors are answers of the merchants' API. */
  function answered(functionName: string, status: number): void {
    const isDenied = functionName === 'authorizer' && status === 500;
    const api = isDenied ? 'api' : apiOf.get(functionName);
    if (api === undefined) return;
    add('AWS/ApiGateway', 'Count', { ApiName: fullName(api) });
    if (status >= 500) add('AWS/ApiGateway', '5XXError', { ApiName: fullName(api) });
  }
  function measured(text: string): void {
    const { _aws, ...line } = JSON.parse(text) as MetricLine;
    const values: Record<string, unknown> = { ...line, stage: STAGE };
    for (const { Namespace, Dimensions, Metrics } of _aws.CloudWatchMetrics) {
      const names = Dimensions[0] ?? [];
      const dimensions = Object.fromEntries(names.map((name) => [name, String(values[name])]));
      for (const { Name } of Metrics) add(Namespace, Name, dimensions, Number(values[Name]), _aws.Timestamp);
    }
  }
  /** Counts a fault as the filters of the log groups do. */
  function logged(text: string): void {
    const isOfFunction = writer.getStore() !== undefined;
    if (isOfFunction && text.includes('"level":"error"')) add(countedIn(STAGE, 'Faults'), 'Faults', {});
  }
  return { data, add, observe, measured, logged };
}
