// How a deployment differs from others, read only from the CDK context: a profile, and what law, bank and
// size demand beside it. A sandbox and production run the same code.
import * as z from 'zod';
import { DATA_OPTIONS, dataOptions, flag } from './data-options.ts';
import { PROFILES, type ProfileName, profileOf, usualStage } from './profiles.ts';
import { releaseOf } from './release-name.ts';
import { concurrencyFact, concurrencyOf, type Place, reservedConcurrency } from './reserved-concurrency.ts';

/** A custom domain and its certificate. */
export type DomainSettings = { domainName: string; certificateArn: string };

/**
 * An e-mail address, an existing topic, or both. With neither, a sandbox gets a topic without subscriptions.
 */
export type Receivers = { email: string | undefined; topicArn: string | undefined };

const hostName = z.string().regex(/^(?:[a-z0-9-]+\.)+[a-z]{2,}$/, 'is not a host name in lower case');
const hostNames = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(hostName))
  .default([]);
const arn = z.string().startsWith('arn:', 'is not an ARN');
const topicArn = z.string().regex(/^arn:[\w-]+:sns:[\w-]+:\d{12}:[\w-]+$/, 'is not the ARN of a topic');
const partsOf = (text: string) => text.split(',');
/** `ops@example.com,arn:aws:sns:...`: at most one of each. */
const receivers = z
  .string()
  .transform((text) => ({
    email: partsOf(text).filter((part) => !part.startsWith('arn:')),
    topicArn: partsOf(text).filter((part) => part.startsWith('arn:')),
  }))
  .pipe(
    z.object({
      email: z.array(z.email('is not an e-mail address')).max(1, 'has two e-mail addresses'),
      topicArn: z.array(topicArn).max(1, 'has two topics'),
    }),
  )
  .transform(({ email, topicArn }): Receivers => ({ email: email[0], topicArn: topicArn[0] }))
  .optional();
const ROLE = /^(operator|break-glass)=(arn:[\w-]+:iam::\d{12}:role\/\S+)$/;
/** `operator=arn:...,break-glass=arn:...`: either, or both. */
const roleArns = z
  .string()
  .refine((text) => partsOf(text).every((part) => ROLE.test(part)), 'is not a list of roles with their ARNs')
  .transform((text) => new Map(partsOf(text).map((part) => part.split('=') as [string, string])))
  .default(new Map());
const networks = z
  .string()
  .transform(partsOf)
  .pipe(z.array(z.cidrv4('is not a list of networks like 203.0.113.0/24')))
  .default([]);
const signingProfileVersionArn = z
  .string()
  .regex(
    /^arn:[\w-]+:signer:[\w-]+:\d{12}:\/signing-profiles\/\w+\/\w+$/,
    'is not the ARN of a version of a signing profile',
  );

/** The options of `cdk deploy -c option=value`. docs/deploy-options.md says who sets each. */
const CONTEXT = z.object({
  profile: z.literal(['sandbox', 'small', 'production'], 'is not sandbox, small or production').optional(),
  /** Part of every name. One account can contain several stages. */
  stage: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,15}$/, 'is not 1 to 16 lower-case letters, digits or hyphens')
    .optional(),
  apiDomain: hostName.optional(),
  payDomain: hostName.optional(),
  /** The host of the console, of which it is the whole origin. Undefined: the stage has none. */
  consoleDomain: hostName.optional(),
  /** The only networks that reach the console, `203.0.113.0/24,...`. Empty: all. */
  allowedConsoleAddresses: networks,
  /** A certificate of all of them. */
  certificateArn: arn.optional(),
  hostedZoneId: z.string().optional(),
  alarmTo: receivers,
  noticeTo: receivers,
  /** Whom finders of a security problem tell: published as `/.well-known/security.txt`. */
  securityContact: z
    .string()
    .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'is not an address like mailto:security@example.com')
    .optional(),
  /** A web application firewall with a rate rule for both APIs. Default: not in a sandbox. */
  firewall: flag.optional(),
  /** The only names, besides AWS's, that functions in the network can look up. Empty: all names. */
  bankHosts: hostNames,
  /** Requests a second of one merchant, who then needs an API Gateway key. 0: all that the API takes. */
  merchantRate: z.coerce.number().int('is not a whole number').min(0, 'is below 0').default(25),
  reservedConcurrency,
  /**
   * New versions of functions that move money get traffic step by step; alarms roll back. Default: not in a
   * sandbox.
   */
  gradual: flag.optional(),
  /** A merchant of test and its key, with which the canary pays. */
  canary: z
    .string()
    .regex(/^[\da-f-]{36}:psk_test_[A-Za-z0-9]{20,}$/, 'is not the id of a merchant, : and a key of test')
    .optional(),
  /** The version of an AWS Signer profile that must have signed all code. Undefined: no signature needed. */
  codeSigningProfileVersionArn: signingProfileVersionArn.optional(),
  /** Your own roles of those who run commands, and who alone may end a key. Production makes them. */
  roleArns,
  ...DATA_OPTIONS,
});
type DeploymentOptions = z.infer<typeof CONTEXT>;

/** The options, and what follows from them. */
export type Deployment = ReturnType<typeof readDeployment>;

/**
 * Throws one error that names every invalid option, before anything is built. `optionNames` are the names in
 * the context; an unknown name is an error too.
 */
