import { isUtf8 } from 'node:buffer'
import { unreadable } from './import-file-error.ts'

export type DecodedText = { encoding: string; utf8: Buffer }

const marks: readonly { mark: readonly number[]; encoding: string }[] = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
]

export const nulWords = 'This file contains NUL characters: it is not a text file, or it is damaged.'

/**
 * "UTF-8 (with or without mark), UTF-16 with mark, else Windows-1252" ([connect §1.2](docs/design/connect.md#1.2)), as UTF-8 without a
 * mark. "NUL refuses the file" (section 1.6).
 */
export function decodeText(bytes: Buffer): DecodedText {
  const marked = marks.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))
  const body = bytes.subarray(marked?.mark.length ?? 0)
  const encoding = marked?.encoding ?? (isUtf8(body) ? 'utf-8' : 'windows-1252')
  const utf8 = encoding === 'utf-8' && isUtf8(body) ? body : Buffer.from(new TextDecoder(encoding).decode(body))
  if (utf8.includes(0)) throw unreadable(nulWords)
  return { encoding, utf8 }
}
