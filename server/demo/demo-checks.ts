import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { addDays, type DateOnly, londonDay } from '@gya/domain/common/dates.ts'
import type {
  CheckKind,
  CheckReason,
  CheckResult,
  CheckWay,
  CustomerForm,
  CustomerMet,
  CustomerSide,
  Decision,
} from '@gya/domain/features/customer-checks/customer-checks.model.ts'
import { expiryOfCheck } from '@gya/domain/features/customer-checks/customer-checks.rules.ts'
import { neededKinds } from '@gya/domain/features/customer-checks/customer-state.ts'
import { withRegister } from '@gya/domain/features/gates/register-items.ts'
import { starterItems } from '@gya/domain/features/gates/starter-items.ts'
import { noSaleFile } from '@gya/domain/features/sale-file/sale-file.model.ts'
import { findStep, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Insertable } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { AppUser, Customer, CustomerCheck, CustomerCheckFile, Event } from '../db/schema.ts'
import { readCheckDigests } from '../features/record/check-digests.ts'
import { lockSaleFile, updateSaleFile } from '../features/sale-file/sale-file.repository.ts'
import { type FileStore, fileKey } from '../infra/files/file-store.ts'
import { phaseNow } from './assign-sales.ts'
import { type DemoCompany, staffNamed } from './company.ts'
import { insertAll } from './insert-all.ts'
import { seededIds, seededRandom } from './seeded-random.ts'
import type { SimulatedProperty } from './simulated-property.ts'
import { branchDay, momentAt } from './workdays.ts'

/** The day on which the demo company switched the register on: sales that were accepted before keep their items. */
export const registerSince = ({ today }: CurrentTime): DateOnly => addDays(today, -45)

/** What is different about a customer. */
type Twist = {
  side: CustomerSide
  form?: CustomerForm
  name?: string
  met?: CustomerMet
  reasons?: CheckReason[]
  decision?: Exclude<Decision, 'none'>
  decisionReason?: string
  /** Whether its owner is entered. */
  owned?: boolean
  /** A check that was never made, that ends in so many days, that was struck and made again, or with another result. */
  without?: CheckKind
  ends?: { kind: CheckKind; inDays: number }
  struck?: CheckKind
  result?: { kind: CheckKind; result: CheckResult; words: string }
}

/**
 * "Customers in every state, three checks that end within 14 days." [sale-file §12](docs/design/sale-file.md#12). Of the open sales of the
 * staff sign-in, after the showcase sale, and again of Reading, but for what ends soon.
 */
const twists: readonly Twist[] = [
  { side: 'vendor', ends: { kind: 'screening', inDays: 3 } },
  {
    side: 'buyer',
    reasons: ['politically-exposed'],
    result: { kind: 'screening', result: 'refer', words: 'Sits in a parliament abroad. Where the money is from is to be seen.' },
  },
  { side: 'buyer', form: 'company', name: 'Tansy & Teasel Homes Ltd', owned: true },
  { side: 'buyer', ends: { kind: 'identity', inDays: 8 } },
  {
    side: 'buyer',
    form: 'trust',
    name: 'The Bramley Family Trust',
    owned: true,
    decision: 'approved',
    decisionReason: 'All trustees and beneficiaries are known; the deed and its register entry were seen.',
  },
  { side: 'vendor', ends: { kind: 'identity', inDays: 13 } },
  {
    side: 'buyer',
    reasons: ['sanctions-match'],
    decision: 'refused',
    decisionReason: 'Name, date of birth and passport number agree with the list.',
    result: { kind: 'screening', result: 'not-satisfied', words: 'One match: name, date of birth and passport number.' },
  },
  { side: 'vendor', form: 'estate' },
  { side: 'buyer', struck: 'identity' },
  { side: 'vendor', ends: { kind: 'screening', inDays: -2 } },
]
const endsSoon = ({ ends }: Twist) => (ends?.inDays ?? -1) >= 0

