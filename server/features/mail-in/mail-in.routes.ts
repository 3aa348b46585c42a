import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { maskBankDetails } from '@gya/domain/features/mail-in/bank-details.ts'
import {
  clearMailWarnings,
  countMailIn,
  fileMailIn,
  listMailIn,
  passMailIn,
  readMailIn,
  setMailAside,
} from '@gya/domain/features/mail-in/mail-in.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { requireCurrentVersion } from '../../db/query/changed-fields.ts'
import type { Caller } from '../../http/access/caller.ts'
import { branchesInScope, chosenBranches } from '../../http/access/scope.ts'
import { type HandlerContext, registerRoute } from '../../http/route/register-route.ts'
import { findBranch } from '../branches/branches.repository.ts'
import { countSalesInScope } from '../conversations/parties.repository.ts'
import { notifyOpenClients } from '../live/notify-open-clients.ts'
import { recordAboutProperties } from '../properties/write/record-about-property.ts'
import { recordUndo } from '../undo/undo.repository.ts'
import { changeMailIn, countInbox, listMailRows, lockAlike, placeMails } from './mail-in.repository.ts'
import { loadAndLockMailIn, loadMailIn, showsDigits, toMailIn, toMailRow, warningsOfRow } from './mail-in.response.ts'
import { type MailFiledPart, registerMailFiledPart } from './mail-in-undo.ts'
import { byHand } from './mail-reasons.ts'
import { findAcceptedOn } from './propose-from-mail.ts'
import { findFiledSales, type MailInRow, setSales } from './set-sales.ts'

const maxAlike = 200

/** What is read later would find it moved, and would not be stored. */
const requireRead = ({ state }: MailInRow): void => refuseIf(state === 'arrived' ? 'MAIL_NOT_READ' : null)

const requireVersion = (db: Db, version: number, mail: MailInRow, caller: Caller): Promise<void> =>
  requireCurrentVersion(db, version, { ...mail, createdon: mail.arrived_on }, caller.userId)

const partOf = (mail: MailInRow, sales: string[], suggested: string[], version: number): MailFiledPart => ({
  kind: 'mail-filed',
  propertyId: null,
  mailInId: mail.id,
  before: { state: mail.state, branchId: mail.branch_id, sales, suggested },
  version,
})

const tellInbox = (db: Db, { company_id: companyId, branch_id: branchId }: MailInRow): Promise<void> =>
  notifyOpenClients(db, { companyId, branchId, propertyId: null, about: 'mail' })

