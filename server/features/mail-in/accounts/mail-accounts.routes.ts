import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  createMailAccount,
  deleteMailAccount,
  listMailAccounts,
  type MailAccount,
  testMailAccount,
  updateMailAccount,
} from '@gya/domain/features/mail-in/mail-accounts.contract.ts'
import { imapPort, isTenant, testedDays, whyNotAddMailAccount } from '@gya/domain/features/mail-in/mail-accounts.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/pool.ts'
import { requireCurrentVersion } from '../../../db/query/changed-fields.ts'
import type { Caller } from '../../../http/access/caller.ts'
import { type RecordingContext, recordSecurityEvent } from '../../../http/access/security-events.ts'
import { registerPreparedRoute, registerRoute } from '../../../http/route/register-route.ts'
import { findBranch, lockBranch } from '../../branches/branches.repository.ts'
import { recordCompanyEvents } from '../../events/events.repository.ts'
import { encryptAccountSecret } from './account-secrets.ts'
import { chooseHeads } from './choose-heads.ts'
import {
  type AccountRow,
  deleteMailAccountRow,
  findMailAccount,
  insertMailAccount,
  listMailAccountRows,
  settingsOf,
  updateMailAccountRow,
} from './mail-accounts.repository.ts'
import { type AccountSettings, MailAccountError, whyNotHost } from './open-mailbox.ts'

type Ids = { companyId: string; branchId: string; accountId: string }

const invalid = (path: string, message: string) => new DomainError('VALIDATION_FAILED', { issues: [{ path, message }] })

/** Messages of a folder that a test looks at. */
const maxTested = 500

/** Mail accounts of a branch, which are read by IMAP. [mail-in §1.3](docs/design/mail-in.md#1.3). */
export function mailAccountsRoutes(app: FastifyInstance): void {
  const { config, secrets, database, clock, openMailbox } = app.gya

  function requireUsable({ host, port, kind, tenant, clientId }: Omit<AccountSettings, 'secret'>): void {
    const problem = whyNotHost(host, config)
    if (problem) throw invalid('host', problem)
    if (port !== imapPort && !config.webhookPrivate) throw invalid('port', `Only port ${imapPort}, with TLS, is used.`)
    if (kind === 'microsoft' && tenant === '') throw invalid('tenant', 'Enter the tenant.')
    if (tenant !== '' && !isTenant(tenant)) throw invalid('tenant', 'Use letters, digits, dots and hyphens.')
    if (kind === 'microsoft' && clientId === '') throw invalid('clientId', 'Enter the client id.')
  }

  registerRoute(app, listMailAccounts, async ({ params, db }) => ({
    data: (await listMailAccountRows(db, params)).map(toMailAccount),
  }))

  registerRoute(app, createMailAccount, async (context) => {
    const { params, body, caller, db, now, newId } = context
    const { companyId, branchId } = params
    requireUsable(body)
    if (body.fromDay > londonDay(now)) throw invalid('fromDay', 'Use a day that is not in the future.')
    if (!(await lockBranch(db, companyId, branchId))) throw new DomainError('NOT_FOUND')
    refuseIf(whyNotAddMailAccount((await listMailAccountRows(db, params)).length))
    const accountId = newId()
    await insertMailAccount(db, {
      company_id: companyId,
      id: accountId,
      branch_id: branchId,
      ...columnsOf(body),
      secret_encrypted: encryptAccountSecret(secrets, { companyId, accountId }, body.secret),
      from_day: body.fromDay,
      created_by: caller.userId,
      createdon: now,
    })
    await recordAccount(context, { companyId, branchId, accountId }, body.name, 'added')
    return readAccount(db, { companyId, branchId, accountId })
  })

  registerRoute(app, updateMailAccount, async (context) => {
    const { params, body, caller, db, now } = context
    const { secret, on, version } = body
    const before = await requireAccount(db, params, { lock: true })
    await requireCurrentVersion(db, version, before, caller.userId)
    const was = toMailAccount(before)
    const { name = was.name, kind = was.kind, host = was.host, port = was.port, userName = was.userName } = body
    const { tenant = was.tenant, clientId = was.clientId } = body
    const next = { name, kind, host, port, userName, tenant, clientId }
    requireUsable(next)
    const isOther = (['kind', 'host', 'port', 'userName', 'tenant', 'clientId'] as const).some((key) => next[key] !== was[key])
    // A stored secret never goes to another server than it was given for.
    if (isOther && secret === undefined) throw invalid('secret', 'Enter it again: the server or user is another.')
    const state = (on ?? before.state !== 'off') ? 'on' : 'off'
    await updateMailAccountRow(db, params, {
      ...columnsOf(next),
      ...(secret === undefined ? {} : { secret_encrypted: encryptAccountSecret(secrets, params, secret) }),
      ...(next.host !== was.host || next.userName !== was.userName ? { folders: '[]', seen: 0, copied: 0 } : {}),
      // As nobody knows it to be: the next run says whether it can be read.
      state,
      failing_since: null,
      told: 0,
      last_words: '',
      updatedon: now,
      updated_by: caller.userId,
      version: version + 1,
    }).execute()
    await recordAccount(context, params, next.name, on === undefined ? 'changed' : on ? 'switched on' : 'switched off')
    return readAccount(db, params)
  })

  registerRoute(app, deleteMailAccount, async (context) => {
    const { params, db } = context
    const { name } = await requireAccount(db, params, { lock: true })
    await deleteMailAccountRow(db, params)
    await recordAccount(context, params, name, 'deleted')
    return { success: true as const }
  })

  registerPreparedRoute(
    app,
    testMailAccount,
    async ({ params }) => {
      const account = await requireAccount(database.db, params)
      const today = londonDay(clock.now())
      const company = { db: database.db, companyId: params.companyId, domain: config.mailIn.domain ?? '' }
      try {
        const mailbox = await openMailbox(settingsOf(secrets, account))
        try {
          const folders = await mailbox.folders()
          let [seen, wouldCopy] = [0, 0]
          for (const { path } of folders) {
            await mailbox.open(path)
            const uids = await mailbox.uidsAfter(0, addDays(today, -testedDays))
            seen += uids.length
            const heads = uids.length === 0 ? [] : await mailbox.heads(uids.slice(-maxTested))
            wouldCopy += (await chooseHeads(company, heads)).length
          }
          return { success: true, words: '', folders: folders.map(({ path }) => path), seen, wouldCopy }
        } finally {
          await mailbox.close()
        }
      } catch (error) {
        if (!(error instanceof MailAccountError)) throw error
        return { success: false, words: error.message, folders: [], seen: 0, wouldCopy: 0 }
      }
    },
    async ({ prepared }) => prepared,
  )
}

