// Writes a wheel of Python, a zip archive with a list of its files, without Python. The same files make the
// same bytes.
import { createHash } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';

export type PackedFile = { name: string; text: string };

/** `name`: the name of the package, with underscores; `files`: without the package's folder. */
export function wheel(
  name: string,
  version: string,
  files: readonly PackedFile[],
  description: string,
): Buffer {
  const about = `${name}-${version}.dist-info`;
  const metadata = [
    'Metadata-Version: 2.1',
    `Name: ${name.replaceAll('_', '-')}`,
    `Version: ${version}`,
    'Requires-Python: >=3.9',
    // The registry refuses it.
    'Classifier: Private :: Do Not Upload',
    'Description-Content-Type: text/markdown',
    '',
    description,
  ].join('\n');
  const format = 'Wheel-Version: 1.0\nGenerator: payment-service\nRoot-Is-Purelib: true\nTag: py3-none-any\n';
  const all = [
    ...files.map((one) => ({ ...one, name: `${name}/${one.name}` })),
    { name: `${about}/METADATA`, text: metadata },
    { name: `${about}/WHEEL`, text: format },
  ];
  const record = `${about}/RECORD`;
  const rows = all.map(({ name: path, text }) => {
    const digest = createHash('sha256').update(text).digest('base64url');
    return `${path},sha256=${digest},${Buffer.byteLength(text)}\n`;
  });
  return zip([...all, { name: record, text: `${rows.join('')}${record},,\n` }]);
}

const DEFLATED = 8;
/** 1 January 1980, the first day of the format. */
const DATE = 0x21;
/** Of Unix, so that the mode of the files counts: 0644. */
const MADE_BY = 0x314;
const MODE = 0o100_644;

function zip(files: readonly PackedFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of files) {
    const path = Buffer.from(name);
    const content = Buffer.from(text);
    const packed = deflateRawSync(content, { level: 9 });
    // Version needed, flags, method, time, date; checksum; sizes; length of the name, and of no extra field.
    const facts = [
      ...[20, 0, DEFLATED, 0, DATE].map((value) => uint(value, 2)),
      ...[crc32(content), packed.length, content.length].map((value) => uint(value, 4)),
      ...[path.length, 0].map((value) => uint(value, 2)),
    ];
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), ...facts, path]);
    // No comment, first disk, no attribute of DOS; the mode; where the file begins.
    const end = [...[0, 0, 0].map((value) => uint(value, 2)), uint(MODE * 0x1_0000, 4), uint(offset, 4)];
    directory.push(Buffer.from('PK\x01\x02'), uint(MADE_BY, 2), ...facts, ...end, path);
    parts.push(head, packed);
    offset += head.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const counts = [0, 0, files.length, files.length].map((value) => uint(value, 2));
  const close = [Buffer.from('PK\x05\x06'), ...counts, uint(index.length, 4), uint(offset, 4), uint(0, 2)];
  return Buffer.concat([...parts, index, ...close]);
}

function uint(value: number, bytes: 2 | 4): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
}
