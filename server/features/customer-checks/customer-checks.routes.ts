import { randomBytes } from 'node:crypto'
import { hasPermission } from '@gya/domain/access/permissions.ts'
import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError, type Issue, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  addCheck,
  addCheckFile,
  addCustomer,
  type Customers,
  decideCustomer,
  downloadCheckFile,
  listCustomers,
  listMailPapers,
  strikeCheck,
  updateCustomer,
} from '@gya/domain/features/customer-checks/customer-checks.contract.ts'
import type { CheckKind, CustomerSide, MailFileRef } from '@gya/domain/features/customer-checks/customer-checks.model.ts'
import {
  checkIssues,
  expiryOfCheck,
  maxCustomers,
  mayStrike,
  ownerIssues,
  reasonIssues,
  whyNotAddFile,
  whyNotDecide,
} from '@gya/domain/features/customer-checks/customer-checks.rules.ts'
import type { SaleFileSettings } from '@gya/domain/features/sale-file/sale-file.model.ts'
import type { FastifyInstance } from 'fastify'
import type { Updateable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { requireCurrentVersion } from '../../db/query/changed-fields.ts'
import type { Customer as CustomerRow } from '../../db/schema.ts'
import { type Caller, roleOf } from '../../http/access/caller.ts'
import { registerDownload, savedFileDownload } from '../../http/route/register-download.ts'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { retainFile, type StoredFile } from '../files/file-lifecycle.ts'
import { updateChecksInReport } from '../properties/projections/report-row.ts'
import { recordAboutProperties } from '../properties/write/record-about-property.ts'
import { readCheckDigest } from '../record/check-digests.ts'
import { findSaleFile, requireChecks } from '../sale-file/sale-file.repository.ts'
import {
  findCheckFile,
  insertCheck,
  insertCheckFile,
  insertCustomer,
  listCustomersOf,
  moveOwnersToOffer,
  noDecision,
  type StoredCheck,
  type StoredCustomer,
  strikeCheckRow,
  updateCustomerRow,
} from './customer-checks.repository.ts'
import { toCustomers } from './customer-checks.response.ts'
import { listPapersOfMails, stagePaper } from './mail-papers.ts'
import { toRegister } from './require-register.ts'
import { settleCustomers } from './settle-customers.ts'

type CallContext = {
  params: PropertyIds
  caller: Caller
  db: Db
  now: Instant
  today: DateOnly
  newId(): string
}

type Change = (customers: readonly StoredCustomer[], settings: SaleFileSettings) => Promise<readonly NewEvent[]>

/** Customers of a property and their checks. The version of the property stays the same, so that open forms stay valid. */
export function customerChecksRoutes(app: FastifyInstance): void {
  const { database, files, clock } = app.gya
  const stageChosen = ({ params, body }: { params: PropertyIds; body: { fromMail?: MailFileRef | undefined } }) =>
    stagePaper({ database, files, clock }, params, body.fromMail)

  registerRoute(app, listCustomers, async (context) => {
    const settings = await findSaleFile(context.db, context.params.companyId)
    const answer = await readCustomers(context, settings)
    if (!settings.checks && answer.data.length === 0) throw new DomainError('SALE_FILE_OFF')
    return answer
  })

  registerRoute(app, addCustomer, (context) =>
    change(context, async (customers) => {
      const { params, body, db, now, newId, caller } = context
      refuseIf(customers.length >= maxCustomers ? 'TOO_MANY_CUSTOMERS' : null)
      refuseIssues(ownerIssues(customers, body.side, body.ownerOf))
      const offerId = customers.find(({ id }) => id === body.ownerOf)?.offerId ?? body.offerId
      await requireOffer(context, body.side, offerId)
      await insertCustomer(db, {
        company_id: params.companyId,
        id: newId(),
        property_id: params.propertyId,
        side: body.side,
        offer_id: offerId,
        form: body.form,
        name: body.name,
        owner_of: body.ownerOf,
        met: body.met,
        reasons: body.reasons,
        createdon: now,
        created_by: caller.userId,
      })
      return [{ kind: 'customer-added', data: { side: body.side } }]
    }),
  )

  registerRoute(app, updateCustomer, (context) =>
    change(context, async (customers) => {
      const { params, body, db } = context
      const before = await currentCustomer(context, customers, params.customerId, body.version)
      const {
        form = before.form,
        name = before.name,
        met = before.met,
        reasons = before.reasons,
        offerId = before.offerId,
      } = body
      refuseIssues(reasonIssues(before.reasons, reasons, body.because))
      refuseIssues(formIssues(customers, before.id, form))
      await requireOffer(context, before.side, offerId)
      const next = { form, name, met, reasons: [...reasons], offerId }
      const fields = ['form', 'name', 'met', 'reasons', 'offerId'] as const
      const changed = fields.filter((field) => JSON.stringify(next[field]) !== JSON.stringify(before[field]))
      if (changed.length === 0) return []
      const isNewReason = reasons.some((reason) => !before.reasons.includes(reason))
      const isReset = isNewReason && before.decision !== 'none'
      await saveCustomer(context, before.id, {
        form,
        name,
        met,
        reasons: next.reasons,
        offer_id: offerId,
        ...(body.because ? { reasons_because: body.because } : {}),
        ...(isReset ? noDecision : {}),
      })
      if (offerId !== before.offerId) await moveOwnersToOffer(db, params, ownersUnder(customers, before.id), offerId)
      return [
        { kind: 'customer-edited', data: { side: before.side, changed: changed.join(', ') } },
        ...(isReset ? [decisionEvent(before, 'none')] : []),
      ]
    }),
  )

  registerRoute(app, listMailPapers, async ({ params, db }) => {
    await requireChecks(db, params.companyId)
    const papers = await listPapersOfMails(db, params)
    return { data: papers.map(({ raw_file: _raw, content_type: _type, ...paper }) => paper) }
  })

  registerPreparedRoute(app, addCheck, stageChosen, (context) =>
    change(context, async (customers, { recheckDays }) => {
      const { params, body, db, now, today, newId, caller } = context
      const file = await takeFile(context)
      const customer = requireCustomer(customers, params.customerId)
      refuseIssues(checkIssues(body, today))
      const checkId = newId()
      await insertCheck(db, {
        company_id: params.companyId,
        id: checkId,
        customer_id: customer.id,
        kind: body.kind,
        way: body.way,
        provider: body.provider,
        reference: body.reference,
        documents: body.documents,
        result: body.result,
        words: body.words,
        checked_on: body.checkedOn,
        checked_by: caller.userId,
        expires_on: body.expiresOn ?? expiryOfCheck(body.checkedOn, recheckDays),
        createdon: now,
        salt: randomBytes(16),
      })
      const isReset = customer.decision !== 'none'
      await saveCustomer(context, customer.id, isReset ? noDecision : {})
      const about = { side: customer.side, kind: body.kind }
      const digest = await readCheckDigest(db, params.companyId, checkId)
      return [
        { kind: 'check-entered', data: { ...about, digest } },
        ...(file ? [await addFile(context, checkId, file, about)] : []),
        ...(isReset ? [decisionEvent(customer, 'none')] : []),
      ]
    }),
  )

  registerPreparedRoute(app, addCheckFile, stageChosen, (context) =>
    change(context, async (customers) => {
      const { check, customer } = requireCheck(customers, context.params.checkId)
      const file = await takeFile(context)
      if (!file) throw new DomainError('FILE_MISSING')
      refuseIf(check.struck ? 'CHECK_STRUCK' : null)
      refuseIf(whyNotAddFile(check.files.length))
      const isOwn = check.checkedBy._id === context.caller.userId
      if (!isOwn && !hasPermission(context.caller.type, 'check.view')) throw new DomainError('FORBIDDEN')
      return [await addFile(context, check.id, file, { side: customer.side, kind: check.kind })]
    }),
  )

  registerRoute(app, strikeCheck, (context) =>
    change(context, async (customers) => {
      const { params, body, db, now, caller } = context
      const { check, customer } = requireCheck(customers, params.checkId)
      refuseIf(check.struck ? 'CHECK_STRUCK' : null)
      const own = { checkedBy: check.checkedBy._id, enteredOn: check.enteredOn, struckOn: check.struckOn }
      if (!mayStrike(own, caller, now)) throw new DomainError('FORBIDDEN')
      await strikeCheckRow(db, { ...params, checkId: check.id }, { on: now, by: caller.userId, because: body.reason })
      await saveCustomer(context, customer.id)
      const digest = await readCheckDigest(db, params.companyId, check.id)
      return [{ kind: 'check-struck', data: { side: customer.side, kind: check.kind, digest } }]
    }),
  )

  registerRoute(app, decideCustomer, (context) =>
    change(context, async (customers) => {
      const { params, body, now, caller } = context
      const customer = await currentCustomer(context, customers, params.customerId, body.version)
      refuseIf(whyNotDecide(customer, body.decision))
      await saveCustomer(context, customer.id, {
        decision: body.decision,
        decision_reason: body.reason,
        decided_by: caller.userId,
        decided_on: now,
      })
      return [decisionEvent(customer, 'made')]
    }),
  )

  registerDownload(app, downloadCheckFile, async ({ params, db }) => {
    const found = await findCheckFile(db, params, params.fileId)
    if (!found) throw new DomainError('NOT_FOUND')
    const data = { propertyId: params.propertyId, checkId: found.check_id, bytes: found.bytes }
    return savedFileDownload(app.gya.files, found, { kind: 'check-file-opened', data })
  })
}

type Chosen = { db: Db; file: StoredFile | null; prepared: StoredFile | null }

/** Of the upload, which the route keeps, and the file of an e-mail, the one that was chosen. */
async function takeFile({ db, file, prepared: paper }: Chosen): Promise<StoredFile | null> {
  refuseIssues(file && paper ? [{ path: 'fromMail', message: 'Choose one file.' }] : [])
  if (paper) await retainFile(db, paper.id)
  return file ?? paper
}

async function readCustomers({ db, params, caller, now, today }: CallContext, settings: SaleFileSettings): Promise<Customers> {
  const customers = await listCustomersOf(db, params)
  const accepted = await db
    .selectFrom('offer')
    .select('id')
    .where('company_id', '=', params.companyId)
    .where('property_id', '=', params.propertyId)
    .where('state', '=', 'A')
    .executeTakeFirst()
  const reader = { userId: caller.userId, type: roleOf(caller), now, today }
  return toCustomers(toRegister(settings, customers), accepted?.id ?? null, reader)
}

/** Saves under the lock of the property, and answers its customers: one of a sale that is over has ended too. Throws SALE_FILE_OFF. */
async function change(context: CallContext, decide: Change): Promise<Customers> {
  const { db, params, today } = context
  const settings = await requireChecks(db, params.companyId)
  const { companyId, propertyId } = params
  await recordAboutProperties(context, companyId, [propertyId], async (load) => {
    const events = await decide(await listCustomersOf(db, params), settings)
    const saved = await load()
    await settleCustomers(saved.map((property) => ({ property, isDeleted: false, events: [], db, today })))
    await updateChecksInReport(db, companyId, saved)
    return [{ propertyId, events }]
  })
  return readCustomers(context, settings)
}

function refuseIssues(issues: Issue[]): void {
  if (issues.length > 0) throw new DomainError('VALIDATION_FAILED', { issues })
}

function requireCustomer(customers: readonly StoredCustomer[], customerId: string): StoredCustomer {
  const customer = customers.find(({ id }) => id === customerId)
  if (!customer) throw new DomainError('NOT_FOUND')
  return customer
}

function requireCheck(customers: readonly StoredCustomer[], checkId: string): { customer: StoredCustomer; check: StoredCheck } {
  for (const customer of customers) {
    const check = customer.checks.find(({ id }) => id === checkId)
    if (check) return { customer, check }
  }
  throw new DomainError('NOT_FOUND')
}

/** Throws NOT_FOUND and STALE_VERSION. */
async function currentCustomer(
  { db, caller }: CallContext,
  customers: readonly StoredCustomer[],
  customerId: string,
  version: number | undefined,
): Promise<StoredCustomer> {
  const customer = requireCustomer(customers, customerId)
  const { createdOn, updatedOn, updatedBy } = customer
  const row = { version: customer.version, createdon: createdOn, updatedon: updatedOn, updated_by: updatedBy }
  await requireCurrentVersion(db, version, row, caller.userId)
  return customer
}

/** "404 offer of another property". */
async function requireOffer({ db, params }: CallContext, side: string, offerId: string | null): Promise<void> {
  if (offerId === null) return
  const offer = await db
    .selectFrom('offer')
    .select('id')
    .where('company_id', '=', params.companyId)
    .where('property_id', '=', params.propertyId)
    .where('id', '=', offerId)
    .executeTakeFirst()
  if (!offer || side === 'vendor') throw new DomainError('NOT_FOUND')
}

/** A customer with owners cannot become a person. */
const formIssues = (customers: readonly StoredCustomer[], id: string, form: string): Issue[] =>
  form === 'person' && customers.some(({ ownerOf }) => ownerOf === id)
    ? [{ path: 'form', message: 'A person has no owners.' }]
    : []

const saveCustomer = ({ params, db, now, caller }: CallContext, customerId: string, values: Updateable<CustomerRow> = {}) =>
  updateCustomerRow(db, { ...params, customerId }, { ...values, updatedon: now, updated_by: caller.userId })

/** The owners of a customer, and theirs. */
const ownersUnder = (customers: readonly StoredCustomer[], id: string): string[] =>
  customers.filter(({ ownerOf }) => ownerOf === id).flatMap((owner) => [owner.id, ...ownersUnder(customers, owner.id)])

const decisionEvent = ({ side }: StoredCustomer, decision: 'made' | 'none'): NewEvent => ({
  kind: 'check-decided',
  data: { side, decision },
})

/** The entry of the file has its digest. */
async function addFile(
  { params, db, now, newId, caller }: CallContext,
  checkId: string,
  file: StoredFile,
  about: { side: CustomerSide; kind: CheckKind },
): Promise<NewEvent> {
  const id = newId()
  await insertCheckFile(db, {
    company_id: params.companyId,
    id,
    check_id: checkId,
    file: file.id,
    file_name: file.fileName,
    content_type: file.contentType,
    bytes: file.bytes,
    sha256: Buffer.from(file.sha256, 'hex'),
    createdon: now,
    created_by: caller.userId,
  })
  return { kind: 'check-file-added', data: { ...about, digest: await readCheckDigest(db, params.companyId, id) } }
}
