// What an endpoint answers. The wrapper makes the envelope of it.
export type Sentence = { tr: string; en: string };

export type Answer = {
  /** 200 unless given. */
  status?: 200 | 201 | 202;
  says: Sentence;
  data: Record<string, unknown> | null;
  /** Of whose personal data it tells: its stored copy cannot be read once the owner is erased. */
  owner?: { id: string; secret?: Uint8Array | undefined };
};
