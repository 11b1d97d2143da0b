// CodeDeploy runs it before and after a new version of a function gets traffic: pays a page as the canary
// does and gives the money back. Every function is invoked directly, so before the traffic the payment passes
// the new version, which no buyer has met; afterwards it passes the aliases. If the payment fails, CodeDeploy
// moves the alias back and CloudFormation rolls the deployment back.
import { ask, payAndCancel, type Reach } from '#canary.ts';
import { createGateway } from '../local/aws/gateway.ts';
import { jsonOf, rest, targeted } from '../operator/aws/aws-calls.ts';
import { setting, signerOfRole } from '../operator/aws/function-environment.ts';

type HookEvent = { DeploymentId: string; LifecycleEventHookExecutionId: string };
type HookStatus = 'Succeeded' | 'Failed';
/** A function and its alias or version; without one, its newest code. */
type FunctionVersion = { name: string; qualifier?: string | undefined };

/** No request is sent to this host. */
const NOWHERE = 'https://functions.invalid';
const PAGES = '/iframe/';
/** An address for documentation (RFC 5737), from which no buyer comes. */
const BUYER = '192.0.2.1';

/** Throws only if CodeDeploy cannot be told; it then ends the deployment after an hour. */
export async function handler(event: HookEvent): Promise<{ status: HookStatus }> {
  const { DeploymentId: deploymentId, LifecycleEventHookExecutionId: lifecycleEventHookExecutionId } = event;
  const status = await pay(deploymentId);
  const report = { deploymentId, lifecycleEventHookExecutionId, status };
  await codeDeploy('PutLifecycleEventHookExecutionStatus', report);
  return { status };
}

async function pay(deploymentId: string): Promise<HookStatus> {
  const noted = { message: 'traffic hook', deploymentId };
  try {
    const changed = setting('HOOK') === 'before' ? await newVersionOf(deploymentId) : undefined;
    await payAndCancel(directly(changed), setting('CANARY_KEY'), orderNumberOf(deploymentId));
    console.info(JSON.stringify({ ...noted, level: 'info', ...changed, outcome: 'paid' }));
    return 'Succeeded';
  } catch (error) {
    console.error(JSON.stringify({ ...noted, level: 'error', error: String(error) }));
    return 'Failed';
  }
}

/** One deployment may be tried again by hand. */
const orderNumberOf = (deploymentId: string) => `${deploymentId}-${Date.now().toString(36)}`;

/** The revision of a deployment has its content only if it is asked for by itself. */
async function newVersionOf(deploymentId: string): Promise<FunctionVersion> {
  type DeploymentInput = { deploymentInfo: { applicationName: string; revision: object } };
  const { deploymentInfo } = (await codeDeploy('GetDeployment', { deploymentId })) as DeploymentInput;
  const { applicationName, revision } = deploymentInfo;
  type AppSpecContent = { content: string };
  type DeploymentRevision = { revision: { appSpecContent?: AppSpecContent; string?: AppSpecContent } };
  const registered = await codeDeploy('GetApplicationRevision', { applicationName, revision });
  const { appSpecContent, string } = (registered as DeploymentRevision).revision;
  const { content = '' } = appSpecContent ?? string ?? {};
  type AliasTarget = { Properties: { Name: string; TargetVersion: string } };
  const { Resources } = JSON.parse(content) as { Resources: Record<string, AliasTarget>[] };
  const [target] = Resources.flatMap((resource) => Object.values(resource));
  if (target === undefined) throw new Error(`The revision names no function: ${content}`);
  return { name: target.Properties.Name, qualifier: target.Properties.TargetVersion };
}

/** Pages of the bank are reached by their address. `changed` is invoked in place of its alias. */
function directly(changed: FunctionVersion | undefined): Reach {
  const clock = { nowMs: () => Date.now(), now: () => new Date() };
  const called = JSON.parse(setting('FUNCTIONS')) as Record<string, FunctionVersion>;
  const invoke = async (file: string, event: unknown): Promise<unknown> => {
    const usual = called[file];
    if (usual === undefined) throw new Error(`A payment does not pass ${file}.`);
    return await invoked(usual.name === changed?.name ? changed : usual, event);
  };
  const gateway = createGateway({ clock, lambdas: { invoke }, nameOf: (file) => file });
  const send = async (url: string, request: RequestInit) => {
    const sent = new Request(new URL(url, NOWHERE), request);
    const body = Buffer.from(await sent.arrayBuffer());
    const headers = Object.fromEntries(sent.headers);
    const answer = await gateway({ method: sent.method, url, headers, body, address: BUYER });
    const { Location: location = '' } = answer.headers ?? {};
    return { status: answer.status, location: String(location), text: String(answer.body ?? '') };
  };
  let origin: string | undefined;
  return {
    api: send,
    async page(address, request = {}) {
      // The first page is the service's own.
      origin ??= address.slice(0, address.lastIndexOf(PAGES));
      const isOwn = address.startsWith(`${origin}${PAGES}`);
      return isOwn ? await send(address.slice(origin.length), request) : await ask(address, request);
    },
  };
}

async function invoked({ name, qualifier }: FunctionVersion, event: unknown): Promise<unknown> {
  const version = qualifier === undefined ? '' : `?Qualifier=${qualifier}`;
  const path = `/2015-03-31/functions/${name}/invocations${version}`;
  return jsonOf(await rest(signerOfRole(), 'lambda')('POST', path, event as object));
}

const codeDeploy = async (operation: string, body: object) =>
  await targeted(signerOfRole(), 'codedeploy', 'CodeDeploy_20141006')(operation, body);
