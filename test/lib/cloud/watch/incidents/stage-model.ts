// A model of a stage for many sizes: which metrics its buyers, charges, refunds, schedules, canary and sweep
// publish minute by minute, with and without a fault. Arrivals and outcomes are drawn from a seed.
import { NAMESPACE } from '#telemetry/metric.ts';
import { countedIn } from '../../../../../lib/cloud/watch/metrics.ts';
import { STAGE } from './alarm-evaluator.ts';
import { poisson, randomOf } from './draws.ts';
import { MinuteData } from './minute-data.ts';

export const MINUTE_MS = 60_000;
const MINUTES_A_MONTH = 30 * 24 * 60;

/** Shares of a step's cases that a fault hits. */
export type Fault = {
  create?: number;
  pay?: number;
  callback?: number;
  charge?: number;
  refund?: number;
  /** Refunds that the bank refuses. */
  refusesRefund?: number;
  /** Calls to the bank whose answers are lost. `isDown`: all are, so that its breaker opens. */
  unknown?: number;
  unreachable?: number;
  isDown?: true;
  /** Sales that the bank declines: without a reason, because its system fails, because of the shop. */
  declines?: number;
  systemDeclines?: number;
  shopDeclines?: number;
  wrongSignatures?: number;
  /** The delivering function does not run; no receiver is reached. */
  noDeliveries?: true;
  noReceivers?: true;
  noSchedules?: true;
};

/** A quiet stage: shares of attempts, and faults of single cases that need nobody. */
const USUAL = {
  isDeclined: 0.25,
  /** Of declined pages and charges: for no reason that lies in the card; because a system fails. */
  isUnspecific: 0.3,
  isTechnical: 0.04,
  chargeIsDeclined: 0.3,
  /** Of buyers who are declined, and of their further tries: most with the same card. */
  triesAgain: 0.4,
  isDeclinedAgain: 0.8,
  challenges: 0.6,
  charges: 0.1,
  refunds: 0.03,
  refundFails: 0.02,
  serverErrors: 0.0002,
  bankUnknown: 0.001,
  forgedAnswers: 0.0005,
  deliveryFails: 0.03,
} as const;

/** A night has a quarter of the mean, a day more. */
const weightAt = (minute: number) => (Math.floor(minute / 60) % 24 < 8 ? 0.25 : 1.375);

type Plan = { perMonth: number; minutes: number; seed: number; fault?: Fault; faultAt?: number };
type Played = { data: MinuteData; affectedAt: readonly number[] };

/** Plays a stage. `affectedAt`: the minute of each payment, charge or refund that a fault hit. */
export function playStage(plan: Plan): Played {
  const stage = new Stage(plan);
  for (let minute = 0; minute < plan.minutes; minute += 1) stage.play(minute);
  return { data: stage.data, affectedAt: stage.affectedAt };
}

const BEATS = { sweep: 1, canary: 5, 'page-check': 15, reconcile: 15, 'merchant-watch': 15 } as const;
/** The alarm of backups looks back a day and a half. */
const BACKUPS_BEFORE = 2 * 24 * 60;
/** Lost calls with smaller gaps open a breaker. */
const CALLS_TO_OPEN = 5;
const GAP_MINUTES = 15;

