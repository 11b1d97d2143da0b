// The variables of commands that start something on a port of this machine. A wrong one ends the process.
import { isBatchClose } from '#domain/time/batch-close.ts';

export function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** 0: any free port. */
export function readPort(otherwise: string): number {
  const text = process.env['PORT'] || otherwise;
  const port = Number(text);
  return Number.isInteger(port) && port >= 0 && port < 65_536 ? port : fail(`PORT is not a port: ${text}`);
}

/** Other names of this machine. */
export const readHosts = (): string[] =>
  (process.env['HOSTS'] ?? '').split(',').filter((name) => name !== '');

/** When the bank closes its batch, in Istanbul. */
export function readBatchClose(): { batchClose?: string } {
  const batchClose = process.env['BATCH_CLOSE'];
  if (!batchClose) return {};
  return isBatchClose(batchClose)
    ? { batchClose }
    : fail(`BATCH_CLOSE is not a time from 00:01 to 24:00, such as 22:00: ${batchClose}`);
}

/** `command`: `npm start`. */
export function refuseArguments(command: string): void {
  const [argument] = process.argv.slice(2);
  if (argument === undefined) return;
  fail(
    `${command} takes no ${argument}: settings are variables, such as PORT=3001 ${command} (${command} -- --help).`,
  );
}

/** `port`: the one that PORT replaces. `what`: what did not happen. */
type StartAttempt = { port: string; what: string; command: string };

/** Ends the process with the reason for which nothing was started. */
export function failToStart(error: unknown, { port, what, command }: StartAttempt): never {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (isTaken) fail(`Port ${process.env['PORT'] || port} is in use; choose another: PORT=3001 ${command}`);
  fail(`${what}: ${error instanceof Error ? error.message : String(error)}`);
}

/** Ctrl-C ends the process once everything that it started has stopped. */
export function stopOnSignal(stop: () => Promise<void>): void {
  const end = () => {
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(String(error)),
    );
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}
