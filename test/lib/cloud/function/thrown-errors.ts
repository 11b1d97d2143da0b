// Makes a client meet an error of its service, and describes what it throws. The test runs this file as it is
// and bundled.
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  DynamoDBServiceException,
  GetItemCommand,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { DecryptCommand, KMSClient, KMSServiceException } from '@aws-sdk/client-kms';
import {
  ConflictException,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  SchedulerServiceException,
} from '@aws-sdk/client-scheduler';

export type ServiceError = {
  service: 'dynamodb' | 'kms' | 'scheduler';
  status: number;
  /** `__type` is its name. */
  body: { __type: string } & Record<string, unknown>;
};

const CLASSES = {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
  ConflictException,
  ResourceNotFoundException,
  DynamoDBServiceException,
  KMSServiceException,
  SchedulerServiceException,
};

/** The configuration of a client whose service gives this answer only. */
const answering = (statusCode: number, body: object, count = () => 0) => ({
  region: 'eu-central-1',
  credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  maxAttempts: 2,
  requestHandler: {
    async handle() {
      count();
      const type = '__type' in body ? String(body.__type) : '';
      const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-errortype': type };
      return { response: { statusCode, headers, body: Buffer.from(JSON.stringify(body)) } as never };
    },
  },
});

async function thrown({ service, status, body }: ServiceError) {
  let tries = 0;
  const config = answering(status, body, () => (tries += 1));
  const call = {
    dynamodb: () => new DynamoDBClient(config).send(new GetItemCommand({ TableName: 't', Key: {} })),
    kms: () => new KMSClient(config).send(new DecryptCommand({ CiphertextBlob: new Uint8Array(1) })),
    scheduler: () => new SchedulerClient(config).send(new DeleteScheduleCommand({ Name: 'n' })),
  }[service];
  return await call().then(
    () => 'no error',
    (error: Error) => ({
      tries,
      name: error.name,
      message: error.message,
      isError: error instanceof Error,
      of: Object.entries(CLASSES).flatMap(([name, type]) => (error instanceof type ? [name] : [])),
      members: JSON.parse(JSON.stringify({ ...error, $response: undefined, $metadata: undefined })),
    }),
  );
}

export const handler = (errors: readonly ServiceError[]) => Promise.all(errors.map(thrown));

/** A time of an answer, as the client reads it. */
export async function readTime(CreationDate: number) {
  const client = new SchedulerClient(answering(200, { CreationDate }));
  return (await client.send(new GetScheduleCommand({ Name: 'n' }))).CreationDate?.toISOString();
}
