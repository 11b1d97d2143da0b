// What the addresses need: issued certificates that cover the host names, the zone, names that are free.
import { type Deployment, type DomainSettings, nameOf } from '../cloud/deployment.ts';
import { jsonOf, rest, targeted, unless } from '../operator/aws/aws-calls.ts';
import type { Signer } from '../operator/aws/aws-request.ts';
import { readStack } from '../operator/aws/stack-outputs.ts';
import { membersOf, restInXml } from '../operator/aws/xml-calls.ts';
import type { Check, Lack, Target } from './check.ts';

export function addressChecks({ deployment, signer }: Target): Check[] {
  const { stage, certificateArn, hostedZoneId, api, pay } = deployment;
  const named = [api, pay, deployment.console].filter((one) => one !== undefined);
  return [
    ...(deployment.production
      ? [
          { name: 'Finders of a problem know whom to tell', look: () => contact(deployment) },
          { name: 'Card numbers go to named banks only', look: () => banks(deployment) },
        ]
      : []),
    ...(certificateArn === undefined
      ? []
      : [
          {
            name: 'The certificate has the host names',
            look: () => certificate(certificateArn, named, signer),
          },
        ]),
    ...named.map((one) => ({ name: `${one.domainName} is free`, look: () => isFree(one, stage, signer) })),
    ...(hostedZoneId === undefined
      ? []
      : [
          { name: `The zone ${hostedZoneId} is there`, look: () => isThere(hostedZoneId, named, signer) },
          ...named.map(({ domainName }) => ({
            name: `${domainName} has no record`,
            look: () => hasNoRecord(domainName, hostedZoneId, signer),
          })),
        ]),
  ];
}

async function contact({ securityContact }: Deployment): Promise<string | Lack> {
  if (securityContact !== undefined) return securityContact;
  return {
    seen: 'no securityContact',
    mend: ['# in cdk.json: "securityContact": "mailto:security@example.com"'],
  };
}

/** Without them the address of a virtual POS, a setting, decides where card numbers go. */
async function banks({ bankHosts }: Deployment): Promise<string | Lack> {
  if (bankHosts.length > 0) return bankHosts.join(', ');
  return {
    seen: 'no bankHosts',
    mend: ['# in cdk.json, the hosts of each apiUrl and gateUrl: "bankHosts": "sanalpos.bank.example"'],
  };
}

type Certificate = {
  Status: string;
  DomainName: string;
  SubjectAlternativeNames?: string[];
  DomainValidationOptions?: { ResourceRecord?: { Name: string; Type: string; Value: string } }[];
};

async function certificate(
  certificateArn: string,
  named: readonly DomainSettings[],
  signer: Signer,
): Promise<string | Lack> {
  const call = targeted(signer, 'acm', 'CertificateManager');
  const asked = call('DescribeCertificate', { CertificateArn: certificateArn });
  const found = (await unless(['ResourceNotFoundException'], asked))?.['Certificate'] as
    | Certificate
    | undefined;
  const [first, ...others] = named.map(({ domainName }) => domainName);
  const also = others.map((name) => `--subject-alternative-names ${name} `).join('');
  const request = `aws acm request-certificate --domain-name ${first} ${also}--validation-method DNS`;
  if (found === undefined) return { seen: 'there is none with this ARN', mend: [request] };
  const names = [found.DomainName, ...(found.SubjectAlternativeNames ?? [])];
  const isIn = ({ domainName }: DomainSettings) =>
    names.includes(domainName) || names.includes(domainName.replace(/^[^.]+/, '*'));
  if (!named.every(isIn)) {
    return { seen: `it is for ${[...new Set(names)].join(', ')}`, mend: [request] };
  }
  if (found.Status === 'ISSUED') return 'issued';
  const records = (found.DomainValidationOptions ?? []).flatMap(({ ResourceRecord: record }) =>
    record === undefined ? [] : [`# in the zone: ${record.Name} ${record.Type} ${record.Value}`],
  );
  const isPending = found.Status === 'PENDING_VALIDATION';
  return {
    seen: found.Status,
    mend: isPending
      ? [...records, `aws acm wait certificate-validated --certificate-arn ${certificateArn}`]
      : [request],
  };
}

/** The API of this Region that has the host name. */
const domainOf = (domainName: string, signer: Signer) =>
  unless(['404'], rest(signer, 'apigateway')('GET', `/domainnames/${domainName}`));

/** A host name belongs to one API in a Region. */
async function isFree({ domainName }: DomainSettings, stage: string, signer: Signer): Promise<string | Lack> {
  const [found, own] = await Promise.all([domainOf(domainName, signer), readStack(signer, nameOf(stage))]);
  if (found === undefined) return 'yes';
  if (own !== undefined) return 'this stage has it';
  return {
    seen: 'another API of this Region has it, which may be live',
    mend: [
      '# see whose it is; choose another name for this stage, or let its owner give it up:',
      `aws apigateway get-base-path-mappings --domain-name ${domainName}`,
    ],
  };
}

type ZoneAnswer = { HostedZone: { Name: string; Config?: { PrivateZone?: string } } };

async function isThere(
  zone: string,
  named: readonly DomainSettings[],
  signer: Signer,
): Promise<string | Lack> {
  const path = `/2013-04-01/hostedzone/${zone}`;
  const found = await unless(['NoSuchHostedZone', '404'], restInXml(signer, 'route53')('GET', path));
  const mend = ['aws route53 list-hosted-zones-by-name'];
  if (found === undefined) return { seen: `there is no zone ${zone}`, mend };
  const { Name, Config } = (found as ZoneAnswer).HostedZone;
  const outside = named.filter(({ domainName }) => !`.${domainName}.`.endsWith(`.${Name}`));
  if (outside.length > 0) {
    return {
      seen: `${zone} is ${Name.slice(0, -1)}, without ${outside.map((one) => one.domainName).join(', ')}`,
      mend,
    };
  }
  const isPrivate = Config?.PrivateZone === 'true';
  return isPrivate ? { seen: 'it is private: nobody outside finds the names', mend } : 'public';
}

type DnsRecord = { Name: string; Type: string; AliasTarget?: { DNSName: string } };
/** Records beside which no other one of the name may be. */
const OF_ADDRESSES = ['A', 'CNAME'];

/** CloudFormation fails at a record that it did not make, after everything else was made. */
async function hasNoRecord(domainName: string, zone: string, signer: Signer): Promise<string | Lack> {
  const path = `/2013-04-01/hostedzone/${zone}/rrset?name=${domainName}&maxitems=10`;
  const [answer, domain] = await Promise.all([
    unless(['NoSuchHostedZone', '404'], restInXml(signer, 'route53')('GET', path)),
    domainOf(domainName, signer),
  ]);
  // The records from this name on, in the order of names.
  const record = membersOf<DnsRecord>(answer?.['ResourceRecordSets']).find(
    ({ Name, Type }) => Name === `${domainName}.` && OF_ADDRESSES.includes(Type),
  );
  if (record === undefined) return 'yes';
  const target = record.AliasTarget?.DNSName.replace(/\.$/, '');
  const own = jsonOf(domain ?? '')['regionalDomainName'];
  if (target !== undefined && target === own) return 'that of this stage';
  return {
    seen: `its ${record.Type} record points to ${target ?? 'another address'}, which may be live`,
    mend: [
      '# deploy without hostedZoneId; lead the record here when the stage answers:',
      `aws route53 list-resource-record-sets --hosted-zone-id ${zone} ` +
        `--start-record-name ${domainName} --max-items 2`,
    ],
  };
}