type Sale = { simulated: SimulatedProperty; owner: string; twist: Twist | undefined }
type Rows = {
  customers: Insertable<Customer>[]
  checks: Insertable<CustomerCheck>[]
  files: { row: Insertable<CustomerCheckFile>; content: string }[]
  events: Insertable<Event>[]
}
type Making = { companyId: string; rows: Rows; present: CurrentTime; approver: string; newId(at: string): string; salt(): Buffer }

/** Switches the register on and enters customers with their checks. Before the properties are loaded, whose state depends on them. */
export async function insertChecks(
  db: Db,
  demo: DemoCompany,
  { owners, simulatedProperties }: { owners: readonly Insertable<AppUser>[]; simulatedProperties: readonly SimulatedProperty[] },
  { present, files }: { present: CurrentTime; files: FileStore | null },
): Promise<void> {
  const companyId = demo.company.id
  const random = seededRandom('customer checks')
  const newId = seededIds(random)
  const salt = () => Buffer.from(Array.from({ length: 16 }, () => random.int(0, 255)))
  const rows: Rows = { customers: [], checks: [], files: [], events: [] }
  const admin = staffNamed(demo, 'company@demo.example').id
  const making: Making = { companyId, rows, present, newId, salt, approver: staffNamed(demo, 'branch@demo.example').id }
  const names = new Map(owners.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]))
  const twistOf = twistsOf(demo, simulatedProperties)
  for (const [index, simulated] of simulatedProperties.entries())
    addSale(making, { simulated, owner: names.get(simulated.property.owner_id) ?? '', twist: twistOf.get(simulated) }, index)
  const since = momentAt(registerSince(present), 9 * 60, present).now
  await lockSaleFile(db, companyId, since)
  const on = { ...noSaleFile, checks: true, officerId: admin }
  await updateSaleFile(db, companyId, on, { now: since, userId: admin })
  await insertAll(db, 'customer', rows.customers)
  await insertAll(db, 'customer_check', rows.checks)
  if (files) await insertFiles(db, rows.files, files)
  const sides = new Map(rows.customers.map(({ id, side }) => [id, side]))
  const places = new Map(rows.customers.map(({ id, property_id }) => [id, property_id]))
  const digests = new Map((await readCheckDigests(db, companyId)).map(({ id, digest }) => [id, digest]))
  const entry = (check: Insertable<CustomerCheck>, kind: string, of: { id: string; at: string; by: string | null }) => ({
    company_id: companyId,
    id: newId(of.at),
    property_id: places.get(check.customer_id) ?? null,
    user_id: of.by,
    at: of.at,
    kind,
    data: JSON.stringify({ side: sides.get(check.customer_id), kind: check.kind, digest: digests.get(of.id) }),
  })
  const entries = rows.checks.flatMap((check) => {
    const { id, createdon: at, checked_by: by, struck_on: struckOn, struck_by: struckBy = null } = check
    return [
      entry(check, 'check-entered', { id, at, by }),
      ...rows.files
        .filter(({ row }) => files !== null && row.check_id === id)
        .map(({ row }) => entry(check, 'check-file-added', { id: row.id, at, by })),
      ...(struckOn ? [entry(check, 'check-struck', { id, at: struckOn, by: struckBy })] : []),
    ]
  })
  const changes = [{ field: 'checks', from: false, to: true }]
  const items = starterItems.length
  const ofCompany = [
    { kind: 'sale-file-edited', data: { changes } },
    { kind: 'gates-edited', data: { items, before: items } },
  ].map(({ kind, data }) => ({
    company_id: companyId,
    id: newId(since),
    property_id: null,
    user_id: admin,
    at: since,
    kind,
    data: JSON.stringify(data),
  }))
  await insertAll(db, 'event', [...rows.events, ...entries, ...ofCompany])
}

