// Where a listener stopped, in a file: the cursor of the feed, the events after it that are done, and the
// secret that signs what is forwarded. A listener that is stopped at any instant goes on at the next event.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export type KeptPlace = {
  cursor?: string;
  /** Ids of the events behind the cursor that are done. */
  done: string[];
  secret: string;
};

type Places = Readonly<Record<string, KeptPlace>>;

export type PlaceStore = { load(): KeptPlace | undefined; save(place: KeptPlace): void };

/** One file has a place for each service and key; the key itself is not in it. */
export function placeStore(file: string, { url, apiKey }: { url: string; apiKey: string }): PlaceStore {
  const digest = createHash('sha256').update(apiKey).digest('hex').slice(0, 16);
  const name = `${url} ${digest}`;
  const read = (): Places => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Places) : {});
  return {
    load: () => read()[name],
    save(place) {
      // Renamed, so that a listener that is killed while it writes leaves the place of before.
      writeFileSync(`${file}.new`, JSON.stringify({ ...read(), [name]: place }, null, 2), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}
