// Synthesises the stacks without bundling, because these tests do not need the functions' code.
import { readFileSync } from 'node:fs';
import { App, type CfnElement, NestedStack, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { DISABLE_CREATION_STACK_TRACES } from 'aws-cdk-lib/cx-api';
import * as z from 'zod';
import type { Need, Route } from '#routes.ts';
import { buildCloud, type Stacks } from '../../../lib/cloud/cloud-app.ts';
import { type Deployment, readDeployment } from '../../../lib/cloud/deployment.ts';
import { ROUTE_TABLE, type RouteTable } from '../../../lib/cloud/function/deployed-function.ts';

const cdkJson = readFileSync(new URL('../../../cdk.json', import.meta.url), 'utf8');
const { context } = z.object({ context: z.record(z.string(), z.unknown()) }).parse(JSON.parse(cdkJson));

/** A stack trace of each construct would take a fifth of the synthesis. */
const WITHOUT_TRACES = { context: { ...context, [DISABLE_CREATION_STACK_TRACES]: true }, stackTraces: false };
/** CDK's own validator takes seconds to start; only the compliance test uses it. */
export const appWithValidator = () => new App(WITHOUT_TRACES);
const WITHOUT_VALIDATOR = {
  ...WITHOUT_TRACES,
  builtinCloudFormationValidation: false,
  treeMetadata: false,
};
/** For a command that reads the templates from this folder. */
export const appIn = (outdir: string) => new App({ ...WITHOUT_VALIDATOR, outdir });

export type Options = Readonly<Record<string, unknown>>;

/** The canary pays, and with it the hooks of a deployment. */
export const CANARY: Options = {
  canary: '01890000-0000-7000-8000-000000000001:psk_test_00000000000000000000000000000000000000',
};

/** All options of a deployment. */
export const EVERYTHING: Options = {
  ...CANARY,
  stage: 'production',
  bankHosts: 'sanalpos.bank.example,bank.execute-api.eu-central-1.amazonaws.com',
  hostedZoneId: 'Z0000000',
  alarmTo: 'alarms@example.com',
  codeSigningProfileVersionArn: 'arn:aws:signer:eu-central-1:111111111111:/signing-profiles/payments/v2',
  standbyRegions: 'eu-west-1,eu-west-3',
  backupVaultArn: 'arn:aws:backup:eu-central-1:222222222222:backup-vault:payments',
};

export type Resource = { Type: string; Properties: Record<string, unknown>; DeletionPolicy?: string };
export type Cloud = Stacks & {
  dataTemplate: Template;
  serviceTemplate: Template;
  /** The stacks with functions: service with its nested stacks, and events. */
  functionsTemplate: Template;
  eventsTemplate: Template;
  watchTemplate: Template;
  backupTemplate: Template | undefined;
  releaseTemplate: Template | undefined;
  rolesTemplate: Template | undefined;
};

/** Roles that exist already, for a stage that makes none. */
export const OPERATOR = 'arn:aws:iam::111111111111:role/payment-operator';
export const BREAK_GLASS = 'arn:aws:iam::111111111111:role/payment-break-glass';
export const ROLES = { roleArns: `operator=${OPERATOR},break-glass=${BREAK_GLASS}` } as const;

/** The options that production requires. */
export const HOST_NAMES = {
  apiDomain: 'api.example.com',
  payDomain: 'pay.example.com',
  certificateArn: 'arn:aws:acm:eu-central-1:111111111111:certificate/both',
} as const;

/** What follows from the profile; a test may set it by itself. */
const OF_PROFILE: readonly string[] = [
  'watch',
  'tracing',
  'backupDays',
  'dueShards',
  'egressZones',
  'egressBy',
];

/** A deployment; production gets its hosts and a receiver of alarms unless they are given. */
export function deploymentOf(options: Options = {}): Deployment {
  const { stage, profile } = options;
  const isProduction =
    /^(production|prod|live)\b/.test(String(stage)) || /^(production|small)$/.test(String(profile));
  const contact = 'mailto:security@example.com';
  const named = { ...HOST_NAMES, alarmTo: 'alarms@example.com', securityContact: contact };
  const given: Options = { ...(isProduction && named), ...options };
  const isOfProfile = (name: string) => OF_PROFILE.includes(name);
  const known = (name: string) => given[name] ?? (/^payment:concurrency:/.test(name) ? 1_000 : undefined);
  const names = Object.keys(given).filter((name) => !isOfProfile(name));
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => isOfProfile(name)));
  // Tests see every alarm; those of a small watch name it.
  return {
    ...readDeployment(known, names, { region: 'eu-central-1' }),
    watch: 'full',
    ...(own as Partial<Deployment>),
  };
}

/** The app before synthesis, with the feature flags of cdk.json. */
export function build(app: App, options: Options = {}, table: RouteTable = ROUTE_TABLE): Stacks {
  const codeOf = () => Code.fromInline('exports.handler = async () => undefined;');
  return buildCloud(app, { deployment: deploymentOf(options), table, codeOf });
}

const known = new Map<string, Cloud>();

/** Synthesises once in a process for the same options and routes; the result must not be changed. */
export function synthesize(options: Options = {}, table: RouteTable = ROUTE_TABLE): Cloud {
  const key = JSON.stringify([options, table]);
  const cloud = known.get(key) ?? synthesizeUncached(options, table);
  known.set(key, cloud);
  return cloud;
}