/** The items of a sale that was accepted on a day. */
export const itemsOfSale = (acceptedOn: DateOnly | null, present: CurrentTime) =>
  acceptedOn !== null && acceptedOn >= registerSince(present) ? withRegister(starterItems) : starterItems

const acceptedOffer = ({ offers }: SimulatedProperty) => offers.find(({ state }) => state === 'A')

function twistsOf(demo: DemoCompany, all: readonly SimulatedProperty[]): Map<SimulatedProperty, Twist> {
  const staff = staffNamed(demo, 'staff@demo.example').id
  const open = all.slice(1).filter((one) => phaseNow(one) === 'sold')
  const own = open.filter(({ property }) => property.b_staff === staff)
  const readings = open.filter(({ property }) => property.branch_id === demo.branches.Reading.id && property.b_staff !== staff)
  return new Map(
    [
      { sales: own, given: twists },
      { sales: readings, given: twists.filter((twist) => !endsSoon(twist)) },
    ].flatMap(({ sales, given }) =>
      given.flatMap((twist, at) => {
        const sale = sales[at]
        return sale ? [[sale, twist] as const] : []
      }),
    ),
  )
}

/** Customers of a sale that is open, or ended since the register is used. Homes before marketing have none, and some are forgotten. */
function addSale(making: Making, { simulated, owner, twist }: Sale, index: number): void {
  const { present } = making
  const launch = findStep(simulated.timeline, stepKeys.PropertyLaunched)
  const accepted = acceptedOffer(simulated)
  const completed = findStep(simulated.timeline, stepKeys.Completed)
  const { property } = simulated
  const endedOn = completed?.state === 'C' ? completed.completedOn : (property.withdrawn_on ?? null)
  if (launch?.state !== 'C' || (endedOn !== null && endedOn < registerSince(present))) return
  if (phaseNow(simulated) === 'forSale' && index % 12 === 7) return
  const of = (side: CustomerSide) => (twist?.side === side ? twist : { side })
  addCustomer(making, simulated, { ...of('vendor'), day: launch.completedOn ?? registerSince(present), fallback: owner })
  if (accepted)
    addCustomer(making, simulated, {
      ...of('buyer'),
      ...(index === 0 ? { without: 'funds' as const } : {}),
      day: accepted.acceptedOn ?? registerSince(present),
      fallback: accepted.name,
      offer: { id: accepted._id, cash: accepted.cashBuy },
    })
}

type NewCustomer = Twist & {
  day: DateOnly
  fallback: string
  offer?: { id: string; cash: boolean }
  ownerOf?: string
}

function addCustomer(making: Making, simulated: SimulatedProperty, customer: NewCustomer): void {
  const { rows, present, newId, approver } = making
  const { side, form = 'person', day, fallback, offer, ownerOf = null, decision = 'none', decisionReason = '' } = customer
  const { property } = simulated
  const name = customer.name ?? (form === 'estate' ? `Estate of ${fallback}` : fallback)
  const checkedOn = branchDay(day > present.today ? present.today : day, present)
  const at = momentAt(later(checkedOn, registerSince(present)), 11 * 60 + (rows.customers.length % 90), present).now
  const id = newId(at)
  const nextDay = momentAt(addDays(londonDay(at), 1), 15 * 60, present).now
  const decided = decision === 'none' ? null : nextDay < present.now ? nextDay : present.now
  const offerId = offer?.id ?? null
  const by = property.negotiator_id ?? approver
  rows.customers.push({
    company_id: property.company_id,
    id,
    property_id: property.id,
    side,
    offer_id: offerId,
    form,
    name,
    owner_of: ownerOf,
    met: customer.met ?? 'in-person',
    reasons: customer.reasons ?? [],
    decision,
    decision_reason: decisionReason,
    decided_by: decided === null ? null : approver,
    decided_on: decided,
    createdon: at,
    created_by: by,
  })
  const event = (kind: string, on: string, userId: string, data: object) =>
    rows.events.push({
      company_id: property.company_id,
      id: newId(on),
      property_id: property.id,
      user_id: userId,
      at: on,
      kind,
      data: JSON.stringify(data),
    })
  event('customer-added', at, by, { side })
  if (decided !== null) event('check-decided', decided, approver, { side, decision: 'made' })
  const facts = { side, form, ownerOf, cashBuy: offer?.cash ?? false }
  for (const kind of neededKinds(facts, noSaleFile))
    if (kind !== customer.without) addCheck(making, { customerId: id, by, customer, kind, at, checkedOn })
  if (customer.owned) {
    const { owned: _owned, name: _name, form: _form, reasons: _reasons, decision: _decision, ...owner } = customer
    addCustomer(making, simulated, { ...owner, ownerOf: id })
  }
}

