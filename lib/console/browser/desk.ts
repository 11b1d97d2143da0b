// What the console knows: the session, the address, the answers to the calls of the view, and what somebody
// types. Views are functions of it; a change draws everything again.
import type { VNode } from 'preact';
import type { ActionDraft, ActionName, DeskNotice } from './actions.ts';
import { type Ask, type AskState, nameOfAsk } from './loading.ts';
import type { DeskPlace } from './place.ts';
import type { DeskSession } from './session.ts';

export type Desk = {
  session: DeskSession | undefined;
  lock: 'starting' | 'signedOut' | 'idle' | 'ended' | 'refused' | 'offline';
  place: DeskPlace;
  answers: Map<string, AskState>;
  draft: ActionDraft | undefined;
  notice: DeskNotice | undefined;
  /** The effect of a draft that was told last: it keeps its place while the next amount is asked about, or is none. */
  told: { of: string; data: unknown } | undefined;
  typed: string;
  hasShortcuts: boolean;
  /** The service's time when it was drawn. */
  nowMs: number;
};

/** What can be done with it: all that a press of a button or a key begins. */
export type Hands = {
  go(address: string): void;
  begin(action: ActionName, of: string, fields?: Record<string, string>): void;
  copy(text: string): void;
  /** Saves the list of a call as a table. */
  save(ask: Ask<unknown>, name: string): void;
  /** Of the draft: a field is filled in, it is sent, it is dropped. */
  fill(name: string, value: string): void;
  send(): void;
  drop(): void;
  set(change: Partial<Pick<Desk, 'typed' | 'notice' | 'hasShortcuts'>>): void;
  speak(): void;
  signOut(): void;
  unlock(): void;
};
export type DeskProps = { desk: Desk; hands: Hands };

export type DeskView = {
  title(): string;
  /** All calls of the view, which are made at once; those that need an answer of another follow it. */
  asks(desk: Desk): (Ask<unknown> | undefined)[];
  draw(desk: Desk, hands: Hands): VNode;
};

const NONE = { isLoading: false };
export const answerTo = <Data>({ answers }: Pick<Desk, 'answers'>, ask: Ask<Data> | undefined) =>
  ((ask && answers.get(nameOfAsk(ask))) ?? NONE) as AskState<Data>;
