// What tells one deployment from another: read from the CDK context and nowhere else, so that a sandbox and
// production run the same code and differ by a handful of words on the command line.
import * as z from 'zod';

/** A host name of our own and the certificate for it. */
export type OwnName = { domainName: string; certificateArn: string };

export type Deployment = {
  /** Part of every name; one account may hold several stages. */
  stage: string;
  /** Keeps table, keys, logs and egress address when a stack is deleted, and refuses to delete the table. */
  production: boolean;
  /** Without one, the address that API Gateway gives. */
  api: OwnName | undefined;
  pay: OwnName | undefined;
  /** Where both names are written into DNS. */
  zone: { hostedZoneId: string; zoneName: string } | undefined;
  /** Who hears of alarms: an address, or a topic that exists. */
  alarmEmail: string | undefined;
  alarmTopicArn: string | undefined;
  /** Where runbooks are read, for the links in alarms: an address, or their folder in the repository. */
  runbooks: string;
  /** A web application firewall with a rate rule before both APIs; in production unless refused. */
  firewall: boolean;
  /** Calls to banks leave from one address, because banks allow-list addresses. */
  fixedEgress: boolean;
  /** 25 requests a second for each merchant, by usage plan; needs an API Gateway key for each merchant. */
  merchantThrottle: boolean;
  /** A bank that moves no money, for merchants without one; everywhere but in production unless refused. */
  simulatedBank: boolean;
};

const optionalFlag = z.boolean().or(z.stringbool()).optional();
const flag = optionalFlag.default(false);
const hostName = z.string().regex(/^(?:[a-z0-9-]+\.)+[a-z]{2,}$/, 'is not a host name in lower case');
const arn = z.string().startsWith('arn:', 'is not an ARN');

/** The words of `cdk deploy -c word=value`. */
const CONTEXT = z.object({
  stage: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,15}$/, 'is not 1 to 16 lower-case letters, digits or hyphens')
    .default('sandbox'),
  production: optionalFlag,
  apiDomain: hostName.optional(),
  apiCertificateArn: arn.optional(),
  payDomain: hostName.optional(),
  payCertificateArn: arn.optional(),
  hostedZoneId: z.string().optional(),
  hostedZoneName: hostName.optional(),
  alarmEmail: z.email('is not an e-mail address').optional(),
  alarmTopicArn: arn.optional(),
  runbooks: z
    .string()
    .regex(/^\S+[^/\s]$/, 'is not an address without a slash at its end')
    .default('docs/runbooks'),
  firewall: optionalFlag,
  fixedEgress: flag,
  merchantThrottle: flag,
  simulatedBank: optionalFlag,
});
type Context = z.infer<typeof CONTEXT>;

/** Throws one sentence that names every wrong word, before anything is built. */
export function readDeployment(contextOf: (name: string) => unknown): Deployment {
  const names = Object.keys(CONTEXT.shape);
  const read = CONTEXT.safeParse(Object.fromEntries(names.map((name) => [name, contextOf(name)])));
  if (!read.success) {
    throw new Error(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  }
  const context = read.data;
  // A stage of that name is one, unless said otherwise: forgetting the flag must not make data deletable.
  const {
    stage,
    production = stage === 'production',
    alarmEmail,
    alarmTopicArn,
    fixedEgress,
    merchantThrottle,
  } = context;
  if (production && context.simulatedBank) {
    throw new Error('simulatedBank: production has real banks only');
  }
  const api = both(context, 'apiDomain', 'apiCertificateArn');
  const pay = both(context, 'payDomain', 'payCertificateArn');
  const zone = both(context, 'hostedZoneId', 'hostedZoneName');
  return {
    stage,
    production,
    api: api && { domainName: api[0], certificateArn: api[1] },
    pay: pay && { domainName: pay[0], certificateArn: pay[1] },
    zone: zone && { hostedZoneId: zone[0], zoneName: zone[1] },
    alarmEmail,
    alarmTopicArn,
    runbooks: context.runbooks,
    firewall: context.firewall ?? production,
    fixedEgress,
    merchantThrottle,
    simulatedBank: context.simulatedBank ?? !production,
  };
}

type Flag = 'production' | 'firewall' | 'fixedEgress' | 'merchantThrottle' | 'simulatedBank';
type Word = Exclude<keyof Context, Flag>;

function both(context: Context, one: Word, other: Word): [string, string] | undefined {
  const [first, second] = [context[one], context[other]];
  if (first !== undefined && second !== undefined) return [first, second];
  if (first === undefined && second === undefined) return undefined;
  throw new Error(`${one} and ${other} are given together or not at all`);
}

/** The name of everything of a stage: `payment-sandbox`, `payment-sandbox-sweep`. */
export function nameOf(stage: string, ...parts: readonly string[]): string {
  return ['payment', stage, ...parts].join('-');
}
