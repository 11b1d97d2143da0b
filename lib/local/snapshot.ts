// A map that survives a restart. Every change is appended to the file at once (a line each), so that a
// killed process loses nothing it has answered for, and ten thousand entries cost no more per change than
// ten. The file is rewritten as a whole, atomically, when most of its lines are outdated.
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

export type Snapshot<Value> = {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  entries(): Iterable<[string, Value]>;
  size(): number;
  /** Leaves a compact file behind; nothing may be changed afterwards. */
  close(): void;
};

/** One line of the file: what a key holds from here on; without a value it is gone. */
type Line<Value> = [key: string, value?: Value];

const outdatedLinesAllowed = 10_000;

/** `Value` must be plain JSON. Without a file the map lives in memory only. */
export function openSnapshot<Value>(file?: string): Snapshot<Value> {
  const values = new Map<string, Value>();
  if (file === undefined) return memoryOnly(values);

  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) readLines(file, values);
  let descriptor = rewrite(file, values);
  let lines = values.size;

  const append = (line: Line<Value>) => {
    writeSync(descriptor, `${JSON.stringify(line)}\n`);
    lines += 1;
    if (lines > 4 * values.size + outdatedLinesAllowed) compact();
  };
  const compact = () => {
    closeSync(descriptor);
    descriptor = rewrite(file, values);
    lines = values.size;
  };

  return {
    ...memoryOnly(values),
    set(key, value) {
      values.set(key, value);
      append([key, value]);
    },
    delete(key) {
      if (values.delete(key)) append([key]);
    },
    close() {
      compact();
      closeSync(descriptor);
    },
  };
}

function memoryOnly<Value>(values: Map<string, Value>): Snapshot<Value> {
  return {
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    delete: (key) => void values.delete(key),
    entries: () => values.entries(),
    size: () => values.size,
    close: () => {},
  };
}

function readLines<Value>(file: string, values: Map<string, Value>): void {
  const lines = readFileSync(file, 'utf8').split('\n');
  // A complete file ends with a line break; what follows the last one was cut off and never answered for.
  lines.pop();
  for (const [index, text] of lines.entries()) {
    const line = parseLine<Value>(text);
    if (line === undefined) throw new Error(`${file}, line ${index + 1}: not a line of a snapshot`);
    const [key, value] = line;
    if (value === undefined) values.delete(key);
    else values.set(key, value);
  }
}

function parseLine<Value>(text: string): Line<Value> | undefined {
  try {
    const line: unknown = JSON.parse(text);
    return Array.isArray(line) && typeof line[0] === 'string' ? [line[0], line[1]] : undefined;
  } catch {
    return undefined;
  }
}

/** Writes beside the file and renames: a kill in between leaves the old file or the new one, never half. */
function rewrite<Value>(file: string, values: Map<string, Value>): number {
  const beside = `${file}.new`;
  const lines = Array.from(values, (line) => `${JSON.stringify(line)}\n`);
  writeFileSync(beside, lines.join(''), { mode: 0o600 });
  renameSync(beside, file);
  return openSync(file, 'a');
}
