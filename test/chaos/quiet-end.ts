// Lets all work end: the bank is healthy, the clock moves until no outcome is unknown, open reviews are
// resolved by an inquiry, and every key is sent once more.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PRESENT } from '../release/unpack.ts';
import { type Place, sendWrite } from './caller.ts';
import { codeOf } from './journal.ts';
import type { Merchant } from './merchant.ts';

/** The last inquiry of an unknown outcome is made after 31 hours (payments.md 3.2). */
const STEPS = ['PT10M', 'PT10M', 'PT3H', 'PT34H', 'PT10M'];

export async function endQuietly(place: Place, merchants: readonly Merchant[]): Promise<void> {
  const { server } = place;
  await server.ready();
  await server.control('POST', '/scheduler', { running: true });
  await server.control('POST', '/bank/script', { outcomes: [] });
  await finishEveryKey(place, merchants);
  for (const by of STEPS) await server.control('POST', '/clock', { by });
  await resolveReviews(place);
}

/** Sends each unanswered or in-progress key until it is answered. */
async function finishEveryKey(place: Place, merchants: readonly Merchant[]): Promise<void> {
  const apiKeys = new Map(merchants.map(({ name, apiKey }) => [name, apiKey]));
  for (const sent of place.journal.sent.values()) {
    for (let tries = 0; tries < 4 && sent.promised === undefined; tries += 1) {
      if (sent.refused !== undefined && codeOf(sent.refused) !== 'REQUEST_IN_PROGRESS') break;
      delete sent.refused;
      await sendWrite(place, apiKeys.get(sent.merchant) ?? '', sent);
      // The first request counts as crashed after a minute (api.md 7.4).
      if (sent.promised === undefined) await place.server.control('POST', '/clock', { by: 'PT65S' });
    }
  }
}

/** Sends every acknowledged key once more. The answers must be the same to the byte. */
export async function replayEveryKey(place: Place, merchants: readonly Merchant[]): Promise<void> {
  for (const { name, apiKey } of merchants) {
    const promised = [...place.journal.sent.values()].filter(
      (sent) => sent.merchant === name && sent.promised !== undefined,
    );
    for (let at = 0; at < promised.length; at += 8) {
      await Promise.all(promised.slice(at, at + 8).map((sent) => sendWrite(place, apiKey, sent)));
    }
  }
}

type Review = { merchantId: string; refundId?: string; paymentReferenceNumber?: string };

/**
 * A healthy bank answers every inquiry, so an inquiry is enough; the auditors find reviews that remain open.
 */
async function resolveReviews({ server }: Place): Promise<void> {
  const review = async (...args: string[]) => {
    const command = [join(PRESENT, 'bin/review.ts'), ...args, '--local', server.baseUrl];
    return JSON.parse((await promisify(execFile)(process.execPath, command)).stdout) as unknown;
  };
  const open = (await review('list')) as Review[];
  if (open.length === 0) return;
  await review('ask', '--all');
  await server.control('POST', '/clock', { by: 'PT11M' });
}
