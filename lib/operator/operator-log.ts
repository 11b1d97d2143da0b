// Records each command of an operator before it runs: the time, the AWS identity, the command and its
// subject. A command that cannot be recorded does not run.
import { randomBytes } from 'node:crypto';
import { isPageId, isPaymentReference, isUuid, makeUuid } from '#domain/id.ts';
import { orderDigest } from '#domain/payment/hosted-page.ts';
import { type OperatorAction, operatorActions, writeOperatorAction } from '#store/operator-action.ts';
import { table } from '#store/table/table.ts';
import { textOf } from './aws/aws-refusal.ts';
import { callerIdentity } from './aws/caller-identity.ts';
import type { NewIds } from './new-ids.ts';
import { isDeployed, type ServiceChoice } from './service-choice.ts';

type Arguments = {
  values: Readonly<Record<string, unknown>>;
  /** The names of the given options, without those that choose the service. */
  optionNames: readonly string[];
  created: Partial<NewIds>;
  service: ServiceChoice;
};

/** Throws, with the message that nothing was done, if the caller is unknown or the record was not stored. */
export async function recordCommand(
  command: string,
  { values, optionNames, created, service }: Arguments,
  now: Date,
): Promise<void> {
  const options = [...optionNames].sort();
  const isCreating = Object.keys(created).length > 0;
  const what = { command, options, ...subjectOf(values), ...(isCreating && { created }) };
  try {
    const { config } = table;
    const dynamodb = await config.serviceConfiguredEndpoint?.();
    const [credentials, region] = await Promise.all([config.credentials(), config.region()]);
    const place = { dynamodb, isDeployed: isDeployed(service) };
    const by = await callerIdentity({ credentials, region }, place);
    await writeOperatorAction({ at: now.toISOString(), by, ...what }, makeUuid(now.getTime(), randomBytes));
  } catch (error) {
    throw new Error(`Nothing was done, because the command could not be recorded: ${textOf(error)}`, {
      cause: error,
    });
  }
}

/** Options whose value is an id, which a record may contain. Every other value may be a secret. */
const IS_ID: Readonly<Record<string, (text: string) => boolean>> = {
  key: isUuid,
  secret: isUuid,
  'virtual-pos': isUuid,
  payment: isPaymentReference,
  page: isPageId,
  refund: isUuid,
  card: isUuid,
  person: isUuid,
};
/** Replaces a value that is not an id: it may be a pasted key or card number. */
const MALFORMED = 'malformed';

function subjectOf(values: Arguments['values']): Pick<OperatorAction, 'merchantId' | 'target'> {
  const idOf = (value: unknown, isId: (text: string) => boolean) =>
    typeof value === 'string' && isId(value) ? value : MALFORMED;
  const [name, isId] = Object.entries(IS_ID).find(([option]) => values[option] !== undefined) ?? [];
  const { merchant: merchantId, order: orderNumber } = values;
  return {
    ...(merchantId !== undefined && { merchantId: idOf(merchantId, isUuid) }),
    // A shop's number of an order may name a person.
    ...(typeof merchantId === 'string' &&
      typeof orderNumber === 'string' && { target: orderDigest({ merchantId, orderNumber }) }),
    ...(name !== undefined && isId && { target: idOf(values[name], isId) }),
  };
}

/** The records of a month, newest first: all, or those of one merchant including its creation. */
export async function* actionsOf(month: string, merchantId?: string): AsyncGenerator<OperatorAction> {
  for await (const action of operatorActions(month)) {
    const merchants = [action.merchantId, action.created?.merchantId];
    if (merchantId === undefined || merchants.includes(merchantId)) yield action;
  }
}