export function synthesizeUncached(options: Options = {}, table: RouteTable = ROUTE_TABLE): Cloud {
  const { stackTraceLimit } = Error;
  // CDK notes a stack trace at each acknowledged rule, and no option turns that off.
  Error.stackTraceLimit = 0;
  try {
    const stacks = build(new App(WITHOUT_VALIDATOR), options, table);
    const serviceTemplate = Template.fromStack(stacks.service);
    const eventsTemplate = Template.fromStack(stacks.events);
    return {
      ...stacks,
      dataTemplate: Template.fromStack(stacks.data),
      serviceTemplate,
      eventsTemplate,
      get functionsTemplate() {
        return together([serviceTemplate, ...nestedIn(stacks.service, serviceTemplate), eventsTemplate]);
      },
      watchTemplate: Template.fromStack(stacks.watch),
      releaseTemplate: stacks.release && Template.fromStack(stacks.release),
      rolesTemplate: stacks.roles && Template.fromStack(stacks.roles),
      backupTemplate: stacks.backup && Template.fromStack(stacks.backup),
    };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The templates of the nested stacks, with the values that their parameters get. */
export function nestedIn(service: Stack, template: Template): Template[] {
  const nested = service.node.findAll().filter((one): one is NestedStack => NestedStack.isNestedStack(one));
  return nested.map((stack) => {
    const id = service.getLogicalId(stack.nestedStackResource as CfnElement);
    const { Parameters = {} } = resourcesOf(template, 'AWS::CloudFormation::Stack').get(id)?.Properties ?? {};
    const { Resources } = Template.fromStack(stack).toJSON();
    return Template.fromJSON({
      Resources: withValues(Resources, Parameters as Record<string, unknown>) as object,
    });
  });
}

function withValues(part: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(part)) return part.map((one) => withValues(one, values));
  if (typeof part !== 'object' || part === null) return part;
  if ('Ref' in part && String(part.Ref) in values) return values[String(part.Ref)];
  return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, withValues(one, values)]));
}

/** Merges the resources of several stacks. Only the rule of signed code has the same logical id in all. */
function together(templates: readonly Template[]): Template {
  const resources: Record<string, unknown> = {};
  for (const template of templates) {
    for (const [id, resource] of Object.entries(template.toJSON()['Resources'] as object)) {
      if (id in resources && id !== 'CodeSigning') throw new Error(`${id} is in two stacks.`);
      resources[id] = resource;
    }
  }
  return Template.fromJSON({ Resources: resources });
}

/** The only resource of a type; throws if there is none or several. */
export function onlyOf(template: Template | undefined, type: string): Resource {
  const found = template ? [...resourcesOf(template, type).values()] : [];
  if (found[0] === undefined || found.length > 1) throw new Error(`${found.length} resources are ${type}.`);
  return found[0];
}

/** Resources of a type by logical id. */
export function resourcesOf(template: Template, type: string): Map<string, Resource> {
  return new Map(Object.entries(template.findResources(type) as Record<string, Resource>));
}

const eventFunction = (file: string) => ({
  file,
  needs: ['table:get'] as const,
  rows: ['merchant'] as const,
  impact: 'Merchants are not told of what happens.',
  timeoutSeconds: 60,
});
/** The functions that announce, record and send events. */
export const EVENT_FUNCTIONS = {
  announce: eventFunction('announce'),
  capture: eventFunction('capture'),
  deliver: eventFunction('deliver'),
};

/**
 * A small service for a test: the given rows and functions, the service's background functions, and a page.
 */
export function tableWith(
  routes: readonly Route[],
  backgroundFunctions: RouteTable['backgroundFunctions'] = {},
): RouteTable {
  const page = routeWith('page', ['table:get', 'acquirer'], { audience: 'buyer', path: '/iframe/{token}' });
  return {
    routes: [routeWith('row', ['table:get']), page, ...routes],
    backgroundFunctions: { ...ROUTE_TABLE.backgroundFunctions, ...backgroundFunctions },
  };
}

export function routeWith(file: string, needs: readonly Need[], more: Partial<Route> = {}): Route {
  const path: Route['path'] = `/api/${file}`;
  return {
    method: 'GET',
    path,
    file,
    audience: 'merchant',
    scope: 'read',
    summary: `Call ${file}`,
    description: [],
    needs,
    rows: ['payment'],
    impact: `${file} impact.`,
    ...more,
  } as Route;
}

/** A template value as text: joins `Fn::Join`, writes references as `<LogicalId>` or `<LogicalId.Arn>`. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null) {
    const [[intrinsic, argument] = ['', undefined]] = Object.entries(value);
    if (intrinsic === 'Fn::Join' && Array.isArray(argument)) {
      const [separator, parts] = argument as [string, unknown[]];
      return parts.map(textOf).join(separator);
    }
    if (intrinsic === 'Fn::GetAtt' && Array.isArray(argument)) return `<${argument.join('.')}>`;
    if (intrinsic === 'Ref') return `<${String(argument)}>`;
    if (intrinsic === 'Fn::ImportValue') return importedName(String(argument));
  }
  throw new Error(`Not a text: ${JSON.stringify(value)}`);
}

/** `payment-sandbox-data:ExportsOutputFnGetAttCardKeyArnF5607C23` -> `<CardKey.Arn>` */
function importedName(exported: string): string {
  const found = /ExportsOutput(?:FnGetAtt|Ref)(\w+?)(Arn)?[0-9A-F]{8}$/.exec(exported);
  if (found === null) throw new Error(`Not an export: ${exported}`);
  return `<${found[1]}${found[2] === undefined ? '' : '.Arn'}>`;
}
