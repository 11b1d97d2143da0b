// A pattern with Unicode classes, made by its first use. V8 reads a literal with the source, wherever it
// stands, and builds its classes then: at each start it costs as much as 7 KB of code.

/* @__NO_SIDE_EFFECTS__ */
export function unicodePattern(source: string, flags = 'u'): () => RegExp {
  let made: RegExp | undefined;
  return () => {
    made ??= new RegExp(source, flags);
    return made;
  };
}
