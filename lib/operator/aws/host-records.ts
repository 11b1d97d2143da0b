// Points the records of the host names at the APIs of the stage and Region in use (docs/recovery.md).
import { setting } from '#setting.ts';
import { jsonOf, rest } from './aws-calls.ts';
import type { Signer } from './aws-request.ts';
import { signerInUse } from './stack-outputs.ts';
import { restInXml } from './xml-calls.ts';

type Domain = { name: string; regionalDomainName: string; regionalHostedZoneId: string };

/** One change for all names, which can be repeated. Throws if the Region has no domain of a name. */
export async function pointHostNames(zoneId: string): Promise<{ pointed: string[] }> {
  const signer = await signerInUse();
  const { CONSOLE_URL } = process.env;
  const urls = [setting('BASE_URL'), setting('PAY_URL'), ...(CONSOLE_URL ? [CONSOLE_URL] : [])];
  const names = urls.map((url) => new URL(url).hostname);
  const domains = await Promise.all([...new Set(names)].map((name) => domainOf(name, signer)));
  const changes = domains.map(upsertOf).join('');
  const schema = 'https://route53.amazonaws.com/doc/2013-04-01/';
  const body =
    `<ChangeResourceRecordSetsRequest xmlns="${schema}"><ChangeBatch><Changes>${changes}</Changes>` +
    '</ChangeBatch></ChangeResourceRecordSetsRequest>';
  await restInXml(signer, 'route53')(
    'POST',
    `/2013-04-01/hostedzone/${encodeURIComponent(zoneId)}/rrset/`,
    body,
  );
  return { pointed: domains.map(({ name, regionalDomainName }) => `${name}: ${regionalDomainName}`) };
}

async function domainOf(name: string, signer: Signer): Promise<Domain> {
  const found = jsonOf(await rest(signer, 'apigateway')('GET', `/domainnames/${name}`));
  return { name, ...(found as Omit<Domain, 'name'>) };
}

/** The record that a deployment with `hostedZoneId` makes. */
const upsertOf = ({ name, regionalDomainName, regionalHostedZoneId }: Domain) =>
  `<Change><Action>UPSERT</Action><ResourceRecordSet><Name>${name}</Name><Type>A</Type><AliasTarget>` +
  `<HostedZoneId>${regionalHostedZoneId}</HostedZoneId><DNSName>${regionalDomainName}</DNSName>` +
  '<EvaluateTargetHealth>false</EvaluateTargetHealth></AliasTarget></ResourceRecordSet></Change>';
