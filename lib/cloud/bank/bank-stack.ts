// A simulated bank for test accounts, in production those of the canary and of twins: one function with its
// own API and its own table. The service reaches it over HTTPS only, like any bank. All of it is deleted with
// the stack.
import { CfnOutput, Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { BANK_PATHS } from '../../bank/bank-server.ts';
import { BOOK_TABLE_SHAPE } from '../../bank/deployed/book-table.ts';
import { acknowledge } from '../acknowledge.ts';
import { allow } from '../allow.ts';
import { addBuyerGatewayResponses } from '../api/gateway-responses.ts';
import { createInvoker } from '../api/invoker.ts';
import { addMethods, createRestApi } from '../api/rest-api.ts';
import { type Deployment, nameOf } from '../deployment.ts';
import type { CodeOf } from '../function/code.ts';
import type { DeployedFunction } from '../function/deployed-function.ts';
import { createExtraFunction, type ExtraPlan } from '../function/extra-function.ts';
import { addressOf } from '../function/stage-settings.ts';
import { StageStack } from '../stage-stack.ts';

export const BANK_FUNCTION = {
  name: 'bank',
  entry: 'lib/bank/deployed/bank-function.ts',
} as const satisfies Partial<DeployedFunction>;

export class BankStack extends StageStack {
  readonly #deployment: Deployment;

  constructor(scope: Construct, { deployment, codeOf }: Omit<ExtraPlan, 'functions'>) {
    const unprotected = { ...deployment, production: false };
    super(scope, unprotected, 'Payments: a simulated bank for sandbox merchants; it moves no money', 'bank');
    // The firewall protects the service; the simulated bank has none, and its code is not signed.
    const { codeSigningProfileVersionArn: _, ...unsigned } = unprotected;
    this.#deployment = { ...unsigned, firewall: false };
    const table = this.#createBooks();
    const bank = this.#createFunction(table, codeOf);
    const api = this.#openApi(bank);
    const bankUrl = addressOf(api, deployment.stage, undefined);
    new CfnOutput(this, 'BankUrl', { value: bankUrl });
    new CfnOutput(this, 'BankTableName', { value: table.tableName });
  }

  #createBooks(): Table {
    const { partitionKey, sortKey, timeToLive } = BOOK_TABLE_SHAPE;
    const table = new Table(this, 'Books', {
      tableName: nameOf(this.#deployment.stage, 'bank'),
      partitionKey: { name: partitionKey, type: AttributeType.STRING },
      sortKey: { name: sortKey, type: AttributeType.STRING },
      timeToLiveAttribute: timeToLive,
      billingMode: BillingMode.PAY_PER_REQUEST,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    acknowledge(table, {
      'AwsSolutions-DDB3': 'Test data: if it is lost, set up a new sandbox merchant.',
    });
    return table;
  }

  #createFunction(table: Table, codeOf: CodeOf): LambdaFunction {
    const plan = { deployment: this.#deployment, codeOf };
    const bank = createExtraFunction(this, plan, {
      id: 'Function',
      prefix: '',
      of: BANK_FUNCTION,
      description: 'A simulated bank; it moves no money.',
      memorySize: 512,
      timeout: Duration.seconds(10),
      environment: { BANK_TABLE_NAME: table.tableName },
      access: {
        policyName: 'books',
        statements: [
          allow(['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem'], [table.tableArn]),
        ],
      },
    });
    acknowledge(bank, {
      'PCI.DSS.321-LambdaInsideVPC': 'Calls its own table only, over TLS with its own role.',
      'Serverless-LambdaTracing': 'A simulation; its access log shows the requests.',
      'Serverless-LambdaDLQ': 'Invoked by API Gateway, which waits for the response: no event can be lost.',
    });
    return bank;
  }

  #openApi(bank: LambdaFunction): RestApi {
    const api = createRestApi(this, 'Bank', {
      name: 'bank',
      deployment: this.#deployment,
      domain: undefined,
    });
    addBuyerGatewayResponses(api);
    const { functionArn } = bank;
    const routes = BANK_PATHS.map((path) => ({ method: 'POST', path, functionArn }) as const);
    addMethods(api, createInvoker(this, 'Invoker'), routes, {
      openBecause: 'A bank authenticates its merchants by password, hash and 3-D Secure authentication.',
    });
    return api;
  }
}
