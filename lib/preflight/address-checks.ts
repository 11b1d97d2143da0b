// What the addresses need: issued certificates that cover the host names, the zone, names that are free.
import { type Deployment, type DomainSettings, nameOf } from '../cloud/deployment.ts';
import { rest, targeted, unless } from '../operator/aws/aws-calls.ts';
import type { Signer } from '../operator/aws/aws-request.ts';
import type { Check, Lack } from './check.ts';
import { stackStatus } from './stack-status.ts';

type Of = { deployment: Deployment; signer: Signer };

export function addressChecks({ deployment, signer }: Of): Check[] {
  const { stage, zone } = deployment;
  const named = [deployment.api, deployment.pay].filter((one) => one !== undefined);
  return [
    ...named.map((one) => ({
      name: `${one.domainName} has its certificate`,
      look: () => certificate(one, signer),
    })),
    ...named.map((one) => ({ name: `${one.domainName} is free`, look: () => isFree(one, stage, signer) })),
    ...(zone === undefined
      ? []
      : [{ name: `The zone ${zone.zoneName} is there`, look: () => isThere(zone, signer) }]),
  ];
}

type Certificate = {
  Status: string;
  DomainName: string;
  SubjectAlternativeNames?: string[];
  DomainValidationOptions?: { ResourceRecord?: { Name: string; Type: string; Value: string } }[];
};

async function certificate(
  { domainName, certificateArn }: DomainSettings,
  signer: Signer,
): Promise<string | Lack> {
  const call = targeted(signer, 'acm', 'CertificateManager');
  const asked = call('DescribeCertificate', { CertificateArn: certificateArn });
  const found = (await unless(['ResourceNotFoundException'], asked))?.['Certificate'] as
    | Certificate
    | undefined;
  const request = `aws acm request-certificate --domain-name ${domainName} --validation-method DNS`;
  if (found === undefined) return { seen: 'there is none with this ARN', mend: [request] };
  const names = [found.DomainName, ...(found.SubjectAlternativeNames ?? [])];
  const parent = domainName.replace(/^[^.]+/, '*');
  if (!names.some((name) => name === domainName || name === parent)) {
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

/** A host name belongs to one API in a Region. */
async function isFree({ domainName }: DomainSettings, stage: string, signer: Signer): Promise<string | Lack> {
  const taken = unless(['404'], rest(signer, 'apigateway')('GET', `/domainnames/${domainName}`));
  const [found, own] = await Promise.all([taken, stackStatus(signer, nameOf(stage))]);
  if (found === undefined) return 'yes';
  if (own !== undefined) return 'this stage has it';
  return {
    seen: 'another API of this Region has it',
    mend: [`aws apigateway delete-domain-name --domain-name ${domainName}`],
  };
}

async function isThere(zone: NonNullable<Deployment['zone']>, signer: Signer): Promise<string | Lack> {
  const path = `/2013-04-01/hostedzone/${zone.hostedZoneId}`;
  const xml = await unless(['NoSuchHostedZone', '404'], rest(signer, 'route53')('GET', path));
  const mend = [`aws route53 list-hosted-zones-by-name --dns-name ${zone.zoneName}`];
  if (xml === undefined) return { seen: `there is no zone ${zone.hostedZoneId}`, mend };
  const name = /<Name>([^<]+)\.<\/Name>/.exec(xml)?.[1] ?? '';
  if (name !== zone.zoneName) return { seen: `${zone.hostedZoneId} is ${name}`, mend };
  const isPrivate = xml.includes('<PrivateZone>true</PrivateZone>');
  return isPrivate ? { seen: 'it is private: nobody outside finds the names', mend } : 'public';
}