const columnsOf = ({
  name,
  kind,
  host,
  port,
  userName,
  tenant,
  clientId,
}: Omit<AccountSettings, 'secret'> & { name: string }) => ({
  name,
  kind,
  host,
  port,
  user_name: userName,
  tenant,
  client_id: clientId,
})

async function requireAccount(db: Db, ids: Ids, options?: { lock: boolean }): Promise<AccountRow> {
  const row = await findMailAccount(db, ids, options)
  if (row?.branch_id !== ids.branchId) throw new DomainError('NOT_FOUND')
  return row
}

const readAccount = async (db: Db, ids: Ids) => toMailAccount(await requireAccount(db, ids))

/** In the record and in the audit: from now on e-mails come from there. */
async function recordAccount(
  context: RecordingContext & { caller: Caller },
  { companyId, branchId, accountId }: Ids,
  name: string,
  what: string,
): Promise<void> {
  const { db, now, newId, caller } = context
  const branch = await findBranch(db, companyId, branchId)
  await recordSecurityEvent(context, { kind: 'mail-account-saved', companyId, data: { branchId, accountId, what } })
  await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
    { kind: 'mail-account-saved', data: { branchId, branch: branch?.name ?? '', name, what } },
  ])
}

const toMailAccount = (row: AccountRow): MailAccount => ({
  _id: row.id,
  name: row.name,
  kind: row.kind as MailAccount['kind'],
  host: row.host,
  port: row.port,
  userName: row.user_name,
  tenant: row.tenant,
  clientId: row.client_id,
  fromDay: row.from_day,
  folders: row.folders.map(({ path }) => path),
  state: row.state as MailAccount['state'],
  failingSince: row.failing_since,
  words: row.last_words,
  lastReadOn: row.last_read_on,
  seen: row.seen,
  copied: row.copied,
  version: row.version,
})
