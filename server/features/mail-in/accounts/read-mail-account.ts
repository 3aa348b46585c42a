import { Readable } from 'node:stream'
import { failureMailsDue } from '@gya/domain/features/mail-in/mail-accounts.rules.ts'
import type { Updateable } from 'kysely'
import type { Config } from '../../../config.ts'
import type { MailAccount } from '../../../db/schema.ts'
import { mailAccountFailingEmail } from '../../../emails/mail-account-failing.ts'
import { queueMail } from '../../../emails/outbox.ts'
import type { SecretBox } from '../../../infra/encrypted-secrets.ts'
import { jobAdder } from '../../../jobs/queue.ts'
import type { FileContext } from '../../files/file-lifecycle.ts'
import { acceptMail } from '../receive/accept-mail.ts'
import { withSpooledMail } from '../receive/with-spooled-mail.ts'
import type { AccountIds } from './account-secrets.ts'
import { chooseHeads } from './choose-heads.ts'
import {
  type AccountRow,
  enqueueReading,
  type FolderState,
  findMailAccount,
  listBranchManagers,
  settingsOf,
  updateMailAccountRow,
} from './mail-accounts.repository.ts'
import { type Folder, type Head, MailAccountError, type Mailbox, type OpenMailbox } from './open-mailbox.ts'

export type AccountReader = FileContext & {
  secrets: SecretBox
  config: Pick<Config, 'mailIn' | 'publicUrl'>
  openMailbox: OpenMailbox
}

/** Heads that are fetched at once. */
const headsAtOnce = 100
/** Milliseconds after which a job ends and another goes on, so that an account that is read for the first time blocks no place. */
const maxRunMs = 30_000

/**
 * Reads what is new in an account, and copies the messages about sales. It changes nothing there. "States on, failing; reads on by itself
 * once mended." Can be repeated. [mail-in §1.3](docs/design/mail-in.md#1.3).
 */
export async function readMailAccount(reader: AccountReader, ids: AccountIds): Promise<void> {
  const { database, secrets, openMailbox } = reader
  const account = await findMailAccount(database.db, ids)
  if (!account || account.state === 'off') return
  try {
    const mailbox = await openMailbox(settingsOf(secrets, account))
    try {
      await readFolders(reader, account, mailbox)
    } finally {
      await mailbox.close()
    }
  } catch (error) {
    if (!(error instanceof MailAccountError)) throw error
    await noteFailure(reader, account, error.message)
  }
}

async function readFolders(reader: AccountReader, account: AccountRow, mailbox: Mailbox): Promise<void> {
  const until = performance.now() + maxRunMs
  const listed = await mailbox.folders()
  const gone = account.folders.filter(({ isSent }) => !listed.some((one) => one.isSent === isSent))
  let folders = [...listed.map((folder) => stateOf(account, folder)), ...gone]
  for (const folder of folders.slice(0, listed.length)) {
    const { uidValidity } = await mailbox.open(folder.path)
    // Another validity: the numbers mean other messages now. Those that are here already are not stored again.
    const uids = await mailbox.uidsAfter(folder.uidValidity === uidValidity ? folder.lastUid : 0, account.from_day)
    for (let start = 0; start < uids.length; start += headsAtOnce) {
      const some = uids.slice(start, start + headsAtOnce)
      const copied = await copyAboutSales(reader, account, mailbox, { folder, uids: some })
      const read = { ...folder, uidValidity, lastUid: some.at(-1) ?? 0 }
      folders = folders.map((one) => (one.path === read.path ? read : one))
      account.seen += some.length
      account.copied += copied
      if (!(await noteRead(reader, account, { folders: JSON.stringify(folders), seen: account.seen, copied: account.copied })))
        return
      if (performance.now() > until) return void (await enqueueReading(reader.database.db, account.id))
    }
  }
  await noteRead(reader, account, {
    last_words: gone
      .map(({ path }) => `The folder ${path} is gone.`)
      .join(' ')
      .slice(0, 300),
  })
}

const stateOf = ({ folders }: AccountRow, folder: Folder): FolderState =>
  folders.find(({ path }) => path === folder.path) ?? { ...folder, uidValidity: '', lastUid: 0 }

type Part = { folder: Folder; uids: readonly number[] }

/** Returns the number of messages that are about sales. */
async function copyAboutSales(reader: AccountReader, account: AccountRow, mailbox: Mailbox, { folder, uids }: Part) {
  const { database, config } = reader
  const heads = await mailbox.heads(uids)
  const chosen = await chooseHeads({ db: database.db, companyId: account.company_id, domain: config.mailIn.domain ?? '' }, heads)
  for (const head of chosen) {
    const message = await mailbox.message(head.uid)
    if (message === null) continue
    await withSpooledMail(Readable.from([message]), (mail) => acceptMail(reader, mail, envelopeOf(reader, account, head, folder)))
  }
  return chosen.length
}

const envelopeOf = ({ clock }: AccountReader, account: AccountRow, head: Head, { isSent }: Folder) => ({
  peer: null,
  helo: '',
  // Empty, if the server noted it: a report of delivery.
  from: head.returnPath ?? head.from,
  to: [{ address: account.user_name.toLowerCase(), companyId: account.company_id, branchId: account.branch_id }],
  isSent,
  arrivedOn: head.arrivedOn < clock.now() ? head.arrivedOn : clock.now(),
})

/** False if somebody changed the account meanwhile: the next run reads it as it is now. */
async function noteRead(
  { database, clock }: AccountReader,
  { company_id: companyId, id: accountId, version }: AccountRow,
  values: Updateable<MailAccount>,
): Promise<boolean> {
  const now = { state: 'on', failing_since: null, told: 0, last_read_on: clock.now() }
  const { numUpdatedRows } = await updateMailAccountRow(database.db, { companyId, accountId }, { ...now, ...values })
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** "E-mail to managers of the branch, once when an account fails for 30 minutes and after 3 days." [mail-in §10](docs/design/mail-in.md#10). */
async function noteFailure({ database, clock, config }: AccountReader, account: AccountRow, words: string): Promise<void> {
  const ids = { companyId: account.company_id, accountId: account.id }
  const now = clock.now()
  await database.db.transaction().execute(async (db) => {
    const row = await findMailAccount(db, ids, { lock: true })
    if (!row || row.state === 'off' || row.version !== account.version) return
    const since = row.failing_since ?? now
    const told = failureMailsDue(since, now)
    await updateMailAccountRow(db, ids, { state: 'failing', failing_since: since, last_words: words, told }).execute()
    if (told <= row.told) return
    const outbox = { db, now, newId: () => clock.newId(), addJob: jobAdder(db) }
    const about = { name: row.name, userName: row.user_name, since, words, publicUrl: config.publicUrl, branchId: row.branch_id }
    for (const manager of await listBranchManagers(db, { companyId: ids.companyId, branchId: row.branch_id }))
      await queueMail(outbox, mailAccountFailingEmail(manager, about))
  })
}
