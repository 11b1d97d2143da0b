// Writes an archive as npm installs it: files in the folder `package`, in the format of POSIX (ustar), packed.
// The same files make the same bytes.
import { gzipSync } from 'node:zlib';
import type { PackedFile } from './wheel.ts';

const BLOCK = 512;

export function tarball(files: readonly PackedFile[]): Buffer {
  const parts = files.flatMap(({ name, text }) => {
    const content = Buffer.from(text);
    const rest = (BLOCK - (content.length % BLOCK)) % BLOCK;
    return [header(`package/${name}`, content.length), content, Buffer.alloc(rest)];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

function header(path: string, bytes: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  // Mode, owner, group, size and time; the sum of all bytes is counted with blanks in its place.
  const facts = octal(0o644, 7) + octal(0, 7) + octal(0, 7) + octal(bytes, 11) + octal(0, 11);
  block.write(path, 0);
  block.write(`${facts}        0`, 100);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)} `, 148);
  return block;
}
