// Runs the receivers of docs/events.md in their languages: each reads cases from its input, one a line, and
// answers `yes` or `no`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Case = { id: string; timestamp: string; signatures: string; body: string };

type Receiver = {
  /** A command that prints a version if the language is installed. */
  probe: string[];
  file: string;
  run(file: string): string[];
  /** Returns the whole program around the code of the guide. */
  program(code: string): string;
};

const TYPESCRIPT = (code: string) => `${code}
import { readFileSync } from 'node:fs';
const [secret = '', ...lines] = readFileSync(0, 'utf8').trim().split('\\n');
for (const line of lines) {
  const [id, timestamp, signature, body = ''] = line.split('\\t');
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  try {
    verifiedEvent(secret, headers, Buffer.from(body, 'base64').toString());
    console.log('yes');
  } catch {
    console.log('no');
  }
}
`;

const PYTHON = (code: string) => `${code}
import sys
secret, *lines = sys.stdin.read().strip().split("\\n")
for line in lines:
    i, t, s, body = line.split("\\t")
    headers = {"webhook-id": i, "webhook-timestamp": t, "webhook-signature": s}
    try:
        verified_event(secret, headers, base64.b64decode(body))
        print("yes")
    except ValueError:
        print("no")
`;

const PHP = (code: string) => `<?php
${code}
$lines = explode("\\n", trim(stream_get_contents(STDIN)));
$secret = array_shift($lines);
foreach ($lines as $line) {
    [$i, $t, $s, $body] = explode("\\t", $line);
    $headers = ['webhook-id' => $i, 'webhook-timestamp' => $t, 'webhook-signature' => $s];
    try {
        verifiedEvent($secret, $headers, base64_decode($body));
        echo "yes\\n";
    } catch (DomainException) {
        echo "no\\n";
    }
}
`;

const importsOf = (code: string, word: string) =>
  code
    .split('\n')
    .filter((line) => line.startsWith(`${word} `))
    .join('\n');
const withoutImports = (code: string, word: string) =>
  code
    .split('\n')
    .filter((line) => !line.startsWith(`${word} `))
    .join('\n');

const JAVA = (code: string) => `${importsOf(code, 'import')}
import java.util.Scanner;
public class Main {
${withoutImports(code, 'import')}
public static void main(String[] args) {
    var input = new Scanner(System.in);
    var secret = input.nextLine();
    while (input.hasNextLine()) {
        var part = input.nextLine().split("\\t");
        var body = new String(Base64.getDecoder().decode(part[3]), StandardCharsets.UTF_8);
        try {
            verifyEvent(secret, part[0], part[1], part[2], body);
            System.out.println("yes");
        } catch (GeneralSecurityException | NumberFormatException wrong) {
            System.out.println("no");
        }
    }
}
}
`;

const CSHARP = (code: string) => `${code}
var secret = Console.ReadLine()!;
while (Console.ReadLine() is { Length: > 0 } line)
{
    var part = line.Split('\\t');
    try
    {
        var body = Encoding.UTF8.GetString(Convert.FromBase64String(part[3]));
        VerifyEvent(secret, part[0], part[1], part[2], body);
        Console.WriteLine("yes");
    }
    catch (CryptographicException) { Console.WriteLine("no"); }
}
`;

export const RECEIVERS: Readonly<Record<string, Receiver>> = {
  ts: {
    probe: [process.execPath, '--version'],
    file: 'receiver.mts',
    run: (file) => [process.execPath, file],
    program: TYPESCRIPT,
  },
  python: {
    probe: ['python3', '--version'],
    file: 'receiver.py',
    run: (file) => ['python3', file],
    program: PYTHON,
  },
  php: { probe: ['php', '--version'], file: 'receiver.php', run: (file) => ['php', file], program: PHP },
  java: { probe: ['javac', '-version'], file: 'Main.java', run: (file) => ['java', file], program: JAVA },
  csharp: {
    // dotnet runs a file without a project from version 10 on.
    probe: ['dotnet', 'run', '--help', 'file-based'],
    file: 'receiver.cs',
    run: (file) => ['dotnet', 'run', file],
    program: CSHARP,
  },
};

export const isInstalled = ({ probe: [command = '', ...args] }: Receiver): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** Returns which of the messages the receiver accepts as ours. */
export function verified(
  receiver: Receiver,
  code: string,
  secret: string,
  cases: readonly Case[],
): boolean[] {
  const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
  try {
    const file = join(folder, receiver.file);
    writeFileSync(file, receiver.program(code));
    const lines = cases.map(({ id, timestamp, signatures, body }) =>
      [id, timestamp, signatures, Buffer.from(body).toString('base64')].join('\t'),
    );
    const [command = '', ...args] = receiver.run(file);
    const ran = spawnSync(command, args, { input: `${[secret, ...lines].join('\n')}\n`, encoding: 'utf8' });
    if (ran.status !== 0) throw new Error(`${receiver.file} ended with ${ran.status}: ${ran.stderr}`);
    return ran.stdout
      .trim()
      .split('\n')
      .map((answer) => answer === 'yes');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