class Stage {
  readonly data: MinuteData;
  readonly affectedAt: number[] = [];
  #random: () => number;
  // Of its own for what buyers do next, so that it changes no other draw.
  readonly #randomNext: () => number;
  readonly #plan: Plan;
  #minute = 0;
  #lostCalls: number[] = [];
  #openedAt: number | undefined;
  #stuckCharges = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#random = randomOf(plan.seed);
    this.#randomNext = randomOf(plan.seed + 1_000);
    this.data = new MinuteData(-BACKUPS_BEFORE * MINUTE_MS, BACKUPS_BEFORE + plan.minutes + 1);
    for (let at = -BACKUPS_BEFORE; at < plan.minutes; at += 12 * 60) {
      this.#addAt(at, 'AWS/Backup', 'NumberOfBackupJobsCompleted', {
        BackupVaultName: `payment-${STAGE}-vault`,
      });
    }
  }

  #addAt(minute: number, namespace: string, name: string, dimensions: Record<string, string>, value = 1) {
    this.data.add({ namespace, name, dimensions }, minute * MINUTE_MS, value);
  }
  #own(name: string, value = 1, more: Record<string, string> = {}): void {
    this.#addAt(this.#minute, NAMESPACE, name, { stage: STAGE, ...more }, value);
  }
  #lambda(name: string, metric: 'Invocations' | 'Errors'): void {
    this.#addAt(this.#minute, 'AWS/Lambda', metric, { FunctionName: `payment-${STAGE}-${name}` });
    if (metric === 'Errors') this.#addAt(this.#minute, 'AWS/Lambda', 'Errors', {});
  }

  get #fault(): Fault {
    const { fault, faultAt = 0 } = this.#plan;
    return fault && this.#minute >= faultAt ? fault : {};
  }
  #happens(share = 0): boolean {
    return share >= 1 || (share > 0 && this.#random() < share);
  }
  #hit(share: number | undefined, isReal: boolean): boolean {
    const isHit = this.#happens(share);
    if (isHit && isReal) this.affectedAt.push(this.#minute);
    return isHit;
  }

  play(minute: number): void {
    this.#minute = minute;
    const { perMonth } = this.#plan;
    const mean = (perMonth / MINUTES_A_MONTH) * weightAt(minute);
    for (let left = poisson(mean, this.#random); left > 0; left -= 1) this.#buyer(true);
    for (let left = poisson(mean * USUAL.charges, this.#random); left > 0; left -= 1) this.#charge();
    for (let left = poisson(mean * USUAL.refunds, this.#random); left > 0; left -= 1) this.#refund(true);
    this.#beats();
  }

  /** False if the call ends with an error of the service. */
  #call(api: 'api' | 'pay', broken: number | undefined, isReal: boolean): boolean {
    const dimensions = { ApiName: `payment-${STAGE}-${api}` };
    this.#addAt(this.#minute, 'AWS/ApiGateway', 'Count', dimensions);
    const isBroken = this.#hit(broken, isReal) || this.#happens(USUAL.serverErrors);
    if (isBroken) {
      this.#addAt(this.#minute, 'AWS/ApiGateway', '5XXError', dimensions);
      this.#addAt(this.#minute, countedIn(STAGE, 'Faults'), 'Faults', {});
    }
    return !isBroken;
  }

  /** True if the page was paid. The canary's page publishes no metrics of the service. */
  #buyer(isReal: boolean): boolean {
    const fault = this.#fault;
    if (!this.#call('api', fault.create, isReal) || !this.#call('pay', undefined, isReal)) return false;
    if (!this.#call('pay', fault.pay, isReal)) return false;
    if (isReal) this.#own('PagesSubmitted');
    if (isReal ? this.#happens(USUAL.challenges) : true) {
      if (!this.#call('pay', fault.callback, isReal)) return false;
      if (isReal && !this.#answer()) return false;
    }
    if (!isReal) return true;
    if (this.#sale('PagesDeclined', USUAL.isDeclined)) return true;
    const random = this.#random;
    this.#random = this.#randomNext;
    if (this.#happens(USUAL.triesAgain)) this.#buyAgain();
    this.#random = random;
    return false;
  }

  /** The order was counted when it was declined first, also as one that a fault hit. */
  #buyAgain(): void {
    if (!this.#call('pay', undefined, false)) return;
    this.#own('PagesSubmitted');
    const { declines, systemDeclines, shopDeclines } = this.#fault;
    const shares = [declines, systemDeclines, shopDeclines, USUAL.isDeclinedAgain];
    const isDeclined = shares.some((share) => this.#happens(share));
    this.#own('PagesDeclined', isDeclined ? 1 : 0);
    if (!isDeclined) this.#judged({});
  }

  #judged({ isUnspecific = false, isTechnical = false }): void {
    this.#own('UnspecificDeclines', isUnspecific || isTechnical ? 1 : 0);
    this.#own('TechnicalDeclines', isTechnical ? 1 : 0);
  }

  /** Ten days apart the system of an issuer with a fifth of the cards fails, from two to three. */
  get #isOfFailedIssuer(): boolean {
    const [day, hour] = [Math.floor(this.#minute / 1440), Math.floor(this.#minute / 60) % 24];
    return day % 10 === 5 && hour === 14 && this.#randomNext() < 0.2;
  }

  /** The issuer's answer: false if it is refused. */
  #answer(): boolean {
    const isWrong = this.#hit(this.#fault.wrongSignatures, true) || this.#happens(USUAL.forgedAnswers);
    this.#own('ThreeDAnswersRefused', isWrong ? 1 : 0);
    return !isWrong;
  }

  /** Opens the breaker after the fifth call that is lost. */
  #lose(): void {
    if (!this.#fault.isDown) return;
    const since = this.#lostCalls.at(-1) ?? this.#minute;
    this.#lostCalls =
      this.#minute - since > GAP_MINUTES ? [this.#minute] : [...this.#lostCalls, this.#minute];
    if (this.#lostCalls.length >= CALLS_TO_OPEN) this.#openedAt ??= this.#minute;
  }

  #sale(declined: 'PagesDeclined' | 'ChargesDeclined', usual: number): boolean {
    const fault = this.#fault;
    if (this.#openedAt !== undefined) {
      this.affectedAt.push(this.#minute);
      return false;
    }
    const isUnreachable = this.#hit(fault.unreachable, true);
    const isUnknown = !isUnreachable && (this.#hit(fault.unknown, true) || this.#happens(USUAL.bankUnknown));
    this.#own('BankUnknown', isUnknown ? 1 : 0);
    this.#own('BankUnreachable', isUnreachable ? 1 : 0);
    // The sweep asks for the outcome.
    if (isUnknown) this.#own('BankUnknown', fault.isDown ? 1 : 0);
    if (isUnknown || isUnreachable) {
      this.#lose();
      return false;
    }
    this.#own('BankLatency', 300, { operation: 'sale' });
    if (this.#hit(fault.shopDeclines, true)) {
      this.#own('MerchantFaults');
      return false;
    }
    const isSystem = this.#hit(fault.systemDeclines, true) || this.#isOfFailedIssuer;
    const isRefused = !isSystem && this.#hit(fault.declines, true);
    const isDeclined = isSystem || isRefused || this.#happens(usual);
    this.#own(declined, isDeclined ? 1 : 0);
    const reason = isDeclined && !isSystem && !isRefused ? this.#random() : 1;
    const isTechnical = isSystem || reason < USUAL.isTechnical;
    this.#judged({ isUnspecific: isRefused || reason < USUAL.isUnspecific, isTechnical });
    if (!this.#fault.noDeliveries) this.#deliver();
    return !isDeclined;
  }

  #deliver(): void {
    const isFailed = this.#hit(this.#fault.noReceivers ? 1 : 0, true) || this.#happens(USUAL.deliveryFails);
    this.#own('DeliveriesFailed', isFailed ? 1 : 0);
    // Five seconds and a minute later it is tried again.
    if (isFailed) this.#own('DeliveriesFailed', this.#fault.noReceivers ? 1 : 0);
    if (isFailed && this.#fault.noReceivers) this.#own('DeliveriesFailed');
  }

  #charge(): void {
    if (this.#fault.noSchedules) {
      this.affectedAt.push(this.#minute);
      return;
    }
    if (this.#hit(this.#fault.charge, true)) {
      // Lambda tries an event three times. Then it is a dead letter, and the sweep finds the charge overdue.
      for (let tries = 0; tries < 3; tries += 1) {
        this.#lambda('charge', 'Invocations');
        this.#lambda('charge', 'Errors');
      }
      this.#stuckCharges += 1;
      const dimensions = { QueueName: `payment-${STAGE}-dead-letters` };
      this.#addAt(this.#minute, 'AWS/SQS', 'NumberOfMessagesSent', dimensions);
      return;
    }
    this.#lambda('charge', 'Invocations');
    this.#own('ChargesAttempted');
    this.#own('ChargesLate', 0);
    this.#sale('ChargesDeclined', USUAL.chargeIsDeclined);
  }

  #refund(isReal: boolean): boolean {
    if (!this.#call('api', this.#fault.refund, isReal)) return false;
    if (!isReal) return true;
    const isFailed = this.#hit(this.#fault.refusesRefund, true) || this.#happens(USUAL.refundFails);
    this.#own(isFailed ? 'RefundsFailed' : 'RefundsCompleted');
    return !isFailed;
  }

  #beats(): void {
    const { noSchedules, noDeliveries, noReceivers } = this.#fault;
    for (const [name, minutes] of Object.entries(BEATS)) {
      const isStopped = noSchedules === true && name !== 'merchant-watch';
      if (this.#minute % minutes === 0 && !isStopped) this.#lambda(name, 'Invocations');
    }
    if (!noSchedules && !noDeliveries) this.#own('DeliveryWait', 0);
    // In a quiet stage the server of some merchant is dead; with no receiver the canary's webhook fails too.
    const merchants = this.#plan.perMonth < 10_000 ? 1 : 3;
    this.#own('MerchantsFailing', noReceivers ? merchants + 1 : merchants);
    if (noSchedules) return;
    if (this.#minute % BEATS.canary === 0) this.#canary();
    if (this.#minute % 5 === 0 && this.#stuckCharges > 0) this.#own('ChargesOverdue', this.#stuckCharges);
    // The bank of a live account is asked each minute.
    if (this.#openedAt === undefined) this.#lose();
    if (this.#openedAt === this.#minute) this.#own('BanksOpened');
    if (this.#openedAt !== undefined) this.#own('BanksDown');
  }

  /** Pays a page at the simulated bank, refunds it, and looks whether its events arrived. */
  #canary(): void {
    const { noDeliveries, noReceivers } = this.#fault;
    const isDone = this.#buyer(false) && this.#refund(false) && !noDeliveries && !noReceivers;
    if (!isDone) this.#lambda('canary', 'Errors');
  }
}
