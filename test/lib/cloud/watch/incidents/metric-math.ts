// The part of CloudWatch's metric math that our alarms use, for the values of one period. A metric without
// data is undefined: FILL gives it a value, otherwise it counts as zero; without any data there is no result.

export type PeriodValues = Readonly<Record<string, number | undefined>>;
type Read = (values: PeriodValues) => number | undefined;

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(>=|<=|==|!=|[-+*/<>(),]))/y;

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const found = TOKEN.exec(text);
    if (found === null) throw new Error(`Not understood: ${text}`);
    tokens.push(found[0].trim());
  }
  return tokens;
}

/** Operators by precedence, the weakest first. */
const LEVELS: readonly Readonly<Record<string, (a: number, b: number) => number>>[] = [
  { OR: (a, b) => Number(a !== 0 || b !== 0) },
  { AND: (a, b) => Number(a !== 0 && b !== 0) },
  {
    '>=': (a, b) => Number(a >= b),
    '<=': (a, b) => Number(a <= b),
    '==': (a, b) => Number(a === b),
    '!=': (a, b) => Number(a !== b),
    '>': (a, b) => Number(a > b),
    '<': (a, b) => Number(a < b),
  },
  { '+': (a, b) => a + b, '-': (a, b) => a - b },
  { '*': (a, b) => a * b, '/': (a, b) => a / b },
];

const FUNCTIONS: Readonly<Record<string, (args: readonly (number | undefined)[]) => number | undefined>> = {
  FILL: ([value, instead]) => value ?? instead,
  IF: ([condition, yes, no]) => (condition === undefined ? undefined : condition === 0 ? no : yes),
};

/** Parses an expression. Throws if it contains an unknown function. */
export function readExpression(text: string): Read {
  const tokens = tokensOf(text);
  const take = (): string => tokens.shift() ?? '';
  const peek = (): string => tokens[0] ?? '';

  function binary(level: number): Read {
    const operators = LEVELS[level];
    if (operators === undefined) return primary();
    let left = binary(level + 1);
    for (let operator = operators[peek()]; operator; operator = operators[peek()]) {
      take();
      const [before, compute, right] = [left, operator, binary(level + 1)];
      left = (values) => {
        const [a, b] = [before(values), right(values)];
        return a === undefined && b === undefined ? undefined : compute(a ?? 0, b ?? 0);
      };
    }
    return left;
  }

  function primary(): Read {
    const token = take();
    if (/^\d/.test(token)) return () => Number(token);
    if (token === '(') {
      const inner = binary(0);
      take();
      return inner;
    }
    if (peek() !== '(') return (values) => values[token];
    const apply = FUNCTIONS[token];
    if (apply === undefined) throw new Error(`${token} is not known.`);
    const args: Read[] = [];
    do {
      take();
      args.push(binary(0));
    } while (peek() === ',');
    take();
    return (values) => apply(args.map((arg) => arg(values)));
  }

  return binary(0);
}
