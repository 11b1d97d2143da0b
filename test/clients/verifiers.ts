// The verifiers of docs/shops.md in the languages that need a package or another program: each gets results
// of an order and of a card, right and wrong ones, and says of each whether it accepts it. That of JavaScript
// is tested by test/docs/shop-guide*.test.ts.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { guideCode, type Link, type Order } from '../docs/shop-code.ts';
import { signedAgain } from '../drivers/result.ts';

type Run = (command: string, args: readonly string[], cwd: string) => Promise<string>;
/** `session` is what the shop compares; an empty one is that of a shop that forgot what it sold. */
export type Case = { kind: 'order' | 'card'; url: string; session: Partial<Order & Link>; isRight: boolean };

type Verifier = {
  /** The program that must be installed. */
  program: string;
  /** Installs packages and compiles; returns the command that reads the file `cases`. */
  build(home: string, run: Run): Promise<[string, ...string[]]>;
};

/** The same facts, signed by whoever knows that the shop's secret was never set. */
const unsigned = ({ url, ...one }: Case): Case => ({ ...one, url: signedAgain(url, ''), isRight: false });

/** One case a line: kind, address, result, and what the session compares of an order and of a card. */
const casesText = (cases: readonly Case[]): string =>
  cases
    .map(({ kind, url, session }) => {
      const { orderNumber, amount, currency, customerId, purpose, recurringPaymentId } = session;
      const result = new URL(url).searchParams.get('result');
      const given = [orderNumber, amount, currency, customerId, purpose, recurringPaymentId];
      return [kind, url, result, ...given.map((one) => one ?? '')].join('\t');
    })
    .join('\n');

const PYTHON = `
import sys
from types import SimpleNamespace
for line in open("cases"):
    kind, url, _, number, amount, currency, customer, purpose, plan = line.rstrip("\\n").split("\\t")
    try:
        if kind == "order":
            verified_order(url, SimpleNamespace(
                number=number or None, amount=Decimal(amount or 0), currency=currency or None))
        else:
            verified_card(url, SimpleNamespace(
                customer_id=customer or None, purpose=purpose or None, recurring_payment_id=plan or None))
        print("yes")
    except (ValueError, jwt.InvalidTokenError):
        print("no")
`;

const JAVA_CASES = `
record Order(String number, BigDecimal amount, String currency) {}
record Link(String customerId, String purpose, String recurringPaymentId) {}
public static void main(String[] args) throws Exception {
    Map<String, String> secrets = new java.util.HashMap<>();
    for (var one : System.getenv("PAYMENT_SIGNING_SECRETS").replaceAll("[{}\\" ]", "").split(","))
        secrets.put(one.split(":", -1)[0], one.split(":", -1)[1]);
    for (var line : java.nio.file.Files.readAllLines(java.nio.file.Path.of("cases"))) {
        var part = line.split("\\t", -1);
        java.util.function.IntFunction<String> at = n -> part[n].isEmpty() ? null : part[n];
        try {
            if (part[0].equals("order"))
                verifiedOrder(part[2], new Order(at.apply(3),
                    new BigDecimal(part[4].isEmpty() ? "0" : part[4]), at.apply(5)), secrets);
            else verifiedCard(part[2], new Link(at.apply(6), at.apply(7), at.apply(8)), secrets);
            System.out.println("yes");
        } catch (IllegalArgumentException | com.auth0.jwt.exceptions.JWTVerificationException wrong) {
            System.out.println("no");
        }
    }
}
`;
const POM = `<project><modelVersion>4.0.0</modelVersion><groupId>shop</groupId><artifactId>shop</artifactId>
<version>1</version><properties><maven.compiler.source>17</maven.compiler.source>
<maven.compiler.target>17</maven.compiler.target></properties><dependencies>
<dependency><groupId>com.auth0</groupId><artifactId>java-jwt</artifactId><version>4.5.0</version></dependency>
</dependencies></project>`;

