// Loads a value once for each name, for as long as the returned function is kept.
export function once<Value>(load: (name: string) => Promise<Value>): (name: string) => Promise<Value> {
  const loaded = new Map<string, Promise<Value>>();
  return async (name) => {
    const loading = loaded.get(name) ?? load(name);
    loaded.set(name, loading);
    return await loading;
  };
}
