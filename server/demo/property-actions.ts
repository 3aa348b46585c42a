import { refuseIf } from '@gya/domain/error-catalogue.ts'
import { acceptedOnOf } from '@gya/domain/features/timeline/accepted-on.ts'
import { productTemplate } from '@gya/domain/features/timeline/product-template.ts'
import { newTimeline } from '@gya/domain/features/timeline/rules/new-timeline.ts'
import { saveTimeline } from '@gya/domain/features/timeline/save-timeline.ts'
import type { StepKey } from '@gya/domain/features/timeline/step-definitions.ts'
import type { RequestedItem } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Updateable } from 'kysely'
import type { Property } from '../db/schema.ts'
import type { Scenario } from './scenario.ts'
import { type Action, applyTimeline, ownerColumns, type SimulatedProperty } from './simulated-property.ts'

/** Like `POST property/{c}/{b}`. */
export const takeOn: Action = (simulated, moment) => {
  Object.assign(simulated.property, { createdon: moment.now, updatedon: moment.now })
  const steps = applyTimeline(simulated, newTimeline(productTemplate, null, moment))
  return [{ kind: 'taken-on', data: { branchId: simulated.property.branch_id } }, ...steps]
}

/** Saves fields of a form; `kind` is the event kind of that form. */
export const setFields =
  (kind: 'property-edited' | 'management-info-saved', fields: Updateable<Property>): Action =>
  (simulated) => {
    const columns = Object.keys(fields)
    const eventFields = (row: object) => Object.fromEntries(columns.map((name) => [inCamelCase(name), wireOf(row, name)]))
    const data = { fields: columns.map(inCamelCase), before: eventFields(simulated.property), after: eventFields(fields) }
    Object.assign(simulated.property, fields)
    return [{ kind, data }]
  }

/** Like `PATCH property/{c}/{b}/{p}/progressor`. In the demo a sale that falls off keeps its progressor for the next buyer. */
export const assignProgressor =
  ({ progressor: to, progressorName: toName }: Pick<Scenario, 'progressor' | 'progressorName'>): Action =>
  (simulated) => {
    if (simulated.property.b_staff === to) return []
    Object.assign(simulated.property, { b_staff: to })
    return [{ kind: 'progressor-assigned', data: { from: null, to, fromName: null, toName } }]
  }

const inCamelCase = (column: string): string => column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const wireOf = (row: object, column: string): unknown => (row as Record<string, unknown>)[column] ?? null

/** "On notice: from noticeGiven until noticeEnd, still marketed" ([domain, Time and money](docs/design/domain.md#time-and-money)). */
export const giveNotice =
  (days: number): Action =>
  (simulated, { today }) => {
    Object.assign(simulated.property, { notice_given: today, notice_days: days })
    return [{ kind: 'notice-given', data: { on: today, days } }]
  }

/** Like `PUT property/{c}/{b}` with `active: false`. */
export const withdraw: Action = (simulated, { today }) => {
  Object.assign(simulated.property, { active: false, withdrawn_on: today })
  return [{ kind: 'withdrawn' }]
}

/** Like `PUT …/askingprice`, in whole pounds. */
export const askPrice =
  (pounds: number, priceOption: number): Action =>
  (simulated, moment) => {
    const before = simulated.askingPrices.at(-1)?.price ?? null
    const row = {
      ...ownerColumns(simulated, moment),
      price: pounds * 100,
      effective_date: moment.today,
      price_option: priceOption,
    }
    simulated.askingPrices.push(row)
    return [{ kind: 'asking-price-added', data: { askingPriceId: row.id, price: row.price, before, on: row.effective_date } }]
  }

/** Whether viewers may be contacted again: the answers alternate between yes, not asked and no. */
const answers = [true, null, false, null, true] as const

/** Like `POST …/viewings`. */
export const viewing =
  (name: string, on: string, at: string, notes: string): Action =>
  (simulated, moment) => {
    const place = simulated.viewings.length
    const consent = answers[place % answers.length] ?? null
    const tel = consent ? `0118 496 0${String(100 + (place % 900)).padStart(3, '0')}` : ''
    const row = { ...ownerColumns(simulated, moment), name, viewed_on: on, viewed_at: at, notes, may_contact: consent, tel }
    simulated.viewings.push(row)
    return [{ kind: 'viewing-added', data: { viewingId: row.id, name, on } }]
  }

