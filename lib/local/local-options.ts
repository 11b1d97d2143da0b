// How a local service is started.
import type { BankProtocol } from '../bank/account.ts';
import type { LambdasOptions } from './aws/lambda.ts';
import type { DeliveryOptions } from './aws/scheduler/delivery.ts';
import type { LocalMerchantOptions } from './local-merchant.ts';
import type { OpenShop } from './local-shop.ts';

export type LocalOptions = {
  /** 0 chooses a free port. */
  port: number;
  /** A folder for the data, which then survives a restart. Without it the data is in memory. */
  dataFolder?: string;
  startAt?: Date;
  /** When the bank closes its batch, in Istanbul, like `22:00`. Default: `24:00`. */
  batchClose?: string;
  /** The protocol of the bank of merchants that name none; default NestPay. */
  bankProtocol?: BankProtocol;
  /** Names of this machine under which the service answers, besides localhost. */
  hosts?: readonly string[];
  /** Creates the shop at `/` and `/shop`. Absent: there is no shop. */
  shop?: OpenShop;
  /** The branding and logo with which the shop's merchant is created. */
  shopFace?: (baseUrl: string) => NonNullable<LocalMerchantOptions['face']>;
  /** The number of shards over which due rows are spread. Default: as many as deployed. */
  dueShards?: number;
  /** False: the reconciliation does not run automatically, so that tests can count the calls to the bank. */
  reconciles?: boolean;
  /** False: the clock announces no events, so that tests see only events of changes. */
  announces?: boolean;
  /** Reads the table's stream, so that changes become events. Default: false, so that tests are fast. */
  events?: boolean;
  /**
   * Gives the table a stream even if nothing reads it here, so that a test can read all changes at its end.
   */
  hasStream?: boolean;
  /**
   * Messages and results are signed with the machine's time, however far the clock was moved. Default: false,
   * so that receivers in the process of a test agree with them.
   */
  signsByMachine?: boolean;
  /** The shop's merchant gets a second key, which may request refunds only. */
  hasRefundKey?: true;
  /** Awaited before the API answers: what the first caller finds in the table. */
  prepare?: (merchantId: string, now: Date) => Promise<unknown>;
  /** Wraps every invocation of a function, so tests can inject faults. */
  around?: LambdasOptions['around'];
  /** Decides how the Scheduler delivers each invocation, so tests can inject faults. */
  triggerDelivery?: DeliveryOptions['faults'];
  /** Receives every metric line of the functions; the lines are not printed. */
  onMetrics?: (line: string) => void;
};
