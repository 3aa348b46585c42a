import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive. */
export type ZipEntry = { name: string; content: Buffer }

const [local, central, end] = [0x04034b50, 0x02014b50, 0x06054b50]
const [version, deflated, utf8Names] = [20, 8, 0x0800]
/** 1 January 1980: an archive of the same content is the same. */
const day = 0x21

/** A ZIP archive of a few files, all in memory (APPNOTE 6.3, without its extensions: less than 65,536 files and 4 GiB). */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content } of entries) {
    const [path, packed] = [Buffer.from(name), deflateRawSync(content)]
    const said = headOf({ content, packed, path })
    const head = Buffer.alloc(4)
    head.writeUInt32LE(local)
    const inDirectory = Buffer.alloc(46)
    inDirectory.writeUInt32LE(central, 0)
    inDirectory.writeUInt16LE(version, 4)
    said.copy(inDirectory, 6)
    inDirectory.writeUInt32LE(at, 42)
    parts.push(head, said, path, packed)
    directory.push(inDirectory, path)
    at += head.length + said.length + path.length + packed.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const last = Buffer.alloc(22)
  last.writeUInt32LE(end, 0)
  last.writeUInt16LE(entries.length, 8)
  last.writeUInt16LE(entries.length, 10)
  last.writeUInt32LE(size, 12)
  last.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, last])
}

/** What stands of a file both before it and in the directory. */
function headOf({ content, packed, path }: { content: Buffer; packed: Buffer; path: Buffer }): Buffer {
  const head = Buffer.alloc(26)
  head.writeUInt16LE(version, 0)
  head.writeUInt16LE(utf8Names, 2)
  head.writeUInt16LE(deflated, 4)
  head.writeUInt16LE(day, 8)
  head.writeUInt32LE(crc32(content), 10)
  head.writeUInt32LE(packed.length, 14)
  head.writeUInt32LE(content.length, 18)
  head.writeUInt16LE(path.length, 22)
  return head
}