/** Like `POST …/relaunches`. */
export const relaunch =
  (notes: string): Action =>
  (simulated, moment) => {
    const row = { ...ownerColumns(simulated, moment), relaunched_on: moment.today, notes }
    simulated.relaunches.push(row)
    return [{ kind: 'relaunch-added', data: { relaunchId: row.id, on: row.relaunched_on } }]
  }

/** Like `PATCH …/chain`. */
export const setChain =
  (items: SimulatedProperty['chain']): Action =>
  (simulated) => {
    simulated.chain = items
    return [{ kind: 'chain-saved', data: { links: items.length } }]
  }

const isCashBuy = ({ property, offers }: SimulatedProperty): boolean =>
  (property.buyer_cash_buyer ?? false) || offers.some((offer) => offer.state === 'A' && offer.cashBuy)

type Saved = { completionDate?: string | undefined; invoiceSent?: boolean | undefined }

/** Like `PUT …/timeline`; throws the same refusals. */
export const saveSteps =
  (requested: readonly RequestedItem[], { completionDate, invoiceSent }: Saved = {}): Action =>
  (simulated, moment) => {
    const before = simulated.property.completion_date ?? null
    const date = completionDate ?? before
    const saved = saveTimeline({
      timeline: simulated.timeline,
      requested,
      completionDate: date,
      completionDateBefore: before,
      acceptedOn: acceptedOnOf(simulated.offers),
      cashBuyer: isCashBuy(simulated),
      ...moment,
    })
    refuseIf(saved.refused)
    const events = applyTimeline(simulated, saved)
    if (date !== before) events.push({ kind: 'completion-date-set', data: { on: date, before } })
    if (invoiceSent) events.push({ kind: 'invoice-sent', data: { sent: true } })
    Object.assign(simulated.property, { completion_date: date, ...(invoiceSent ? { invoice_sent: true } : {}) })
    return events
  }

/** After a fall-off or with a relaunch, the current selling step is started again today, so that its due date is reset. */
export const restartMarketing: Action = (simulated, moment) => {
  const open = simulated.timeline.find((step) => step.type === 'PS' && step.state === 'IP')
  return open ? saveSteps([{ key: open.key, state: 'IP', startedOn: moment.today }])(simulated, moment) : []
}

/** Like `POST …/note`; `by` is the id of the user. */
export const addNote =
  (by: string, message: string, timelineKey: StepKey | null = null): Action =>
  (simulated, moment) => {
    const row = {
      ...ownerColumns(simulated, moment),
      message,
      timeline_key: timelineKey,
      author_id: by,
      updatedon: moment.now,
      updated_by: by,
    }
    simulated.notes.push(row)
    return [{ kind: 'note-added', data: { noteId: row.id, timelineKey, message } }]
  }

const noteWith = ({ notes }: SimulatedProperty, message: string) => {
  const row = notes.find((one) => one.message === message)
  if (!row) throw new Error(`There is no note "${message}".`)
  return row
}

/** Like `PATCH …/note`. */
export const changeNote =
  (by: string, from: string, to: string): Action =>
  (simulated, moment) => {
    const row = noteWith(simulated, from)
    Object.assign(row, { message: to, updatedon: moment.now, updated_by: by })
    const timelineKey = row.timeline_key ?? null
    return [{ kind: 'note-updated', data: { noteId: row.id, timelineKey, changes: [{ field: 'message', from, to }] } }]
  }

/** Like `DELETE …/note`. */
export const removeNote =
  (message: string): Action =>
  (simulated) => {
    const { id: noteId, timeline_key: timelineKey = null, author_id: authorId, createdon } = noteWith(simulated, message)
    simulated.notes = simulated.notes.filter(({ id }) => id !== noteId)
    return [{ kind: 'note-removed', data: { noteId, timelineKey, message, authorId, createdon } }]
  }
