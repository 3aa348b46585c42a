import { pictureSizes } from '@gya/domain/common/files.ts'

/** What a file is kept as: a picture in its sizes, or one original. */
export type FileKind = 'picture' | 'original'

/** The key of one part of a file; spread over folders, because a folder of a million files is slow to read. */
export const fileKey = (id: string, part: string): string => `${id.slice(-2)}/${id}/${part}`

/** Every key that a file of a kind has in the store. */
export const fileKeys = (id: string, kind: FileKind): string[] =>
  (kind === 'picture' ? Object.keys(pictureSizes) : ['original']).map((part) => fileKey(id, part))
