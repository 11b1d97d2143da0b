// Reads the bank's answer to a 3-D Secure challenge, which both the browser and the bank's server post.
import type { ThreeDOrder } from '#acquirer/acquirer.ts';
import { connectThreeD } from '#acquirer/connect-three-d.ts';
import { type EndedChallenge, type IssuerVerdict, issuerVerdict } from '#acquirer/issuer-verdict.ts';
import { defined } from '#domain/defined.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import type { connectBank } from './bank-connection.ts';

export type ChallengeOptions = Required<Pick<ThreeDOrder, 'returnUrl' | 'callbackUrl' | 'echo' | 'language'>>;

/** A message with the bank's answer: from the buyer's browser, or from server to server. */
export type IssuerMessage<Page> = {
  page: Page;
  body: { bytes: Buffer; contentType: string | undefined };
  /** The address of the buyer's browser. */
  payerAddress?: string;
  /** The id of this request. */
  worker: string;
  now: Date;
};

type IssuerAnswer = {
  sent: EndedChallenge;
  body: { bytes: Buffer; contentType: string | undefined };
  /** The ids of the page for log lines and metrics. */
  labels: Record<string, string>;
  now: Date;
};

/** Writes nothing. Logs of an answer that does not count only field names: a value may be a card number. */
export function readIssuerAnswer(
  { settings, merchant }: Pick<Awaited<ReturnType<typeof connectBank>>, 'settings' | 'merchant'>,
  { sent, body, labels, now }: IssuerAnswer,
): IssuerVerdict {
  const { acceptHalfSecure } = merchant;
  const verdict = issuerVerdict(sent, connectThreeD(settings).verifyThreeD(body, sent), {
    acceptHalfSecure,
    now,
  });
  if (verdict.kind !== 'refused') {
    measure({ ThreeDAnswersRefused: 0 }, labels);
    return verdict;
  }
  const { reason, isSuspect, fieldNames } = verdict;
  const which = { ...labels, reason };
  measure({ ThreeDAnswersRefused: isSuspect ? 1 : 0 }, which);
  log('warn', '3-D Secure answer refused', { ...which, ...defined({ fieldNames }) });
  return verdict;
}
