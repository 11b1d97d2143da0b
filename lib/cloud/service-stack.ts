// Everything that can be recreated at any time: functions, both APIs, schedules. All of it is derived from
// the route table; this file connects the parts.
import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Route } from '#routes.ts';
import { SETTINGS } from '#setting.ts';
import { openBuyerApi } from './api/buyer-api.ts';
import { CustomDomain } from './api/custom-domain.ts';
import { Firewall } from './api/firewall.ts';
import { createGatewayLogging } from './api/gateway-logging.ts';
import { openMerchantApi } from './api/merchant-api.ts';
import { throttleMerchants } from './api/merchant-throttle.ts';
import { createRestApi } from './api/rest-api.ts';
import { functionArn } from './arns.ts';
import type { DataStack } from './data/data-stack.ts';
import { type Deployment, nameOf } from './deployment.ts';
import { requireSignature } from './function/code-signing.ts';
import {
  type DeployedFunction,
  functionOf,
  functionsOf,
  isOfEvents,
  type RouteTable,
} from './function/deployed-function.ts';
import { EndpointFunction, SCHEDULED_RUNS, type StageResources } from './function/endpoint-function.ts';
import { grantTargetsOf, type Settings, settingsOf } from './function/stage-settings.ts';
import { repeat, Schedules } from './schedules.ts';

export type ServicePlan = {
  deployment: Deployment;
  data: DataStack;
  table: RouteTable;
  codeOf: (fn: Pick<DeployedFunction, 'name' | 'entry'>) => Code;
};

export class ServiceStack extends Stack {
  readonly functions: readonly EndpointFunction[];
  /** Resources and settings that functions of later stacks share with the functions of this stack. */
  readonly shared: Omit<StageResources, 'codeSigning'>;
  readonly #plan: ServicePlan;
  readonly #api: RestApi;
  readonly #pay: RestApi;
  readonly #schedules: Schedules;

  constructor(scope: Construct, id: string, plan: ServicePlan, props?: StackProps) {
    super(scope, id, props);
    const { deployment, data, table, codeOf } = plan;
    this.#plan = plan;
    this.#api = createRestApi(this, 'Api', { deployment, name: 'api', domain: deployment.api });
    this.#pay = createRestApi(this, 'Pay', { deployment, name: 'pay', domain: deployment.pay });
    this.#schedules = new Schedules(this, 'Schedules', deployment.stage);

    const [api, pay, schedules] = [this.#api, this.#pay, this.#schedules];
    const settings = settingsOf({ deployment, data, api, pay, schedules });
    const targets = grantTargetsOf(data, schedules);
    const { deadLetters } = schedules;
    const { egress } = data;
    this.shared = { deployment, targets, settings, deadLetters, egress, codeOf };
    const stageResources = { ...this.shared, codeSigning: requireSignature(this, deployment) };
    this.functions = functionsOf(table)
      .filter((fn) => !isOfEvents(fn))
      .map((fn) => new EndpointFunction(this, fn, stageResources));
    for (const { definition, function: fn } of this.functions) {
      const target = { definition, functionArn: fn.functionArn };
      repeat(schedules, schedules.beat, target, SCHEDULED_RUNS[definition.name] ?? []);
    }
    this.#openApis(settings.PAY_URL);
    this.#giveNames();
    this.#publish(settings);
    this.#export([api.restApiId, pay.restApiId, schedules.chargeRole.roleArn, deadLetters.queueArn]);
  }

  /** The events stack is created later, so one of its functions is known by its name only. */
  #arnOf(fn: DeployedFunction): string {
    if (!isOfEvents(fn)) return this.#named(fn.name).function.functionArn;
    return functionArn(this, nameOf(this.#plan.deployment.stage, fn.name));
  }

  #named(name: string): EndpointFunction {
    const fn = this.functions.find(({ definition }) => definition.name === name);
    if (fn === undefined) throw new Error(`There is no function ${name}.`);
    return fn;
  }

  #openApis(payUrl: string): void {
    const { deployment, table } = this.#plan;
    const functionArnOf = (route: Route) => this.#arnOf(functionOf(route));
    const isMerchants = ({ audience }: Route) => audience === 'merchant';
    openMerchantApi(this, {
      api: this.#api,
      deployment,
      payUrl,
      authorizer: this.#named('authorizer'),
      unknownRoute: this.#named('unknown-route'),
      functions: { routes: table.routes.filter(isMerchants), functionArnOf },
    });
    const routes = table.routes.filter((route) => !isMerchants(route));
    openBuyerApi(this, this.#pay, { routes, functionArnOf });
    createGatewayLogging(this, [this.#api, this.#pay]);
    if (deployment.merchantThrottle) throttleMerchants(this.#api, deployment);
  }

  #giveNames(): void {
    const { deployment } = this.#plan;
    const { api, pay, zone, firewall } = deployment;
    if (api !== undefined) new CustomDomain(this, 'ApiAddress', { api: this.#api, name: api, zone });
    if (pay !== undefined) new CustomDomain(this, 'PayAddress', { api: this.#pay, name: pay, zone });
    if (firewall) new Firewall(this, 'Firewall', deployment, { Api: this.#api, Pay: this.#pay });
  }

  /**
   * Exports values for the functions of the events stack. All values are exported, even if a stage with host
   * names of its own uses only some: CloudFormation refuses to remove an export while the other stack, which
   * is updated later, imports it.
   */
  #export(values: readonly string[]): void {
    for (const value of values) this.exportValue(value);
  }

  /** Outputs the settings of the functions for operators: `TABLE_NAME` is the output `TableName`. */
  #publish(settings: Settings): void {
    for (const name of SETTINGS) {
      new CfnOutput(this, outputNameOf(name), { value: settings[name] });
    }
  }
}

function outputNameOf(setting: string): string {
  return setting.toLowerCase().replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
