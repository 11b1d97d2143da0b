// What the pages of the demo shop and their script agree on.

/** An event as a page shows it, and as its script receives it. */
export type ShownEvent = Record<'id' | 'type' | 'time' | 'says' | 'object' | 'body', string>;
