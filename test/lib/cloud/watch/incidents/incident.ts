// An incident of docs/incidents.md.

type Test = readonly [file: string, name: string];
export type Incident = {
  what: string;
  /** The alarm or incident that sends the message, and its part with the fault; absent if none fires. */
  fires?: readonly [message: string, part?: string];
  /**
   * A page below docs/ and a command in it; without a command the page has instructions or no action is
   * needed.
   */
  page: string;
  command?: string;
  lost: string;
  tests: readonly Test[];
};
