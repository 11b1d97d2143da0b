// Python with the packed client, as a process that runs code when it is told to.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Prints for each line, code in JSON, what the code leaves in `out`, or what it raised. */
const LOOP = `
import decimal, json, sys, time
from payment_service_client import *
from payment_service_client.verify import *
scope = globals()
for line in sys.stdin:
    out = None
    try:
        exec(json.loads(line), scope)
    except Exception as error:
        out = {"raised": type(error).__name__, "text": str(error)}
    print(json.dumps(out, default=repr), flush=True)
`;

type Raised = { raised: string; text: string };
type Python = {
  /** Returns what the code leaves in `out`; a Decimal as its repr, what it raises as its class and text. */
  run<Out = Raised>(code: string): Promise<Out>;
  close(): void;
};

export function startPython(path: string): Python {
  const python = spawn('python3', ['-c', LOOP], {
    env: { ...process.env, PYTHONPATH: path },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(python.stdout)[Symbol.asyncIterator]();
  return {
    run: async <Out>(code: string) => {
      python.stdin.write(`${JSON.stringify(code)}\n`);
      const { value } = (await lines.next()) as { value?: string };
      if (value === undefined) throw new Error('Python has ended.');
      return JSON.parse(value) as Out;
    },
    close: () => void python.kill(),
  };
}

/** A value as Python writes it; numbers with decimals become Decimals. */
export function py(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number')
    return Number.isInteger(value) ? String(value) : `decimal.Decimal("${value}")`;
  if (Array.isArray(value)) return `[${value.map(py).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}: ${py(one)}`)
    .join(', ')}}`;
}
