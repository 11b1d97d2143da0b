// Options of a deployment as commands take them from the command line, like `cdk deploy`.

/** Reads `stage=production`. Throws if a text has no value. */
export function givenOptions(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((text) => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
      if (name === undefined || value === undefined)
        throw new Error(`${text} is not an option with a value, such as stage=production`);
      return [name, value];
    }),
  );
}