const PHP_CASES = `
foreach (file('cases', FILE_IGNORE_NEW_LINES) as $line) {
    $part = array_map(fn ($one) => $one === '' ? null : $one, explode("\\t", $line));
    [$kind, , $result, $number, $amount, $currency, $customer, $purpose, $plan] = $part;
    try {
        $kind === 'order'
            ? verifiedOrder($result, (object) ['number' => $number,
                'amountInKurus' => round((float) $amount * 100), 'currency' => $currency])
            : verifiedCard($result, (object) ['customerId' => $customer,
                'purpose' => $purpose, 'recurringPaymentId' => $plan]);
        echo "yes\\n";
    } catch (DomainException) {
        echo "no\\n";
    }
}
`;

const CSHARP_CASES = `
foreach (var line in System.IO.File.ReadAllLines("cases"))
{
    var part = line.Split('\\t').Select(one => one == "" ? null : one).ToArray();
    try
    {
        if (part[0] == "order") VerifiedOrder(part[2]!, new Order(part[3], decimal.Parse(part[4] ?? "0",
            System.Globalization.CultureInfo.InvariantCulture), part[5]));
        else VerifiedCard(part[2]!, new Link(part[6], part[7], part[8]));
        Console.WriteLine("yes");
    }
    catch (CryptographicException) { Console.WriteLine("no"); }
}
record Order(string? Number, decimal Amount, string? Currency);
record Link(string? CustomerId, string? Purpose, string? RecurringPaymentId);
`;

const isImport = (line: string) => line.startsWith('import ');
function javaProgram(code: string): string {
  const lines = code.split('\n');
  const rest = lines.filter((line) => !isImport(line));
  return [...lines.filter(isImport), 'public class Main {', ...rest, JAVA_CASES, '}'].join('\n');
}

export const VERIFIERS: Readonly<Record<string, Verifier>> = {
  python: {
    program: 'python3',
    async build(home, run) {
      writeFileSync(join(home, 'shop.py'), guideCode('python') + PYTHON);
      await run('python3', ['-m', 'venv', 'venv'], home);
      await run('venv/bin/pip', ['install', '-q', '--disable-pip-version-check', 'PyJWT==2.10.1'], home);
      return ['venv/bin/python', 'shop.py'];
    },
  },
  java: {
    program: 'mvn',
    async build(home, run) {
      mkdirSync(join(home, 'src/main/java'), { recursive: true });
      writeFileSync(join(home, 'src/main/java/Main.java'), javaProgram(guideCode('java')));
      writeFileSync(join(home, 'pom.xml'), POM);
      const libraries = ['dependency:copy-dependencies', '-DoutputDirectory=libraries'];
      await run('mvn', ['-q', '-B', 'compile', ...libraries], home);
      return ['java', '-cp', 'target/classes:libraries/*', 'Main'];
    },
  },
  php: {
    program: 'php',
    async build(home) {
      writeFileSync(join(home, 'shop.php'), `<?php\n${guideCode('php')}${PHP_CASES}`);
      return ['php', 'shop.php'];
    },
  },
  csharp: {
    program: 'dotnet',
    async build(home) {
      // dotnet runs a file without a project from version 10 on.
      writeFileSync(join(home, 'shop.cs'), guideCode('csharp') + CSHARP_CASES);
      return ['dotnet', 'run', 'shop.cs'];
    },
  },
};

/** Throws unless the verifier accepts the right cases and no other. */
export async function checkVerifier({ build }: Verifier, home: string, cases: readonly Case[], run: Run) {
  mkdirSync(home, { recursive: true });
  const [command, ...args] = await build(home, run);
  const check = async (given: readonly Case[]) => {
    writeFileSync(join(home, 'cases'), casesText(given));
    const answers = (await run(command, args, home)).trim().split('\n');
    const wrong = given.filter(({ isRight }, at) => answers[at] !== (isRight ? 'yes' : 'no'));
    if (answers.length === given.length && wrong.length === 0) return;
    throw new Error(`${answers.join()}\n${wrong.map((one) => JSON.stringify(one)).join('\n')}`);
  };
  await check(cases);
  const secrets = process.env['PAYMENT_SIGNING_SECRETS'] ?? '{}';
  const kids = Object.keys(JSON.parse(secrets) as object);
  process.env['PAYMENT_SIGNING_SECRETS'] = JSON.stringify(Object.fromEntries(kids.map((kid) => [kid, ''])));
  await check(cases.filter(({ isRight }) => isRight).map(unsigned));
  process.env['PAYMENT_SIGNING_SECRETS'] = secrets;
}
