// What the settings of every bank have beside its own: the limits of a call, as agreed with the bank.
import { natural, optional, type ValueOf } from '#domain/shape.ts';

export const callSettings = () => ({
  /** The longest time in milliseconds that a request may be under way inside the bank; default 300 s. */
  landingTimeMs: optional(natural),
  /** Time limit in milliseconds for the connection, TLS included; default 3 s. */
  connectTimeoutMs: optional(natural),
  /** Time limit in milliseconds for the whole call; default 20 s. */
  callTimeoutMs: optional(natural),
  /** Inquiries of a reconciliation that the bank has agreed to answer at once, 1 to 100; default 10. */
  inquiriesAtOnce: optional(natural),
});

/** The limits that hold. "Not found" is believed only after the bank's longest landing time. */
export const callLimits = (settings: ValueOf<typeof callSettings>) => ({
  landingTimeMs: settings.landingTimeMs ?? 300_000,
  timeouts: {
    connectTimeoutMs: settings.connectTimeoutMs ?? 3_000,
    callTimeoutMs: settings.callTimeoutMs ?? 20_000,
  },
  bookCheck: { by: 'order' as const, atOnce: settings.inquiriesAtOnce ?? 10 },
});
