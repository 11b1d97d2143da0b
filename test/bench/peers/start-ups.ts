// Start-up of functions as others bundle them, in turns with ours.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync } from 'esbuild';
import { bundleFunctions } from '../../../lib/cloud/function/bundle.ts';
import { FLOOR } from '../ladder.ts';
import { loadTimes, quantile } from '../start-up.ts';
import { downloadSample } from './downloads.ts';

const ROUNDS = 15;
const OURS = ['functions/endpoints/payment/show.ts', 'functions/endpoints/hosted-page/pay.ts'];

/** In the shape of the sample's function that reads one product. */
const SAMPLE = `
  import { injectLambdaContext, Logger } from '@aws-lambda-powertools/logger';
  import { logMetrics, Metrics } from '@aws-lambda-powertools/metrics';
  import { captureLambdaHandler, Tracer } from '@aws-lambda-powertools/tracer';
  import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
  import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
  import middy from '@middy/core';
  import { captureAWSv3Client } from 'aws-xray-sdk-core';

  const [logger, metrics, tracer] = [new Logger(), new Metrics(), new Tracer()];
  const store = DynamoDBDocumentClient.from(captureAWSv3Client(new DynamoDBClient({})));
  export const commands = [DeleteCommand, PutCommand];
  const read = async ({ pathParameters: { id } }) => {
    const { Item } = await store.send(new GetCommand({ TableName: process.env.TABLE_NAME, Key: { id } }));
    metrics.addMetric('productRetrieved', 'Count', 1);
    return { statusCode: Item ? 200 : 404, body: JSON.stringify(Item ?? {}) };
  };
  export const handler = middy(read)
    .use(captureLambdaHandler(tracer))
    .use(logMetrics(metrics))
    .use(injectLambdaContext(logger));
`;

/** CDK's defaults: CommonJS, not minified. Lambda's own copy of the SDK is loaded, unless it is bundled. */
const DEFAULTS = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  logLevel: 'error',
} as const satisfies BuildOptions;
const LAMBDAS_SDK = ['@aws-sdk/*', '@smithy/*'];

/** Start-up as multiples of the floor, by the name of the bundle. */
export async function measureStartUps(): Promise<ReadonlyMap<string, number>> {
  const folder = downloadSample();
  const sample = join(folder, 'sample.mjs');
  writeFileSync(sample, SAMPLE);
  const floor = fileURLToPath(new URL('../floor.ts', import.meta.url));
  const bundled = (name: string, entry: string, more: BuildOptions): [string, string] => {
    const outfile = join(folder, `${name.replaceAll(/\W+/g, '-')}.cjs`);
    // Both find the same packages.
    buildSync({
      ...DEFAULTS,
      ...more,
      entryPoints: [entry],
      outfile,
      nodePaths: [join(folder, 'node_modules')],
    });
    return [name, outfile];
  };
  const own = await bundleFunctions([FLOOR, ...OURS]);
  const ours = own.map(({ entry, code }): [string, string] => {
    const file = join(folder, `${entry.replaceAll('/', '-')}.cjs`);
    writeFileSync(file, code);
    return [entry, file];
  });
  const times = loadTimes(
    [
      ...ours,
      bundled('the floor by the defaults of NodejsFunction', floor, { external: LAMBDAS_SDK }),
      bundled('the same with the SDK in the bundle', floor, {}),
      bundled('the sample by the defaults of NodejsFunction', sample, { external: LAMBDAS_SDK }),
      bundled('the same sample with the SDK in the bundle', sample, {}),
    ],
    ROUNDS,
  );
  const ms = (name: string) => quantile(times.get(name) ?? [], 0.1);
  return new Map([...times.keys()].map((name) => [name, ms(name) / ms(FLOOR)]));
}
