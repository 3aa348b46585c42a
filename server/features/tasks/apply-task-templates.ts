import { addDays } from '@gya/domain/common/dates.ts'
import { enteredPhase, templatesInForce } from '@gya/domain/features/tasks/task-templates.ts'
import { fallOffCancelReason, maxOpenTasksOfSale } from '@gya/domain/features/tasks/tasks.rules.ts'
import { type NewEvent, recordPropertyEvents } from '../events/events.repository.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import type { PropertyChanged } from '../properties/write/property-effects.ts'
import { eventData, newTaskRow } from './save-tasks.ts'
import { reopened } from './settle-tasks.ts'
import { listTemplateRows } from './task-templates.repository.ts'
import {
  countOpenTasks,
  findActiveStaff,
  insertTasks,
  lockTasksOfEntry,
  type TaskRow,
  updateTaskRows,
} from './tasks.repository.ts'

const saleOf = ({ detail }: LoadedProperty) => ({
  phase: detail.phase,
  propertyId: detail._id,
  acceptedOfferId: detail.offers.find(({ state }) => state === 'A')?._id ?? null,
})

/**
 * "Entering a phase makes its tasks, once an entering; a fall-off cancels open ones of sold and exchanged, a restore reopens exactly
 * those." [day §5](docs/design/day.md#5). Runs in the transaction of the change.
 */
export async function applyTaskTemplates(change: PropertyChanged): Promise<void> {
  const offerOf = (kind: 'fall-off' | 'sale-restored') => change.events.find((event) => event.kind === kind)?.data?.offerId
  const [fallen, restored] = [offerOf('fall-off'), offerOf('sale-restored')]
  if (typeof fallen === 'string') return cancelTasksOfSale(change, fallen)
  if (typeof restored === 'string') return reopenTasksOfSale(change, restored)
  return fireTemplates(change)
}

async function fireTemplates(change: PropertyChanged): Promise<void> {
  const { before, property, userId, db, now, today, newId } = change
  const entered = enteredPhase(before && saleOf(before), saleOf(property))
  // Phases are entered by people: jobs save without this effect.
  if (!entered || userId === null) return
  const { company, branch, contacts } = property.detail
  const rows = await listTemplateRows(db, { companyId: company._id, branchId: branch._id })
  const isBranchs = ({ branch_id }: { branch_id: string | null }) => branch_id !== null
  const inForce = templatesInForce(
    rows.filter((row) => !isBranchs(row)),
    rows.filter(isBranchs),
  )
  const templates = inForce.filter(({ phase, active }) => phase === entered.phase && active)
  if (templates.length === 0) return
  const people = await findActiveStaff(db, company._id, [userId, ...(contacts.bStaff ? [contacts.bStaff._id] : [])])
  const working = (id: string | undefined) => {
    const person = people.get(id ?? '')
    return person?.branchIds.includes(branch._id) ? person.id : undefined
  }
  // A platform administrator may have caused the change. Their account is the last fallback, so that no task is lost.
  const creator = working(userId) ?? working(contacts.bStaff?._id) ?? userId
  const open = await countOpenTasks(db, company._id, { propertyIds: [property.detail._id], assigneeIds: [] })
  const room = maxOpenTasksOfSale - (open.get(property.detail._id) ?? 0)
  const tasks = templates.slice(0, Math.max(0, room)).map((template) => ({
    ...newTaskRow(company._id, { createdBy: userId, now, newId }),
    property_id: property.detail._id,
    branch_id: branch._id,
    title: template.title,
    note: template.note,
    assignee_id: template.assign === 'progressor' ? (working(contacts.bStaff?._id) ?? creator) : creator,
    due_on: addDays(today, template.offset_days),
    template_id: template.id,
    phase_entry: entered.phaseEntry,
  }))
  const added = new Set(await insertTasks(db, tasks))
  const fired = tasks.filter(({ id }) => added.has(id))
  await record(change, fired, (task) => ({ kind: 'task-added', data: { ...eventData(task), phase: entered.phase } }))
}

/** Appends the entries. The caller derives the action items afterwards. */
async function record<Row extends { id: string }>(
  { property, userId, db, now, newId }: PropertyChanged,
  tasks: readonly Row[],
  eventOf: (task: Row) => NewEvent,
): Promise<void> {
  const { _id: propertyId, company } = property.detail
  const entries = tasks.map((task) => ({ propertyId, ...eventOf(task) }))
  await recordPropertyEvents(db, { companyId: company._id, userId, at: now, newId }, entries)
}

const idsOf = ({ property: { detail } }: PropertyChanged) => ({ companyId: detail.company._id, propertyId: detail._id })

async function cancelTasksOfSale(change: PropertyChanged, offerId: string): Promise<void> {
  const tasks = await lockTasksOfEntry(change.db, idsOf(change), offerId, { state: 'open', cancelReason: null })
  await updateAll(change, tasks, { state: 'cancelled', cancel_reason: fallOffCancelReason })
  await record(change, tasks, (task) => ({
    kind: 'task-cancelled',
    data: { ...eventData(task), reason: fallOffCancelReason },
  }))
}

async function reopenTasksOfSale(change: PropertyChanged, offerId: string): Promise<void> {
  const where = { state: 'cancelled', cancelReason: fallOffCancelReason } as const
  const tasks = await lockTasksOfEntry(change.db, idsOf(change), offerId, where)
  await updateAll(change, tasks, reopened)
  await record(change, tasks, (task) => ({ kind: 'task-reopened', data: eventData(task) }))
}

async function updateAll(
  { db, property, userId, now }: PropertyChanged,
  tasks: readonly TaskRow[],
  columns: Partial<TaskRow>,
): Promise<void> {
  if (tasks.length === 0) return
  const ids = tasks.map(({ id }) => id)
  await updateTaskRows(db, property.detail.company._id, ids, { ...columns, updatedon: now, updated_by: userId })
}