type NewCheck = { customerId: string; by: string; customer: NewCustomer; kind: CheckKind; at: string; checkedOn: DateOnly }

const samples: Record<CheckKind, { way: CheckWay; provider: string; documents: string; words: string }> = {
  identity: {
    way: 'both',
    provider: 'Larkproof',
    documents: 'Passport and a council-tax bill',
    words: 'The photograph is theirs, and the address agrees.',
  },
  screening: {
    way: 'electronic',
    provider: 'Larkproof',
    documents: '',
    words: 'No match in the lists of sanctions and of politically exposed persons.',
  },
  ownership: {
    way: 'documents',
    provider: '',
    documents: 'Extract of the register, and the register of persons with significant control',
    words: 'Owners and controllers agree with what we were told.',
  },
  funds: {
    way: 'documents',
    provider: '',
    documents: 'Bank statements of three months, and the offer of the lender',
    words: 'Savings of some years, and a mortgage.',
  },
}

function addCheck(
  { companyId, rows, present, newId, salt }: Making,
  { customerId, by, customer, kind, at, checkedOn }: NewCheck,
): void {
  const { ends, struck, result } = customer
  const sample = samples[kind]
  const number = 88_000 + rows.checks.length
  const check = (createdon: string): Insertable<CustomerCheck> => ({
    company_id: companyId,
    id: newId(createdon),
    customer_id: customerId,
    kind,
    ...sample,
    reference: sample.provider === '' ? '' : `TF-${number}`,
    result: 'satisfied',
    ...(result?.kind === kind ? { result: result.result, words: result.words } : {}),
    checked_on: checkedOn,
    checked_by: by,
    expires_on: ends?.kind === kind ? addDays(present.today, ends.inDays) : expiryOfCheck(checkedOn, noSaleFile.recheckDays),
    createdon,
    salt: salt(),
  })
  const made = check(at)
  if (struck === kind)
    rows.checks.push({
      ...check(at),
      documents: 'Driving licence',
      struck_on: at,
      struck_by: by,
      struck_because: 'Entered for the wrong buyer.',
    })
  rows.checks.push(made)
  // Copies of the papers of every fourth check of documents: the register says of the others that no copy is kept.
  if (sample.documents === '' || rows.checks.length % 4 !== 0) return
  const content = `A made-up copy for the demo: ${sample.documents}, seen by Larkmead.\n`
  rows.files.push({
    content,
    row: {
      company_id: made.company_id,
      id: newId(at),
      check_id: made.id,
      file: newId(at),
      file_name: `${kind}.txt`,
      content_type: 'text/plain',
      bytes: Buffer.byteLength(content),
      sha256: createHash('sha256').update(content).digest(),
      createdon: at,
      created_by: by,
    },
  })
}

async function insertFiles(db: Db, added: Rows['files'], files: FileStore): Promise<void> {
  for (const { row, content } of added)
    await files.put(fileKey(row.file, 'original'), Readable.from(content), { bytes: row.bytes, contentType: row.content_type })
  await insertAll(
    db,
    'customer_check_file',
    added.map(({ row }) => row),
  )
}

const later = (a: DateOnly, b: DateOnly): DateOnly => (a > b ? a : b)
