import { type Endpoint, isWrite, type Wire } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import { updateOwnAccount } from '@gya/domain/features/account/account.contract.ts'
import { createApiKey, updateApiKey } from '@gya/domain/features/api-keys/api-keys.contract.ts'
import { addApp } from '@gya/domain/features/applications/applications.contract.ts'
import { addAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { createBranch, readBranch, updateBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { makeFeed } from '@gya/domain/features/calendar-feeds/calendar-feeds.contract.ts'
import { saveChain, saveChainOfAll } from '@gya/domain/features/chain/chain.contract.ts'
import { createCompany, readCompany, updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { createContact, createPoc, updateContact, updatePoc } from '@gya/domain/features/contacts/contacts.contract.ts'
import { logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import {
  addCheck,
  addCustomer,
  decideCustomer,
  strikeCheck,
  updateCustomer,
} from '@gya/domain/features/customer-checks/customer-checks.contract.ts'
import { addDocument, emailDocument, updateDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { saveExpected } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { performFallOff, saveFallOffReasons } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { overrideGate, readGateTemplate, saveGateCheck, saveGateTemplate } from '@gya/domain/features/gates/gates.contract.ts'
import { addImportFile, createImport } from '@gya/domain/features/imports/imports.contract.ts'
import { createMailAccount, updateMailAccount } from '@gya/domain/features/mail-in/mail-accounts.contract.ts'
import {
  addBranchMember,
  createCompanyAdministrator,
  updateBranchMember,
  updateCompanyAdministrator,
} from '@gya/domain/features/members/members.contract.ts'
import { updateMemo } from '@gya/domain/features/memo/memo.contract.ts'
import { escapeBraces } from '@gya/domain/features/messages/merge-text.ts'
import { createMessageTemplate, saveMessageTemplate } from '@gya/domain/features/messages/message-templates.contract.ts'
import { sendMessages } from '@gya/domain/features/messages/messages.contract.ts'
import { addNote, updateNote } from '@gya/domain/features/notes/notes.contract.ts'
import { addOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { createProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { addRelaunch, updateRelaunch } from '@gya/domain/features/relaunches/relaunches.contract.ts'
import { createArea, updateArea } from '@gya/domain/features/roles/areas.contract.ts'
import { assignRole, createMember } from '@gya/domain/features/roles/roles.contract.ts'
import { saveSaleFile } from '@gya/domain/features/sale-file/sale-file.contract.ts'
import { noSaleFile } from '@gya/domain/features/sale-file/sale-file.model.ts'
import { activateAccount, login } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { requestSupport } from '@gya/domain/features/support/support.contract.ts'
import { createTask, createTasksOfSales, saveTaskTemplates, updateTask } from '@gya/domain/features/tasks/tasks.contract.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { saveBranchTimeline, saveCompanyTimeline } from '@gya/domain/features/timeline/timeline-templates.contract.ts'
import { saveUpdate } from '@gya/domain/features/vendor-updates/vendor-updates.contract.ts'
import { updateVendor } from '@gya/domain/features/vendors/vendors.contract.ts'
import { addViewing, updateViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { createView, updateView } from '@gya/domain/features/views/views.contract.ts'
import { createWebhook, updateWebhook } from '@gya/domain/features/webhooks/webhooks.contract.ts'
import type { z } from 'zod'
import { maliciousBody, maliciousText, textFields } from './malicious-input.ts'
import { addressOf } from './test-client.ts'

/** The initial password of its users, and the one they choose at activation. */
const initialPassword = 'Hostile-Password-2026'
const chosenPassword = 'Hostile-Password-2027'

type Role = 'platform' | 'company' | 'branch' | 'staff' | 'vendor'
type CallInput = { params?: Record<string, string>; body?: Record<string, unknown> }

type Sent = { field: string; what: string; text: string }

export type MaliciousCompany = {
  companyId: string
  branchId: string
  propertyId: string
  contactId: string
  /** An administrator of the company. */
  userId: string
  /** Credentials of its users. */
  people: Record<Exclude<Role, 'platform'>, { email: string; password: string }>
  /** Sent texts by marker: the field of the call (`METHOD path field`) and what it is (`contacts pocs.name`). */
  sent: Map<number, Sent>
}

/** An HTTP client with a session cookie. */
class Caller {
  readonly #base: string
  #cookie = ''
  constructor(base: string) {
    this.#base = base
  }

  async make<E extends Endpoint>(call: E, { params, body }: CallInput, file?: File): Promise<Wire<E, 'response'>> {
    const form = file && formOf(body ?? {}, file)
    const answer = await fetch(`${this.#base}${addressOf(call.path, params)}`, {
      method: call.method,
      headers: { 'x-client': 'Web', cookie: this.#cookie, ...(form || !body ? {} : { 'content-type': 'application/json' }) },
      ...(body || form ? { body: form ?? JSON.stringify(body) } : {}),
    })
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    if (cookies.length > 0) this.#cookie = cookies.join('; ')
    if (!answer.ok) throw new Error(`${call.method} ${call.path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Wire<E, 'response'>
  }

  async signIn(email: string, password: string): Promise<this> {
    await this.make(login, { body: { email, password } })
    return this
  }
}

function formOf(body: Record<string, unknown>, file: File): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body))
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  form.append('file', file)
  return form
}

/** Merges overrides into a generated body; arrays are replaced, undefined removes a field. */
function deepMerge(made: unknown, given: unknown): unknown {
  const both = [made, given].every((one) => typeof one === 'object' && one !== null && !Array.isArray(one))
  if (!both) return given
  const merged = { ...(made as Record<string, unknown>) }
  for (const [name, value] of Object.entries(given as object)) merged[name] = deepMerge(merged[name], value)
  return merged
}

/**
 * Creates a company on a running server through the API in which every text field contains malicious input with its own marker.
 * `platform` are credentials of a platform admin.
 */
export const createMaliciousCompany = (base: string, platform: { email: string; password: string }): Promise<MaliciousCompany> =>
  new MaliciousCompanyBuilder(base).fill(platform)

class MaliciousCompanyBuilder {
  readonly #base: string
  readonly #sent = new Map<number, Sent>()
  readonly #stamp = Date.now().toString(36)
  #mark = 100
  #people = 0
  #callers = {} as Record<Role, Caller>
  constructor(base: string) {
    this.#base = base
  }

  /** Makes a call with malicious text in every text field except the given ones. */
  async #send<E extends Endpoint>(as: Role, call: E, { params = {}, body = {} }: CallInput = {}, file?: File) {
    const whole = call.body ? deepMerge(this.#bodyOf(call, call.body), body) : undefined
    return this.#callers[as].make(call, { params, body: whole as Record<string, unknown> }, file)
  }

  #bodyOf(call: Endpoint, schema: z.ZodType, path = ''): unknown {
    return maliciousBody(schema, (field, most) => this.#textFor(call, field, most), path)
  }

  #textFor(call: Endpoint, path: string, most: number): string {
    this.#mark += 1
    const text = maliciousText(this.#mark, most)
    this.#sent.set(this.#mark, { field: `${call.method} ${call.path} ${path}`, what: fieldKey(call, path), text })
    return text
  }

  /** Unique e-mail addresses of maximum length. */
  #person = () => {
    const email = `o'${this.#stamp}+${(this.#people += 1)}.${'w'.repeat(40)}@${'w'.repeat(60)}.${'w'.repeat(60)}.example`
    return { email, tel: '0118 496 0100 ext 00000000000000000000', password: initialPassword }
  }

  async #activated(email: string): Promise<Caller> {
    const caller = await new Caller(this.#base).signIn(email, initialPassword)
    await caller.make(activateAccount, { body: { password: chosenPassword } })
    return new Caller(this.#base).signIn(email, chosenPassword)
  }

  async fill(platform: { email: string; password: string }): Promise<MaliciousCompany> {
    this.#callers.platform = await new Caller(this.#base).signIn(platform.email, platform.password)
    const { companyId, branchId, userId, staff } = await this.#places()
    const { contactId, pocId } = await this.#contacts(companyId)
    const { propertyId, vendor } = await this.#property({ companyId, branchId, contactId, pocId })
    await this.#connections({ companyId, branchId })
    await this.#register({ companyId, branchId, propertyId })
    return {
      companyId,
      branchId,
      propertyId,
      contactId,
      userId,
      people: { ...staff, vendor: { email: vendor, password: initialPassword } },
      sent: this.#sent,
    }
  }

  /** Creates the company, its users, its branch and their templates. */
  async #places() {
    const [company, branch, staff, second] = [this.#person(), this.#person(), this.#person(), this.#person()]
    const tel = company.tel
    const { _id: companyId } = await this.#send('platform', createCompany, {
      body: { availableLicenses: 5, tel, administrator: company },
    })
    this.#callers.company = await this.#activated(company.email)
    await this.#send('company', updateCompany, { body: { _id: companyId } })
    const admin = await this.#send('company', createCompanyAdministrator, { params: { companyId }, body: second })
    const { password: _, ...card } = second
    await this.#send('company', updateCompanyAdministrator, { params: { companyId, userId: admin._id }, body: card })
    await this.#template('company', companyId)
    const gateItem = (evidence: 'reference' | 'note') => ({
      gate: 'accept',
      title: this.#textFor(saveGateTemplate, 'items.0.title', 80),
      help: this.#textFor(saveGateTemplate, 'items.0.help', 300),
      applies: 'always',
      evidence,
      overrideBy: ['BRANCH_ADMIN'],
    })
    await this.#send('company', saveGateTemplate, {
      params: { companyId },
      body: { modes: { accept: 'warn', exchange: 'warn' }, items: [gateItem('reference'), gateItem('note')] },
    })
    await this.#send('company', saveFallOffReasons, {
      params: { companyId },
      body: { reasons: [{ name: this.#textFor(saveFallOffReasons, 'reasons.0.name', 80), party: 'buyer' }] },
    })
    const { _id: branchId } = await this.#send('company', createBranch, {
      params: { companyId },
      body: { tel, email: company.email, administrator: { ...branch, type: 'BRANCH_ADMIN' } },
    })
    await this.#template('branch', companyId, branchId)
    const { password: __, ...invited } = this.#person()
    await this.#send('company', updateBranch, { params: { companyId }, body: { _id: branchId, administrator: invited } })
    const member = await this.#send('company', addBranchMember, {
      params: { branchId },
      body: { ...staff, type: 'BRANCH_STAFF' },
    })
    await this.#send('company', updateBranchMember, { params: { branchId, userId: member._id } })
    const area = await this.#send('company', createArea, { params: { companyId }, body: { branchIds: [branchId] } })
    await this.#send('company', updateArea, { params: { companyId, areaId: area._id }, body: { branchIds: [branchId] } })
    const role = { type: 'AREA_MANAGER', branchIds: [], areaIds: [area._id], allBranches: false } as const
    const manager = await this.#send('company', createMember, {
      params: { companyId },
      body: { ...this.#person(), ...role },
    })
    await this.#send('company', assignRole, { params: { companyId, userId: manager._id }, body: role })
    this.#callers.branch = await this.#activated(branch.email)
    this.#callers.staff = await this.#activated(staff.email)
    await this.#send('branch', updateOwnAccount)
    const own = (email: string) => ({ email, password: chosenPassword })
    return {
      companyId,
      branchId,
      userId: admin._id,
      staff: { company: own(company.email), branch: own(branch.email), staff: own(staff.email) },
    }
  }

  async #template(of: 'company' | 'branch', companyId: string, branchId = ''): Promise<void> {
    const call = of === 'company' ? saveCompanyTimeline : saveBranchTimeline
    const params = of === 'company' ? { companyId } : { companyId, branchId }
    const caller = this.#callers.company
    const steps =
      of === 'company'
        ? (await caller.make(readCompany, { params })).timeline
        : (await caller.make(readBranch, { params })).timelineTemplate
    const timeline = steps.map((step) => ({
      ...step,
      title: this.#textFor(call, 'timeline.0.title', 80),
      description: this.#textFor(call, 'timeline.0.description', 500),
    }))
    await caller.make(call, { params, body: { timeline } })
  }

  async #contacts(companyId: string) {
    const reached = () => ({ email: this.#person().email, tel: this.#person().tel })
    const params = { companyId }
    const contact = await this.#send('staff', createContact, {
      params,
      body: { ...reached(), pocs: [{ ...(this.#bodyOf(createContact, createPoc.body, 'pocs.0') as object), ...reached() }] },
    })
    const contactId = contact._id
    await this.#send('staff', updateContact, { params: { companyId, contactId } })
    const { _id: pocId } = await this.#send('staff', createPoc, { params: { companyId, contactId }, body: reached() })
    await this.#send('staff', updatePoc, { params: { companyId, contactId, pocId } })
    return { contactId, pocId }
  }

  /**
   * Creates a property that fell off once and is sold again, with every kind of record, and a second one linked in its chain.
   */
  async #property({ companyId, branchId, contactId, pocId }: Record<'companyId' | 'branchId' | 'contactId' | 'pocId', string>) {
    const params = { companyId, branchId }
    const person = this.#person()
    const reached = { email: person.email, tel: person.tel }
    const { _id: linkedId } = await this.#send('staff', createProperty, { params, body: { owner: this.#person() } })
    const made = await this.#send('staff', createProperty, { params, body: { owner: person } })
    const propertyId = made._id
    const at = { ...params, propertyId }
    await this.#send('staff', updateProperty, { params, body: { _id: propertyId } })
    await this.#send('staff', updateVendor, { params: { branchId }, body: { _id: made.owner._id } })
    this.#callers.vendor = await new Caller(this.#base).signIn(person.email, initialPassword)
    await this.#send('staff', addAskingPrice, { params: at, body: { price: 999_999_999.99, effectiveDate: '2025-01-01' } })
    await this.#buyers(at, reached)
    await this.#marketing(at)
    const party = { contact: contactId, poc: pocId }
    const further = (side: string) => [
      {
        firstName: this.#textFor(saveContacts, `${side}additionalContacts.0.firstName`, 80),
        lastName: this.#textFor(saveContacts, `${side}additionalContacts.0.lastName`, 80),
        ...reached,
        options: { memo: true },
      },
    ]
    await this.#send('staff', saveContacts, {
      params: at,
      body: {
        solicitor: party,
        mBroker: party,
        additionalContacts: further(''),
        buyerDetails: { solicitor: party, mBroker: party, additionalContacts: further('buyerDetails.'), buyer: reached },
      },
    })
    const sale = {
      propertyId,
      outcome: 'spoke',
      note: this.#textFor(logConversation, 'sales.0.note', 2000),
      vendorText: this.#textFor(logConversation, 'sales.0.vendorText', 500),
    }
    await this.#send('staff', logConversation, {
      params: { companyId },
      body: { partyRef: `poc:${pocId}`, channel: 'call', at: undefined, sales: [sale] },
    })
    await this.#messages(companyId, { partyRef: `poc:${pocId}`, propertyId })
    await this.#chain(at, linkedId)
    await this.#send('staff', saveTimeline, {
      params: at,
      body: {
        timeline: [
          {
            key: 5,
            state: 'IP',
            surveyData: {
              date: '2025-02-03',
              contactPOC: pocId,
              reference: this.#textFor(saveTimeline, 'timeline.0.surveyData.reference', 500),
            },
          },
        ],
      },
    })
    await this.#papers(at)
    await this.#send('staff', requestSupport)
    return { propertyId, vendor: person.email }
  }

  async #buyers(at: Record<string, string>, reached: { email: string; tel: string }): Promise<void> {
    const offer = { amount: 999_999_999, cashBuy: false, chain: true, when: '2025-01-02', ...reached }
    const changed = async (state: string) => {
      const { offers } = await this.#send('staff', addOffer, { params: at, body: offer })
      const newest = offers.find((one) => one.state === 'P')
      await this.#send('staff', updateOffer, { params: at, body: { _id: newest?._id, state, amendReason: undefined } })
      return newest?._id
    }
    await changed('R')
    const first = await changed('A')
    await this.#callers.staff.make(updateOffer, {
      params: at,
      body: { _id: first, amendAmount: 888_888_888, amendReason: this.#textFor(updateOffer, 'amendReason', 500) },
    })
    await this.#send('staff', performFallOff, { params: at })
    await this.#checks(at, (await changed('A')) ?? '')
    const days = { expectedExchange: '2099-06-01', expectedCompletion: '2099-07-01', mortgageOfferExpires: '2099-08-01' }
    await this.#send('staff', saveExpected, { params: at, body: { ...days, shareExpected: true } })
  }

  /** One check of a gate with its evidence, and one overridden. */
  async #checks(at: Record<string, string>, offerId: string): Promise<void> {
    const { items } = await this.#callers.company.make(readGateTemplate, { params: { companyId: at.companyId ?? '' } })
    const [checked, overridden] = items.map(({ _id }) => _id)
    const params = { ...at, gate: 'accept' }
    await this.#send('staff', saveGateCheck, {
      params: { ...params, itemId: checked ?? '' },
      body: { offerId, documentId: null, expiresOn: undefined, version: undefined },
    })
    const reason = this.#textFor(overrideGate, 'items.0.reason', 500)
    await this.#callers.branch.make(overrideGate, { params, body: { offerId, items: [{ itemId: overridden, reason }] } })
  }

  async #marketing(at: Record<string, string>): Promise<void> {
    const when = { when: '2025-01-05' }
    const { viewings } = await this.#send('staff', addViewing, { params: at, body: when })
    await this.#send('staff', updateViewing, { params: at, body: { _id: viewings[0]?._id } })
    const { relaunches } = await this.#send('staff', addRelaunch, { params: at, body: when })
    await this.#send('staff', updateRelaunch, { params: at, body: { _id: relaunches[0]?._id } })
    const note = await this.#send('staff', addNote, { params: at })
    await this.#send('staff', updateNote, { params: { ...at, noteId: note._id } })
    await this.#send('staff', addNote, { params: at, body: { timelineKey: 1 } })
    await this.#tasks(at)
    await this.#updates(at)
  }

  /** The text of a message has merge fields, so its braces are escaped. */
  async #messages(companyId: string, sale: { partyRef: string; propertyId: string }): Promise<void> {
    const params = { companyId }
    const words = (call: Endpoint) => ({
      subject: escapeBraces(this.#textFor(call, 'subject', 150)),
      body: escapeBraces(this.#textFor(call, 'body', 4000)),
    })
    const template = { channel: 'email', purpose: 'general', audience: ['buyerSolicitor'], steps: [], event: null }
    const named = (call: Endpoint) => ({ ...template, ...words(call), name: this.#textFor(call, 'name', 80) })
    const { _id: templateId } = await this.#callers.company.make(createMessageTemplate, {
      params,
      body: named(createMessageTemplate),
    })
    await this.#callers.company.make(saveMessageTemplate, {
      params: { ...params, templateId },
      body: named(saveMessageTemplate),
    })
    const to = [{ partyRef: sale.partyRef, propertyIds: [sale.propertyId] }]
    await this.#callers.staff.make(sendMessages, { params, body: { ...words(sendMessages), templateId: null, to } })
  }

  async #tasks({ companyId = '', propertyId = '' }: Record<string, string>): Promise<void> {
    const params = { companyId }
    const own = { assigneeId: undefined, dueOn: null, dueAt: null, repeat: null }
    const { task } = await this.#send('staff', createTask, { params, body: { ...own, propertyId } })
    await this.#send('staff', createTasksOfSales, { params, body: { ...own, propertyIds: [propertyId] } })
    await this.#send('staff', updateTask, { params: { ...params, taskId: task._id }, body: own })
    const view = { list: 'report', branchId: null, columns: ['address'], frozen: 2, filters: {}, sort: 'address:asc' }
    const { _id: viewId } = await this.#send('staff', createView, { params, body: view })
    await this.#send('staff', updateView, { params: { ...params, viewId }, body: { ...view, version: 1 } })
    const template = { phase: 'exchanged', offsetDays: 1, assign: 'creator', active: true }
    const texts = {
      title: this.#textFor(saveTaskTemplates, 'templates.0.title', 200),
      note: this.#textFor(saveTaskTemplates, 'templates.0.note', 2000),
    }
    await this.#callers.company.make(saveTaskTemplates, { params, body: { templates: [{ ...template, ...texts }] } })
  }

  async #updates({ companyId = '', propertyId = '' }: Record<string, string>): Promise<void> {
    const at = { companyId, propertyId }
    await this.#send('staff', saveUpdate, { params: at, body: { version: undefined } })
  }

  /** Last, because texts differ by their number, and tests rely on the earlier ones. */
  async #connections(branch: { companyId: string; branchId: string }): Promise<void> {
    const params = { companyId: branch.companyId }
    const key = await this.#send('company', createApiKey, { params, body: { scopes: ['note:write'] } })
    await this.#send('company', updateApiKey, { params: { ...params, keyId: key._id }, body: { branchIds: null } })
    await this.#send('staff', makeFeed, { body: { kinds: ['viewing'] } })
    const webhook = { url: 'https://hooks.systems.example/gya', kinds: ['*'] }
    const { _id: webhookId } = await this.#send('company', createWebhook, { params, body: webhook })
    await this.#send('company', updateWebhook, { params: { ...params, webhookId }, body: { ...webhook, version: 1 } })
    const { _id: importId } = await this.#send('company', createImport, { params, body: { branchId: null } })
    const file = { bytes: 1, sha256: '0'.repeat(64), kind: undefined }
    await this.#send('company', addImportFile, { params: { ...params, importId }, body: file })
    const account = { kind: 'password', host: 'imap.systems.example', tenant: '', secret: 'a password', fromDay: '2026-03-01' }
    const { _id: accountId } = await this.#send('company', createMailAccount, { params: branch, body: account })
    const { fromDay: _, ...changed } = account
    await this.#send('company', updateMailAccount, { params: { ...branch, accountId }, body: { ...changed, version: 1 } })
  }

  async #register(at: { companyId: string; branchId: string; propertyId: string }): Promise<void> {
    const { officer: _officer, version: _version, ...settings } = noSaleFile
    await this.#callers.company.make(saveSaleFile, { params: at, body: { ...settings, checks: true } })
    const entered = { side: 'vendor', form: 'person', ownerOf: undefined, offerId: undefined, reasons: ['cash'] }
    const { data } = await this.#send('company', addCustomer, { params: at, body: entered })
    const params = { ...at, customerId: data[0]?._id ?? '' }
    const check = { kind: 'identity', result: 'refer', checkedOn: '2026-03-10', expiresOn: undefined }
    const name = `${this.#textFor(addCheck, 'file', 120)}.pdf`
    const paper = new File(['%PDF-1.4\n%%EOF\n'], name)
    const checked = await this.#send('company', addCheck, { params, body: check }, paper)
    const decision = { decision: 'refused', version: undefined }
    await this.#send('company', decideCustomer, { params, body: decision })
    const checkId = checked.data[0]?.checks?.[0]?._id ?? ''
    await this.#send('company', strikeCheck, { params: { ...at, checkId } })
    await this.#send('company', updateCustomer, { params, body: { reasons: [], version: undefined } })
    const { companyId } = at
    const app = { clientId: undefined, redirectUris: ['https://app.systems.example/back'], scopes: ['note:write'] }
    await this.#send('company', addApp, { params: { companyId }, body: app })
  }

  async #chain(at: Record<string, string>, linkedId: string): Promise<void> {
    for (const call of [saveChainOfAll, saveChain]) {
      const link = (more: object) => {
        const made = this.#bodyOf(call, call.body.shape.items, 'items') as object[]
        return { ...made[0], _id: undefined, agent: null, solicitor: null, personName: '', ...more }
      }
      const party = (which: string) => ({ name: this.#textFor(call, `items.0.${which}.name`, 160), tel: '0118 496 0100' })
      const items = [
        link({ agent: party('agent'), solicitor: party('solicitor') }),
        link({ propertyRef: linkedId }),
        link({ thisProperty: true }),
        link({ personName: this.#textFor(call, 'items.0.personName', 160) }),
      ]
      await this.#callers.staff.make(call, { params: at, body: { items } })
    }
  }

  async #papers(at: Record<string, string>): Promise<void> {
    const name = `${this.#textFor(addDocument, 'file', 120)}.pdf`
    const { documents } = await this.#send('staff', addDocument, { params: at }, new File(['%PDF-1.4\n%%EOF\n'], name))
    const to = { to: ['reader@people.example'] }
    const params = { ...at, documentId: documents[0]?._id ?? '' }
    await this.#send('staff', updateDocument, { params })
    await this.#send('staff', emailDocument, { params, body: to })
    await this.#send('staff', updateMemo, { params: at })
  }
}

/** Identifies a text independently of the call: an update sends the same fields as the create call and replaces its texts. */
function fieldKey(call: Endpoint, path: string): string {
  const found = endpoints.find((one) => one.call === call)
  return `${found?.feature} ${path.replaceAll(/(^|\.)(0|items|timeline)(?=\.|$)/g, '').replace(/^\./, '')}`
}

/** Text fields that a malicious company does not contain, such as those of platform users. */
export const uncoveredFields = [
  // They need an e-mail that arrived.
  /\/mail\/:companyId\/:mailInId\//,
  /^POST \/user /,
  /gyaadmin/,
  // A memorandum with such names cannot be printed, and is not sent.
  /memo\/email/,
  // A preview stores nothing; a letter with such characters cannot be printed.
  /\/preview|\/letter/,
  // The digest of a preview is compared, but not stored.
  /property\/share.* seen$/,
  // Search texts are not stored.
  /personal-data/,
  // A pasted checkpoint is compared, but not stored.
  /record\/verify/,
  // Codes of a second factor are not stored; a passkey needs an authenticator, and a reset a user with factors.
  /totp|recovery|\/user\/me\/passkey|reset-factors/,
  // A platform admin enters a company with a reason.
  /support-access/,
  // A provider is saved only if it responds, and its texts are an id and a secret; the text entered to start single sign-on is not stored.
  /company\/:companyId\/provider/,
  // A record file requires a sealed record, and has its own tests.
  /record-file/,
  // An update is saved first and sent as saved.
  /\/update\/.*\/send /,
  // Names an item of a job that failed; nothing is stored.
  /operations\/stuck/,
  // An invalid address is refused.
  /webhook.* url$/,
  // A sealed request of an application is refused if it is changed.
  /me\/connect.* ticket$/,
  // A server and a tenant are names; a password is never shown.
  /mail-account.* (host|tenant|secret)$/,
  // Codes of rows are those that the check returned.
  /import\/:importId\/rows alike\.code$/,
  // A head of a column that the file does not have is refused.
  /mapping strict\.0$/,
  // Proposals are made with a link, whose token is only in an e-mail.
  /party-link|proposals?( |\/)/,
  // The name of an uploaded archive is shown to platform admins only.
  /^POST \/archive name$/,
  // The id of a new link only distinguishes it from others.
  /items\.0\._id$/,
]

/** All text fields of all calls, as `METHOD path field`. */
export const allTextFields = (): string[] =>
  endpoints.flatMap(({ call }) =>
    isWrite(call) && call.body ? textFields(call.body).map((field) => `${call.method} ${call.path} ${field}`) : [],
  )
