import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { type Phase, phaseOf } from '@gya/domain/features/timeline/phase.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import { dueEvents } from '../features/properties/write/step-events.ts'
import { type DemoCompany, staffNamed } from './company.ts'
import { assignSince, recordDay, type SimulatedProperty } from './simulated-property.ts'
import { addEvent, afterAssignment, prepareStaffDay } from './staff-day.ts'
import { momentAt } from './workdays.ts'

/** The sales of the staff sign-in, as its Today shows them. */

const salesOfStaff = { sold: 20, exchanged: 3, forSale: 3 }
const salesOfNobody = 4

export const phaseNow = ({ property, offers, timeline }: SimulatedProperty): Phase =>
  phaseOf({ active: property.active ?? true, hasAcceptedOffer: offers.some(({ state }) => state === 'A'), timeline })

/** Assigns sales to the staff sign-in and leaves four unassigned. Call it before the properties are inserted. */
export function assignSales(demo: DemoCompany, simulatedProperties: readonly SimulatedProperty[], present: CurrentTime): void {
  const staff = staffNamed(demo, 'staff@demo.example')
  const admin = staffNamed(demo, 'branch@demo.example')
  const colleague = staffNamed(demo, 'digby.underhay@larkmead.example')
  const rank: Partial<Record<Phase, number>> = { exchanged: 0, sold: 1, forSale: 2 }
  const live = simulatedProperties
    .filter(({ property }) => property.branch_id === demo.branches.Tilehurst.id)
    .map((simulated, index) => ({ simulated, index, order: rank[phaseNow(simulated)] }))
    .filter(({ order }) => order !== undefined)
    .toSorted(
      (a, b) =>
        Number(b.simulated.property.b_staff === staff.id) - Number(a.simulated.property.b_staff === staff.id) ||
        (a.order ?? 0) - (b.order ?? 0) ||
        a.index - b.index,
    )
  const first = (phase: Phase, count: number) => live.filter(({ order }) => order === rank[phase]).slice(0, count)
  const ownSold = first('sold', salesOfStaff.sold)
  const chosen = [...ownSold, ...first('exchanged', salesOfStaff.exchanged), ...first('forSale', salesOfStaff.forSale)]
  const own = new Set(chosen.map(({ simulated }) => simulated))
  const nobodys = new Set(
    live
      .filter(({ simulated, order }) => !own.has(simulated) && order === 2)
      .slice(0, salesOfNobody)
      .map(({ simulated }) => simulated),
  )
  const day = addDays(present.today, -40)
  const { now } = momentAt(day, 9 * 60, present)
  for (const { simulated } of live) {
    const from = simulated.property.b_staff ?? null
    const to = own.has(simulated) ? staff : nobodys.has(simulated) ? null : from === staff.id ? colleague : undefined
    if (to === undefined || (to?.id ?? null) === from) continue
    const fromName = demo.staff.find(({ id }) => id === from)?.row
    const at = afterAssignment(simulated, now)
    addEvent(simulated, at, admin.id, {
      kind: 'progressor-assigned',
      data: {
        from,
        to: to?.id ?? null,
        fromName: fromName ? `${fromName.first_name} ${fromName.last_name}` : null,
        toName: to?.name ?? null,
      },
    })
    assignSince(simulated, londonDay(at), to?.id ?? null)
  }
  const sold = ownSold.map(({ simulated }) => simulated).filter((simulated) => phaseNow(simulated) === 'sold')
  // The first is the showcase property (showcase-property.ts).
  const forSale = chosen.map(({ simulated }) => simulated).filter((simulated) => phaseNow(simulated) === 'forSale')
  prepareStaffDay({ sold: sold.slice(1, -2), forSale }, { staffId: staff.id, adminId: admin.id }, present)
  moveDueDates(sold.slice(1), staff.id, present)
  for (const simulated of sold.slice(-2)) addNews(simulated, admin.id, present)
}

/** Days from today on which the open steps of the staff's sales are due; used in turn. */
const dueTurns = [0, -2, -5, -4, 0, -1, -7, -3]

/** Moves due dates this morning, so that the list has steps that are due today or a few days late. */
function moveDueDates(sold: readonly SimulatedProperty[], by: string, present: CurrentTime): void {
  let turn = 0
  const { now } = momentAt(present.today, 8 * 60 + 40, present)
  for (const simulated of sold) {
    const before = simulated.timeline
    simulated.timeline = before.map((step) => {
      if (step.state !== 'IP' || step.survey || step.type === 'C') return step
      const days = dueTurns[turn % dueTurns.length] ?? 0
      turn += 1
      return { ...step, dueOn: addDays(present.today, days), dueReason: 'Agreed on the telephone' }
    })
    const changes = simulated.timeline.flatMap((after, index) => {
      const step = before[index]
      return step && step !== after
        ? [
            {
              key: after.key,
              from: step.state,
              to: after.state,
              on: present.today,
              after,
              because: { kind: 'requested' as const, steps: [] },
            },
          ]
        : []
    })
    if (changes.length === 0) continue
    for (const event of dueEvents(before, changes)) addEvent(simulated, now, by, event)
    recordDay(simulated, present.today)
  }
}

/** A note that a colleague added since yesterday. */
function addNews(simulated: SimulatedProperty, by: string, present: CurrentTime): void {
  const { now } = momentAt(addDays(present.today, -1), 17 * 60, present)
  const id = simulated.newId(now)
  const message = 'The vendor asks whether we can complete before the school holidays.'
  const { company_id, id: property_id } = simulated.property
  simulated.notes.push({
    company_id,
    id,
    property_id,
    author_id: by,
    message,
    timeline_key: null,
    createdon: now,
    updatedon: now,
  })
  addEvent(simulated, now, by, { kind: 'note-added', data: { noteId: id, timelineKey: null, message } })
}
