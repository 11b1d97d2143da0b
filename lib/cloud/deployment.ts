// The settings in which deployments differ, read only from the CDK context. A sandbox and production run the
// same code and differ by a few command-line options.
import * as z from 'zod';
import { DATA_OPTIONS, dataOptions, flag } from './data-options.ts';
import { LIMIT_OPTIONS, requireReachable } from './limits.ts';
import { releaseOf } from './release-name.ts';
import { concurrencyFact, concurrencyOf, type Place, reservedConcurrency } from './reserved-concurrency.ts';
import { isProductionStage } from './stage-word.ts';

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
const roleArn = z.string().regex(/^arn:[\w-]+:iam::\d{12}:role\/\S+$/, 'is not the ARN of a role');
const signingProfileVersionArn = z
  .string()
  .regex(
    /^arn:[\w-]+:signer:[\w-]+:\d{12}:\/signing-profiles\/\w+\/\w+$/,
    'is not the ARN of a version of a signing profile',
  );
const keyVersions = z
  .string()
  .or(z.number().transform(String))
  .refine((text) => /^[1-9]\d?(?:,[1-9]\d?)*$/.test(text), 'is not a list of versions, such as 2,1')
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .default([1]);

/**
 * From so many payments a month on, a tenth of ten minutes is seven payments, which an alarm by ratio sees;
 * in a smaller stage those minutes show nothing that the hooks have not shown. And a daily copy of the table
 * costs more than a hundredth of the bill from here on.
 */
const LARGE_FROM = 300_000;

/** The options of `cdk deploy -c option=value`. */
const CONTEXT = z.object({
  /** Part of every name. One account can contain several stages. */
  stage: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,15}$/, 'is not 1 to 16 lower-case letters, digits or hyphens')
    .default('sandbox'),
  production: flag.optional(),
  apiDomain: hostName.optional(),
  apiCertificateArn: arn.optional(),
  payDomain: hostName.optional(),
  payCertificateArn: arn.optional(),
  hostedZoneId: z.string().optional(),
  hostedZoneName: hostName.optional(),
  alarmEmail: z.email('is not an e-mail address').optional(),
  alarmTopicArn: topicArn.optional(),
  /** Whom finders of a security problem tell: published as `/.well-known/security.txt`. */
  securityContact: z
    .string()
    .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'is not an address like mailto:security@example.com')
    .optional(),
  noticeEmail: z.email('is not an e-mail address').optional(),
  noticeTopicArn: topicArn.optional(),
  /** A budget of the account for a month, in US dollars; its messages go to the receivers of notices. */
  monthlyBudgetUsd: z.coerce.number('is not an amount').positive('is not an amount above 0').optional(),
  /** Base URL or repository folder of the runbooks, for the links in alarms. */
  runbooks: z
    .string()
    .regex(/^\S+[^/\s]$/, 'is not an address without a trailing slash')
    .default('docs/runbooks'),
  /** A web application firewall with a rate rule for both APIs. Default: in production only. */
  firewall: flag.optional(),
  /** Calls to banks come from fixed IP addresses, because banks allow-list addresses. */
  fixedEgress: flag.optional(),
  /** The only names, besides AWS's, that functions in the network can look up. Empty: all names. */
  bankHosts: hostNames,
  /**
   * A usage plan limits the requests of each merchant, unless it is switched off. Each merchant then needs an
   * API Gateway key.
   */
  merchantThrottle: flag.default(true),
  reservedConcurrency,
  /**
   * New versions of functions that move money get traffic step by step; alarms roll back. Default: in
   * production.
   */
  gradual: flag.optional(),
  /**
   * `small` has neither dashboard nor incidents nor the alarms of limits that a stage without load does not
   * reach: half the price. Default: `full` in production and with `gradual`.
   */
  watch: z.literal(['full', 'small'], 'is neither full nor small').optional(),
  /** X-Ray samples the functions of calls and charges. Default: in production only. */
  tracing: flag.optional(),
  /** The payments of a month that the stage has, or will have. */
  monthlyPayments: z.coerce
    .number('is not a number')
    .int('is not a whole number')
    .positive('is not above 0')
    .optional(),
  /**
   * A simulated bank for merchants without a real one. Default: everywhere but in production, where only test
   * accounts can use it: those of the canary, and twins.
   */
  simulatedBank: flag.optional(),
  canaryKey: z
    .string()
    .regex(/^psk_test_[A-Za-z0-9]{20,}$/, 'is not a key of a test account')
    .optional(),
  canaryMerchant: z.uuid('is not the id of a merchant').optional(),
  /** The version of an AWS Signer profile that must have signed all code. Undefined: no signature needed. */
  codeSigningProfileVersionArn: signingProfileVersionArn.optional(),
  /** A role of your own for those who run the commands of a stage. Undefined: production makes one. */
  operatorRoleArn: roleArn.optional(),
  /** A role of your own as the only one that may end a key. Undefined: production makes one. */
  breakGlassRoleArn: roleArn.optional(),
  /** That of what is deployed, unless a rehearsal makes another release of the same code. */
  digest: z
    .string()
    .regex(/^[\da-f]{8}$/, 'is not a digest')
    .optional(),
  /** Versions of the two HMAC keys: the first creates new values, the others still read old ones. */
  digestKeyVersions: keyVersions,
  merchantKeyVersions: keyVersions,
  ...DATA_OPTIONS,
  ...LIMIT_OPTIONS,
});
type Context = z.infer<typeof CONTEXT>;

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
    throw new Error(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  }
  const context = read.data;
  const production = isProductionStage(context.stage, context.production);
  const { stage, bankHosts, fixedEgress = bankHosts.length > 0 } = context;
  if (bankHosts.length > 0 && !fixedEgress)
    throw new Error('bankHosts: the names are limited in a network only');
  const { simulatedBank = !production, gradual = production } = context;
  const { watch = production || gradual ? 'full' : 'small', monthlyPayments = 0 } = context;
  const isLarge = monthlyPayments >= LARGE_FROM;
  if (watch === 'small' && gradual) {
    throw new Error('watch: with gradual the incidents of a full watch stop a bad version');
  }
  const canary = pairOf(context, 'canaryMerchant', 'canaryKey');
  if (canary !== undefined && !simulatedBank) {
    throw new Error('canaryKey: the canary pays at a simulated bank only');
  }
  const api = pairOf(context, 'apiDomain', 'apiCertificateArn');
  const pay = pairOf(context, 'payDomain', 'payCertificateArn');
  const zone = pairOf(context, 'hostedZoneId', 'hostedZoneName');
  requireOwnNames(production, [api?.[0], pay?.[0]], zone?.[1]);
  requireReachable(context);
  return {
    ...context,
    /**
     * Retains table, keys, logs and egress address if a stack is deleted, and protects the table from
     * deletion.
     */
    production,
    /** Undefined: API Gateway's own URL. */
    api: api && { domainName: api[0], certificateArn: api[1] },
    pay: pay && { domainName: pay[0], certificateArn: pay[1] },
    /** The DNS zone of both domains. */
    zone: zone && { hostedZoneId: zone[0], zoneName: zone[1] },
    /** Receivers of urgent alarms (`alarms`), and of messages that can wait until morning (`notices`). */
    ...receiversOf(context, production),
    firewall: context.firewall ?? production,
    fixedEgress,
    /** Executions that only one function can use, by its name. Default: in production only. */
    ...concurrencyOf(context.reservedConcurrency, production, contextOf(concurrencyFact(place))),
    gradual,
    watch,
    tracing: context.tracing ?? production,
    isLarge,
    simulatedBank,
    /** A test account whose key the canary pays with every five minutes. Undefined: it only opens a page. */
    canary: canary && { merchantId: canary[0], key: canary[1] },
    ...releaseOf(stage, context.digest, contextOf),
    ...dataOptions(context, { ownTable: nameOf(stage), production, isLarge, fixedEgress, bankHosts }),
  };
}

