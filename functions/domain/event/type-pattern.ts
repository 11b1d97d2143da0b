// The types and patterns of types by which a webhook chooses its events: `refund.completed`, `refund.*`, `*`.

/** True if a webhook's types contain the event's type, or a pattern that it matches. */
export const isAmong = (eventTypes: readonly string[], type: string): boolean =>
  eventTypes.some(
    (one) => one === '*' || one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1))),
  );