/** E-mails that arrived: which sale they are on. [mail-in §8](docs/design/mail-in.md#8). */
export function mailInRoutes(app: FastifyInstance): void {
  registerMailFiledPart()

  registerRoute(app, listMailIn, async ({ params: { companyId }, query, caller, db, now }) => {
    const page = pageRequest(query, 20)
    const branchIds = chosenBranches(caller, query.branchIds)
    const { state, searchText } = query
    const { rows, count } = await listMailRows(db, { companyId, branchIds, state, searchText, now }, page)
    return { data: rows.map(toMailRow), paging: toPaging(page, count) }
  })

  registerRoute(app, countMailIn, async ({ params: { companyId }, query, caller, db, now, today }) => {
    const list = { companyId, branchIds: chosenBranches(caller, query.branchIds), now, today }
    const { oldestOn, isOn, ...counts } = await countInbox(db, list)
    const isReceived = app.gya.config.mailIn.domain !== undefined
    return { ...counts, oldestOn: oldestOn === null ? null : new Date(oldestOn).toISOString(), isOn: isOn && isReceived }
  })

  registerRoute(app, readMailIn, async (context) => {
    const loaded = await loadMailIn(context)
    const digits = await showsDigits(context, context.query)
    return toMailIn(context, loaded, { digits })
  })

  registerRoute(app, fileMailIn, async (context) => {
    const { params, body, caller, db } = context
    const { mail, sales } = await loadAndLockMailIn(context)
    await requireVersion(db, body.version, mail, caller)
    requireRead(mail)
    const before = await findFiledSales(db, params.companyId, mail.id)
    const suggested = sales.flatMap(({ state, property_id }) => (state === 'suggested' ? [property_id] : []))
    const changed = [...new Set([...body.propertyIds, ...before])]
    const inScope = await countSalesInScope(db, params.companyId, changed, branchesInScope(caller))
    if (inScope < changed.length) throw new DomainError('NOT_FOUND')
    const gone = before.filter((id) => !body.propertyIds.includes(id))
    const acceptedOn = await findAcceptedOn(db, mail, gone)
    if (acceptedOn !== undefined)
      throw new DomainError('PROPOSALS_ACCEPTED', { message: `Accepted on ${acceptedOn}: undo it there first.` })
    const offers = await acceptedOffers(db, params.companyId, body.propertyIds)
    const replied = await setSales(
      context,
      mail,
      body.propertyIds.map((propertyId) => ({ propertyId, offerId: offers.get(propertyId) ?? null, reasons: byHand })),
    )
    await tellInbox(db, mail)
    const now = await loadMailIn(context)
    const first = now.sales.find(({ state }) => state === 'filed')
    const count = body.propertyIds.length
    const description = count === 1 ? `Filed on ${first?.line1 ?? 'a sale'}` : `Filed on ${count} sales`
    const undoId = await recordUndo(context, {
      description,
      parts: [partOf(mail, before, suggested, now.mail.version), ...replied],
    })
    return { undoId, description, mail: await toMailIn(context, now) }
  })

  registerRoute(app, setMailAside, async (context) => {
    const { body, caller, db } = context
    const { mail } = await loadAndLockMailIn(context)
    await requireVersion(db, body.version, mail, caller)
    refuseIf(mail.state === 'filed' ? 'MAIL_IS_FILED' : null)
    requireRead(mail)
    const all = body.alike && mail.from_email !== '' ? await lockAlike(db, mail, maxAlike) : [mail]
    const words = { aside: 'Set aside', junk: 'Marked as junk', inbox: 'Brought back' }[body.as]
    const description = all.length === 1 ? words : `${words}: ${all.length} e-mails`
    return { ...(await place(context, all, { state: body.as }, description)), count: all.length }
  })

  registerRoute(app, passMailIn, async (context) => {
    const { params, body, caller, db } = context
    const { mail } = await loadAndLockMailIn(context)
    await requireVersion(db, body.version, mail, caller)
    refuseIf(mail.state === 'filed' ? 'MAIL_IS_FILED' : null)
    requireRead(mail)
    const branch = await findBranch(db, params.companyId, body.branchId)
    if (!branch) throw new DomainError('NOT_FOUND')
    return place(context, [mail], { state: 'inbox', branch_id: branch.id }, `Passed to ${branch.name}`)
  })

  registerRoute(app, clearMailWarnings, async (context) => {
    const { params, body, caller, db, now } = context
    const { mail } = await loadAndLockMailIn(context)
    await requireVersion(db, body.version, mail, caller)
    refuseIf(mail.cleared_on !== null || warningsOfRow(mail).length === 0 ? 'NOTHING_TO_CHECK' : null)
    await changeMailIn(db, params, {
      cleared_by: caller.userId,
      cleared_on: now,
      cleared_how: body.how,
      version: mail.version + 1,
      updatedon: now,
      updated_by: caller.userId,
    }).execute()
    const data = { mailInId: mail.id, from: mail.from_email, subject: maskBankDetails(mail.subject), how: body.how }
    const filed = await findFiledSales(db, params.companyId, mail.id)
    await recordAboutProperties(context, params.companyId, filed, async () =>
      filed.map((propertyId) => ({ propertyId, events: [{ kind: 'mail-cleared', data }] })),
    )
    await tellInbox(db, mail)
    return toMailIn(context, await loadMailIn(context))
  })
}

/** Brings the e-mails of a list to another list or branch. */
async function place(
  context: HandlerContext<typeof setMailAside> | HandlerContext<typeof passMailIn>,
  mails: readonly MailInRow[],
  to: { state?: string; branch_id?: string },
  description: string,
): Promise<{ undoId: string; description: string }> {
  const { params, caller, db, now } = context
  const ids = mails.map(({ id }) => id)
  await placeMails(db, { companyId: params.companyId, ids, now, userId: caller.userId }, to)
  const [first] = mails
  if (first) await tellInbox(db, first)
  if (first && to.branch_id) await tellInbox(db, { ...first, branch_id: to.branch_id })
  const undoId = await recordUndo(context, { description, parts: mails.map((one) => partOf(one, [], [], one.version + 1)) })
  return { undoId, description }
}

async function acceptedOffers(db: Db, companyId: string, propertyIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('offer')
    .select(['property_id', 'id'])
    .where('company_id', '=', companyId)
    .where('property_id', 'in', propertyIds)
    .where('state', '=', 'A')
    .execute()
  return new Map(rows.map(({ property_id, id }) => [property_id, id]))
}