export function readDeployment(
  contextOf: (name: string) => unknown,
  optionNames: readonly string[] = [],
  place: Place = {},
) {
  const names = Object.keys(CONTEXT.shape);
  refuseUnknown(optionNames, names);
  const read = CONTEXT.safeParse(Object.fromEntries(names.map((name) => [name, contextOf(name)])));
  if (!read.success) {
    throw new Error(
      read.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`).join('; '),
    );
  }
  const context = read.data;
  const { stage = usualStage(context.profile), bankHosts, merchantRate, canary } = context;
  const profile: ProfileName = profileOf(stage, context.profile);
  const { production, watch, egressBy, ...others } = PROFILES[profile];
  const { firewall = production, gradual = production } = context;
  if (context.allowedConsoleAddresses.length > 0 && (!firewall || context.consoleDomain === undefined)) {
    throw new Error('allowedConsoleAddresses: they need consoleDomain, and firewall=true');
  }
  if (merchantRate > others.apiRate) {
    throw new Error(`merchantRate: above ${others.apiRate}, which all merchants of the profile share`);
  }
  // The simulated bank's host, which AWS names: without it no payment of the canary succeeds.
  if (
    canary !== undefined &&
    bankHosts.length > 0 &&
    !bankHosts.some((host) => /\.execute-api\./.test(host))
  ) {
    throw new Error('canary: bankHosts needs the host of the output BankUrl, its bank');
  }
  const [merchantId = '', key = ''] = canary?.split(':') ?? [];
  return {
    ...context,
    ...others,
    stage,
    profile,
    production,
    ...hostsOf(context, production),
    /** Receivers of urgent alarms (`alarms`), and of messages that can wait until morning (`notices`). */
    ...receiversOf(context, production),
    firewall,
    /** Requests a minute from one address. Mobile operators and large merchants have one for many callers. */
    addressRate: Math.max(3_000, 120 * merchantRate),
    merchantThrottle: merchantRate > 0,
    /** Executions that only one function can use, by its name. */
    ...concurrencyOf(context.reservedConcurrency, production, contextOf(concurrencyFact(place))),
    gradual,
    // The incidents of a full watch stop a bad version.
    watch: gradual ? ('full' as const) : watch,
    /** A test account whose key the canary pays with every five minutes. Undefined: it only opens a page. */
    canary: canary === undefined ? undefined : { merchantId, key },
    operatorRoleArn: context.roleArns.get('operator'),
    breakGlassRoleArn: context.roleArns.get('break-glass'),
    ...releaseOf(stage, contextOf),
    /** With `bankHosts` a server could not look up where its software is. */
    egressBy: bankHosts.length > 0 ? ('gateway' as const) : egressBy,
    ...dataOptions(context, { ownTable: nameOf(stage), profile, bankHosts, place, contextOf }),
  };
}

/** Checks plain words only: CDK's own names and the results of its look-ups contain a colon or hyphen. */
function refuseUnknown(optionNames: readonly string[], known: readonly string[]): void {
  const unknown = optionNames.filter((name) => /^\w+$/.test(name) && !known.includes(name));
  if (unknown.length === 0) return;
  throw new Error(`${unknown.join(', ')}: no such option; the options are ${known.join(', ')}`);
}

type Hosts = {
  /** Undefined: API Gateway's own URL. */
  api: DomainSettings | undefined;
  pay: DomainSettings | undefined;
  /** Undefined: there is no console. */
  console: DomainSettings | undefined;
};

/**
 * Links with API Gateway's own host names break when the API is deleted, and its default endpoint is open to
 * anyone who has found it. With host names of our own the default endpoint is disabled.
 */
function hostsOf(options: DeploymentOptions, production: boolean): Hosts {
  const { apiDomain, payDomain, consoleDomain, certificateArn } = options;
  const given = [apiDomain, payDomain].filter((name) => name !== undefined);
  if (production && given.length < 2) {
    throw new Error('apiDomain and payDomain: production has host names of its own, with a certificate');
  }
  if ((given.length > 0 || consoleDomain !== undefined) !== (certificateArn !== undefined)) {
    throw new Error('certificateArn: it is given together with apiDomain, payDomain or consoleDomain');
  }
  if (consoleDomain !== undefined && given.includes(consoleDomain)) {
    throw new Error(
      'consoleDomain: the scripts of one origin share what a session is, so it has its own host',
    );
  }
  const hostOf = (domainName: string | undefined) =>
    domainName && certificateArn ? { domainName, certificateArn } : undefined;
  return { api: hostOf(apiDomain), pay: hostOf(payDomain), console: hostOf(consoleDomain) };
}

const NOBODY: Receivers = { email: undefined, topicArn: undefined };

/** Notices go to the receivers of alarms unless they have receivers of their own. */
function receiversOf(
  { alarmTo, noticeTo }: DeploymentOptions,
  production: boolean,
): Record<'alarms' | 'notices', Receivers> {
  if (production && alarmTo === undefined) throw new Error('alarmTo: production tells someone of its alarms');
  return { alarms: alarmTo ?? NOBODY, notices: noticeTo ?? alarmTo ?? NOBODY };
}

/** API Gateway's token bucket: this many requests at once, refilled by the rate. */
export const burstOf = (rate: number): number => rate * 2;

/** The name of a stage's resource: `payment-sandbox`, `payment-sandbox-sweep`. */
export function nameOf(stage: string, ...parts: readonly string[]): string {
  return ['payment', stage, ...parts].join('-');
}
