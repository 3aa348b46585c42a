import { createReadStream } from 'node:fs'
import type { Instant } from '@gya/domain/common/dates.ts'
import type { Db } from '../../../db/pool.ts'
import { jobAdder } from '../../../jobs/queue.ts'
import { type FileContext, retainFile, saveWithFile } from '../../files/file-lifecycle.ts'

/** A recipient: an address of a branch. */
export type MailRecipient = { address: string; companyId: string; branchId: string }

export type Envelope = {
  /** The sending server; null where a relay did not name it. */
  peer: string | null
  helo: string
  from: string
  to: readonly MailRecipient[]
  /** From the Sent folder of a mail account: the agency wrote it. */
  isSent?: boolean
  /** When another server received it. */
  arrivedOn?: Instant
}

/** A message in a temporary file. */
export type SpooledMail = { path: string; bytes: number; sha256: Buffer; sameAs: Buffer }

export type ReadMailJob = { companyId: string; mailInId: string }

/**
 * Stores a message once for each company that it is addressed to, with the job that reads it, in one transaction each; returns the id of
 * the last. One that this company has already is not stored again.
 */
export async function acceptMail(context: FileContext, mail: SpooledMail, { to, ...envelope }: Envelope): Promise<string> {
  let id = ''
  for (const [companyId, recipients] of Map.groupBy(to, (one) => one.companyId))
    id =
      (await findSame(context.database.db, companyId, mail.sameAs)) ??
      (await store(context, mail, { ...envelope, companyId, to: recipients }))
  return id
}

const findSame = async (db: Db, companyId: string, sameAs: Buffer): Promise<string | undefined> =>
  (
    await db
      .selectFrom('mail_in')
      .select('id')
      .where('company_id', '=', companyId)
      .where('same_as', '=', sameAs)
      .executeTakeFirst()
  )?.id

type OfCompany = Envelope & { companyId: string }

function store(
  context: FileContext,
  mail: SpooledMail,
  { companyId, peer, helo, from, to, isSent = false, arrivedOn }: OfCompany,
): Promise<string> {
  const { database, clock } = context
  const { path, bytes, sha256, sameAs } = mail
  const content = () => createReadStream(path)
  const file = {
    kind: 'original',
    fileName: 'message.eml',
    contentType: 'message/rfc822',
    parts: [{ name: 'original', bytes, content }],
  } as const
  return saveWithFile(context, file, (stored) =>
    database.db.transaction().execute(async (db): Promise<string> => {
      const id = clock.newId()
      const row = await db
        .insertInto('mail_in')
        .values({
          company_id: companyId,
          id,
          branch_id: to[0]?.branchId ?? '',
          arrived_on: arrivedOn ?? clock.now(),
          raw_file: stored.id,
          raw_sha256: sha256,
          bytes,
          same_as: sameAs,
          peer,
          helo: helo.slice(0, 255),
          envelope_from: from.slice(0, 254),
          outgoing: isSent,
          envelope_to: to.map(({ address }) => address),
          thread_id: id,
        })
        .onConflict((conflict) => conflict.columns(['company_id', 'same_as']).doNothing())
        .returning('id')
        .executeTakeFirst()
      // Two copies that arrive at the same moment: the file of the second is not retained, and deleted.
      if (!row) return (await findSame(db, companyId, sameAs)) ?? id
      await retainFile(db, stored.id)
      await jobAdder(db)('read-mail', { companyId, mailInId: id } satisfies ReadMailJob)
      return id
    }),
  )
}