/** Checks plain words only: CDK's own names and the results of its look-ups contain a colon or hyphen. */
function refuseUnknown(optionNames: readonly string[], known: readonly string[]): void {
  const unknown = optionNames.filter((name) => /^\w+$/.test(name) && !known.includes(name));
  if (unknown.length === 0) return;
  throw new Error(`${unknown.join(', ')}: no such option; the options are ${known.join(', ')}`);
}

/**
 * Links with API Gateway's own host names break when the API is deleted, and its default endpoint is open to
 * anyone who has found it. With host names of our own the default endpoint is disabled.
 */
function requireOwnNames(production: boolean, names: (string | undefined)[], zone: string | undefined): void {
  if (production && names.includes(undefined)) {
    throw new Error('apiDomain and payDomain: production has host names of its own, with certificates');
  }
  const outside = names.filter((name) => name !== undefined && zone && !`.${name}`.endsWith(`.${zone}`));
  if (outside.length > 0) throw new Error(`hostedZoneName: ${outside.join(', ')} is not in ${zone}`);
}

/** Notices go to the receivers of alarms unless they have receivers of their own. */
function receiversOf(context: Context, production: boolean): { alarms: Receivers; notices: Receivers } {
  const alarms = { email: context.alarmEmail, topicArn: context.alarmTopicArn };
  const notices = { email: context.noticeEmail, topicArn: context.noticeTopicArn };
  if (production && !hasReceiver(alarms)) {
    throw new Error('alarmEmail or alarmTopicArn: production tells someone of its alarms');
  }
  if (context.monthlyBudgetUsd !== undefined && ![alarms, notices].some(hasReceiver)) {
    throw new Error('monthlyBudgetUsd: a budget tells a noticeEmail, noticeTopicArn, or those of alarms');
  }
  return { alarms, notices: hasReceiver(notices) ? notices : alarms };
}

const hasReceiver = ({ email, topicArn }: Receivers) => email !== undefined || topicArn !== undefined;

type PairedOption =
  | `${'api' | 'pay'}${'Domain' | 'CertificateArn'}`
  | `hostedZone${'Id' | 'Name'}`
  | `canary${'Merchant' | 'Key'}`;

function pairOf(context: Context, one: PairedOption, other: PairedOption): [string, string] | undefined {
  const [first, second] = [context[one], context[other]];
  if (first !== undefined && second !== undefined) return [first, second];
  if (first === undefined && second === undefined) return undefined;
  throw new Error(`${one} and ${other} are given together or not at all`);
}

/** The name of a stage's resource: `payment-sandbox`, `payment-sandbox-sweep`. */
export function nameOf(stage: string, ...parts: readonly string[]): string {
  return ['payment', stage, ...parts].join('-');
}
