// The position of a listener, in a file: the feed's cursor, the finished events after it, and the secret that
// signs forwarded events. A listener that is stopped at any time continues with the next event.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export type KeptPlace = {
  cursor?: string;
  /** Ids of the finished events after the cursor. */
  done: string[];
  secret: string;
};

type Places = Readonly<Record<string, KeptPlace>>;

export type PlaceStore = { load(): KeptPlace | undefined; save(place: KeptPlace): void };

/** One file has a position for each service and key. It contains a digest of the key, not the key itself. */
export function placeStore(file: string, { url, apiKey }: { url: string; apiKey: string }): PlaceStore {
  const digest = createHash('sha256').update(apiKey).digest('hex').slice(0, 16);
  const name = `${url} ${digest}`;
  const read = (): Places => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Places) : {});
  return {
    load: () => read()[name],
    save(place) {
      // The file is replaced by a rename, so a listener that is killed while it writes leaves the old
      // position.
      writeFileSync(`${file}.new`, JSON.stringify({ ...read(), [name]: place }, null, 2), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}
