// The answer of an endpoint, from which the wrapper makes the envelope.
export type Sentence = { tr: string; en: string };

export type Answer = {
  /** 200 unless given. */
  status?: 200 | 201 | 202;
  message: Sentence;
  data: Record<string, unknown> | null;
  /**
   * The customer or card whose personal data is in `data`. After the owner is erased, the stored copy of the
   * answer cannot be decrypted.
   */
  owner?: { id: string; secret?: Uint8Array | undefined };
  /** ISO: the end of what was created. Under an idempotency key the answer is stored until then at least. */
  lastsUntil?: string;
};
