// Tells the delivering function of new deliveries: Lambda reads the table's stream without a charge and
// invokes this function with the changes that its filter passes; it sends the keys of their rows to the
// queue. A pipe does the same, but DynamoDB charges its reads of the stream, each second of each month.
//
// The group of a message is its merchant: a standard queue with groups is fair, it gives out the messages of
// others first while those of one merchant take a large part of the executions or of their time.
import { callAws } from '../operator/aws/aws-request.ts';
import { setting, signerOfRole } from '../operator/aws/function-environment.ts';

/** The part of a change of the table that a trigger needs: the key of its row. */
type Changes = { Records: { dynamodb: { Keys: { pk: { S: string }; sk: object } } }[] };

/** Of the partition of a delivery, webhook or replay: `M#{merchantId}#...`. */
const merchantOf = ({ S: partition }: { S: string }): string => partition.split('#')[1] ?? partition;

/** Throws if a trigger was not sent; Lambda then repeats the batch, and repeated triggers are harmless. */
export async function handler({ Records }: Changes): Promise<void> {
  const QueueUrl = setting('QUEUE_URL');
  const Entries = Records.map(({ dynamodb: { Keys } }, at) => ({
    Id: String(at),
    MessageBody: JSON.stringify({ pk: Keys.pk, sk: Keys.sk }),
    MessageGroupId: merchantOf(Keys.pk),
  }));
  const signer = signerOfRole();
  const target = 'AmazonSQS.SendMessageBatch';
  const url = new URL('/', QueueUrl);
  const { status, text } = await callAws(
    { service: 'sqs', url, target, body: { QueueUrl, Entries } },
    signer,
  );
  const { Failed = [] } = status === 200 ? (JSON.parse(text) as { Failed?: object[] }) : {};
  if (status !== 200 || Failed.length > 0)
    throw new Error(`${target} answered ${status}: ${text.slice(0, 200)}`);
}
