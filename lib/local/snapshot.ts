// A map that survives a restart. Every change is appended to the file at once, one line each, so a killed
// process loses no change that it has confirmed, and a change costs the same with ten or ten thousand
// entries. If most lines are outdated, the file is rewritten atomically.
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
  /** Either all changes of `work` survive a kill, or none. */
  together(work: () => void): void;
  entries(): Iterable<[string, Value]>;
};

/** One line of the file: a key and its new value; without a value the key was deleted. */
type SnapshotLine<Value> = [key: string, value?: Value];

const outdatedLinesAllowed = 10_000;

/** `Value` must be plain JSON. Without a file the map is in memory only. */
export function openSnapshot<Value>(file?: string): Snapshot<Value> {
  const values = new Map<string, Value>();
  if (file === undefined) return inMemory(values);

  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) readLines(file, values);
  let descriptor = rewrite(file, values);
  let lines = values.size;

  /** The lines of the `together` call that is running. */
  let held: string[] | undefined;
  const append = (line: SnapshotLine<Value>) => {
    const text = `${JSON.stringify(line)}\n`;
    if (held === undefined) write([text]);
    else held.push(text);
  };
  const write = (texts: readonly string[]) => {
    writeSync(descriptor, texts.join(''));
    lines += texts.length;
    if (lines <= 4 * values.size + outdatedLinesAllowed) return;
    closeSync(descriptor);
    descriptor = rewrite(file, values);
    lines = values.size;
  };

  return {
    ...inMemory(values),
    set(key, value) {
      values.set(key, value);
      append([key, value]);
    },
    delete(key) {
      if (values.delete(key)) append([key]);
    },
    together(work) {
      held = [];
      try {
        work();
      } finally {
        const texts = held;
        held = undefined;
        write(texts);
      }
    },
  };
}

function inMemory<Value>(values: Map<string, Value>): Snapshot<Value> {
  return {
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    delete: (key) => void values.delete(key),
    together: (work) => work(),
    entries: () => values.entries(),
  };
}

function readLines<Value>(file: string, values: Map<string, Value>): void {
  const lines = readFileSync(file, 'utf8').split('\n');
  // A complete file ends with a line break. Text after the last one is an interrupted, unconfirmed write.
  lines.pop();
  for (const [index, text] of lines.entries()) {
    const line = parseLine<Value>(text);
    if (line === undefined) throw new Error(`${file}, line ${index + 1}: not a line of a snapshot`);
    const [key, value] = line;
    if (value === undefined) values.delete(key);
    else values.set(key, value);
  }
}

function parseLine<Value>(text: string): SnapshotLine<Value> | undefined {
  try {
    const line: unknown = JSON.parse(text);
    return Array.isArray(line) && typeof line[0] === 'string' ? [line[0], line[1]] : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a temporary file and renames it: after a kill the old or the new file exists, complete. */
function rewrite<Value>(file: string, values: Map<string, Value>): number {
  const temporaryFile = `${file}.new`;
  const lines = Array.from(values, (line) => `${JSON.stringify(line)}\n`);
  writeFileSync(temporaryFile, lines.join(''), { mode: 0o600 });
  renameSync(temporaryFile, file);
  return openSync(file, 'a');
}
