// The allowed changes of states, in tables beside the rules. A test compares each table with the running
// service and the domain; the diagrams of docs/architecture.md are drawn from the tables.

/** For each state, the states that can follow it and the cause of each change. A state may also be kept. */
export type Transitions<State extends string> = {
  readonly [From in State]: { readonly [To in Exclude<State, From>]?: string };
};
