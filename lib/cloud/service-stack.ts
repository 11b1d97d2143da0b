// Everything that can be recreated at any time: functions, both APIs, schedules. All of it is derived from
// the route table; this file connects the parts. The functions of each API, and its paths, are
// nested stacks: CloudFormation changes all of them in one update, or none.
import { CfnOutput, type CfnResource } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import type { Route } from '#routes.ts';
import { SETTINGS } from '#setting.ts';
import { openBuyerApi } from './api/buyer-api.ts';
import { openConsoleApi } from './api/console-api.ts';
import { CustomDomain } from './api/custom-domain.ts';
import { Firewall } from './api/firewall.ts';
import { createGatewayLogging } from './api/gateway-logging.ts';
import { openMerchantApi } from './api/merchant-api.ts';
import { throttleMerchants } from './api/merchant-throttle.ts';
import { createRestApi } from './api/rest-api.ts';
import { functionArn } from './arns.ts';
import type { DataStack } from './data/data-stack.ts';
import type { Deployment } from './deployment.ts';
import type { CodeOf } from './function/code.ts';
import {
  type DeployedFunction,
  functionNameOf,
  functionOf,
  functionsOf,
  type Home,
  type RouteTable,
} from './function/deployed-function.ts';
import { type EndpointFunction, SCHEDULED_RUNS, type StageResources } from './function/endpoint-function.ts';
import { createFunctions, FunctionsStack } from './function/home-functions.ts';
import { grantTargetsOf, type Settings, settingsOf } from './function/stage-settings.ts';
import { hasAlias, LIVE } from './function/traffic.ts';
import { repeat, Schedules } from './schedules.ts';
import { StageStack } from './stage-stack.ts';

export type ServicePlan = {
  deployment: Deployment;
  data: DataStack;
  table: RouteTable;
  codeOf: CodeOf;
};

export class ServiceStack extends StageStack {
  /** The stacks with the functions of the two APIs. */
  readonly ofApis: Readonly<Record<'api' | 'pay', FunctionsStack>>;
  /** Resources and settings that all functions share. */
  readonly shared: StageResources;
  readonly #background: readonly EndpointFunction[];
  readonly #plan: ServicePlan;
  readonly #api: RestApi;
  readonly #pay: RestApi;
  /** Undefined: the stage has no console. */
  readonly #console: RestApi | undefined;
  readonly #schedules: Schedules;

  constructor(scope: Construct, plan: ServicePlan) {
    const { deployment, data, table, codeOf } = plan;
    super(scope, deployment, 'Payments: functions, APIs and schedules');
    this.#plan = plan;
    this.#api = createRestApi(this, 'Api', { deployment, name: 'api', domain: deployment.api });
    this.#pay = createRestApi(this, 'Pay', { deployment, name: 'pay', domain: deployment.pay });
    const { console } = deployment;
    this.#console =
      console && createRestApi(this, 'Console', { deployment, name: 'console', domain: console });
    this.#schedules = new Schedules(this, 'Schedules', deployment.stage);

    const [api, pay, schedules] = [this.#api, this.#pay, this.#schedules];
    const settings = settingsOf({ deployment, data, api, pay, schedules });
    const targets = grantTargetsOf(data, schedules);
    const { deadLetters } = schedules;
    const { egress } = data;
    this.shared = { deployment, targets, settings, deadLetters, egress, codeOf };
    const functions = functionsOf(table);
    const homePlan = (home: Home) => ({ home, functions, shared: this.shared });
    this.ofApis = {
      api: new FunctionsStack(this, 'ApiFunctions', homePlan('api')),
      pay: new FunctionsStack(this, 'PayFunctions', homePlan('pay')),
    };
    this.#background = createFunctions(this, homePlan('background'));
    for (const { definition, function: fn } of this.#background) {
      const target = { definition, functionArn: fn.functionArn };
      repeat(schedules, schedules.beat, target, SCHEDULED_RUNS[definition.name] ?? []);
    }
    this.#openApis(settings);
    this.#giveNames();
    this.#publish(settings);
    this.#export([api.restApiId, pay.restApiId, schedules.chargeRole.roleArn, deadLetters.queueArn]);
  }

  /**
   * The functions of the APIs are in other stacks, so they are known by their names only. Those of the events
   * stack are created later.
   */
  #arnOf(fn: DeployedFunction): string {
    const arn = functionArn(this, functionNameOf(this.#plan.deployment.stage, fn));
    return hasAlias(fn) ? `${arn}:${LIVE}` : arn;
  }

  #named(name: string): EndpointFunction {
    const fn = this.#background.find(({ definition }) => definition.name === name);
    if (fn === undefined) throw new Error(`There is no function ${name}.`);
    return fn;
  }

  #openApis({ PAY_URL: payUrl, BASE_URL: baseUrl }: Pick<Settings, 'PAY_URL' | 'BASE_URL'>): void {
    const { deployment, table } = this.#plan;
    const all = table.routes.map((route) => ({ ...route, functionArn: this.#arnOf(functionOf(route)) }));
    const isMerchants = ({ audience }: Route) => audience === 'merchant';
    openMerchantApi(this, {
      api: this.#api,
      deployment,
      payUrl,
      authorizer: this.#named('authorizer'),
      unknownRoute: this.#named('unknown-route'),
      routes: all.filter(isMerchants),
    });
    const isDesks = ({ audience }: Route) => audience === 'desk';
    const { stage } = deployment;
    const routes = all.filter((route) => !isMerchants(route) && !isDesks(route));
    openBuyerApi(this, { api: this.#pay, stage, routes });
    if (this.#console)
      openConsoleApi(this, { api: this.#console, stage, baseUrl, routes: all.filter(isDesks) });
    createGatewayLogging(this, this.#apis);
    this.#openAfterFunctions();
    if (deployment.merchantThrottle) throttleMerchants(this.#api, deployment);
  }

  get #apis(): RestApi[] {
    return [this.#api, this.#pay, ...(this.#console ? [this.#console] : [])];
  }

  /** API Gateway serves paths as they were last deployed, so calls reach a function after it is there. */
  #openAfterFunctions(): void {
    for (const { latestDeployment } of this.#apis) {
      const deployment = latestDeployment?.node.defaultChild as CfnResource;
      for (const { nestedStackResource } of Object.values(this.ofApis)) {
        if (nestedStackResource) deployment.addResourceDependency(nestedStackResource);
      }
    }
  }

  #giveNames(): void {
    const { deployment } = this.#plan;
    const { api, pay, hostedZoneId, firewall } = deployment;
    if (api !== undefined) new CustomDomain(this, 'ApiAddress', { api: this.#api, name: api, hostedZoneId });
    if (pay !== undefined) new CustomDomain(this, 'PayAddress', { api: this.#pay, name: pay, hostedZoneId });
    const own = this.#console;
    if (own && deployment.console) {
      const { console: name } = deployment;
      new CustomDomain(this, 'ConsoleAddress', { api: own, name, hostedZoneId });
      new CfnOutput(this, 'ConsoleUrl', { value: `https://${name.domainName}` });
    }
    const apis = { Api: this.#api, Pay: this.#pay, ...(own && { Console: own }) };
    if (firewall) new Firewall(this, 'Firewall', deployment, apis);
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
