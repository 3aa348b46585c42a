import type { Db } from '../../db/pool.ts'
import type { FileStore } from '../../infra/files/file-store.ts'
import { readOriginal } from './mail-files.ts'
import { changeMailIn } from './mail-in.repository.ts'
import { readInThread } from './read/read-in-thread.ts'

/**
 * E-mails that arrived and are not read yet say in their originals alone whom they are about. Those about a person who is erased lose it, and
 * so are never read: a reading that is under way finds it gone. Returns the files to be discarded.
 */
export async function releaseUnread(
  { db, files }: { db: Db; files: FileStore },
  companyId: string,
  isAbout: (text: string) => boolean,
): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_in')
    .select(['id', 'raw_file', 'arrived_on'])
    .where('company_id', '=', companyId)
    .where('state', '=', 'arrived')
    .where('raw_file', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const gone: string[] = []
  for (const { id, raw_file: file, arrived_on: arrivedOn } of rows) {
    if (file === null) continue
    const raw = await readOriginal(files, file)
    // What takes too long to read is shown by its head alone, which has no encoded words of its text.
    const read = await readInThread(raw, arrivedOn).catch(() => null)
    const attached = read?.attached
    const texts = read && [
      [read.from?.name, read.from?.address, read.replyTo, read.subject, read.text, read.htmlText],
      [attached?.fromName, attached?.from, attached?.subject, attached?.text],
      [...read.to, ...read.cc, ...read.files.flatMap(({ name, inside }) => [name, inside])],
    ]
    if (![...(texts?.flat() ?? []), raw.toString('utf8')].some((text) => text && isAbout(text))) continue
    const unread = { state: 'inbox', raw_file: null, unread_because: 'It was deleted with a person who was erased.' }
    await changeMailIn(db, { companyId, mailInId: id }, unread).execute()
    gone.push(file)
  }
  return gone
}
