// A custom domain of an API, with the API's TLS policy, and a DNS record if the deployment has a DNS zone.
import { CfnOutput } from 'aws-cdk-lib';
import { DomainName, EndpointType, type IRestApi, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { DomainSettings } from '../deployment.ts';
import { TLS } from './rest-api.ts';

type CustomDomainPlan = { api: RestApi; name: DomainSettings; hostedZoneId: string | undefined };

export class CustomDomain extends Construct {
  constructor(scope: Construct, id: string, { api, name, hostedZoneId }: CustomDomainPlan) {
    super(scope, id);
    const { domainName, certificateArn } = name;
    const domain = new DomainName(this, 'Domain', {
      domainName,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      endpointType: EndpointType.REGIONAL,
      ...TLS,
      mapping: api as IRestApi,
    });
    if (hostedZoneId === undefined) {
      const value = domain.domainNameAliasDomainName;
      new CfnOutput(this, 'PointTo', { value, description: `${domainName} must be a CNAME of this` });
      return;
    }
    new ARecord(this, 'Record', {
      zone: HostedZone.fromHostedZoneId(this, 'Zone', hostedZoneId),
      // With the dot at its end it is no name within the zone.
      recordName: `${domainName}.`,
      target: RecordTarget.fromAlias(new ApiGatewayDomain(domain)),
    });
  }
}
