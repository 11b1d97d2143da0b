// How a state may change, written down beside the rules. A test holds each table to what the running service
// and the domain do; docs/architecture.md is drawn from them.

/** For each state the states that can follow it, and what causes the change. A state may also be kept. */
export type Transitions<State extends string> = {
  readonly [From in State]: { readonly [To in Exclude<State, From>]?: string };
};
