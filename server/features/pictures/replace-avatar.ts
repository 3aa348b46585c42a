import type { Db } from '../../db/connect.ts'
import type { FileKind } from '../../platform/file-keys.ts'
import { findAvatar, setAvatar } from './pictures.repository.ts'

type Writing = { db: Db; discardFile: (id: string | null, kind: FileKind) => Promise<void> }

/** Gives a person another photo; the one they had is removed. */
export async function replaceAvatar({ db, discardFile }: Writing, userId: string, fileId: string): Promise<void> {
  const before = await findAvatar(db, userId).forNoKeyUpdate().executeTakeFirstOrThrow()
  await setAvatar(db, userId, fileId)
  await discardFile(before.avatar, 'picture')
}
