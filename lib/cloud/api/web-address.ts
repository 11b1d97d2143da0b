// An API under a name of its own: TLS 1.2 and later only, and the name in DNS where its zone is ours.
import { CfnOutput } from 'aws-cdk-lib';
import {
  DomainName,
  EndpointType,
  type IRestApi,
  type RestApi,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { Deployment, OwnName } from '../deployment.ts';

type WebAddressPlan = { api: RestApi; name: OwnName; zone: Deployment['zone'] };

export class WebAddress extends Construct {
  constructor(scope: Construct, id: string, { api, name, zone }: WebAddressPlan) {
    super(scope, id);
    const { domainName, certificateArn } = name;
    const domain = new DomainName(this, 'Domain', {
      domainName,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
      mapping: api as IRestApi,
    });
    if (zone === undefined) {
      const value = domain.domainNameAliasDomainName;
      new CfnOutput(this, 'PointTo', { value, description: `${domainName} must be a CNAME of this` });
      return;
    }
    new ARecord(this, 'Record', {
      zone: HostedZone.fromHostedZoneAttributes(this, 'Zone', zone),
      recordName: domainName,
      target: RecordTarget.fromAlias(new ApiGatewayDomain(domain)),
    });
  }
}
