import { addDays } from '@gya/domain/common/dates.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Insertable } from 'kysely'
import type { Event, Task } from '../db/schema.ts'
import { seededIds, seededRandom } from './seeded-random.ts'

type Sale = { property_id: string; branch_id: string }

/** "Six tasks (one repeating, one of no sale)." [day §12](docs/design/day.md#12). Days are relative to the fill. */
const plans = [
  { title: 'Send the leasehold pack', due: 0, repeat: true },
  { title: 'Ask the vendor for the fittings and contents form', due: -1 },
  { title: 'Ring the removal firm about the keys', due: 0, at: '16:00' },
  { title: 'Check that the mortgage deed is signed', due: 2, note: 'The broker has the original.' },
  { title: 'Book the final meter readings', due: 5 },
  { title: 'Order sale boards for the branch', due: -1, ofNoSale: true },
] as const

/** The tasks of the demo's member of staff on their sales, with the entries of the record. */
export function demoTasks(
  { companyId, userId }: { companyId: string; userId: string },
  sales: readonly Sale[],
  { today, now }: CurrentTime,
): { tasks: Insertable<Task>[]; events: Insertable<Event>[] } {
  const newId = seededIds(seededRandom('demo tasks'))
  const tasks = plans.map((plan, index): Insertable<Task> => {
    const sale = 'ofNoSale' in plan ? undefined : sales[index % Math.max(1, sales.length)]
    return {
      company_id: companyId,
      id: newId(now),
      property_id: sale?.property_id ?? null,
      branch_id: sale?.branch_id ?? null,
      title: plan.title,
      note: 'note' in plan ? plan.note : '',
      assignee_id: userId,
      due_on: addDays(today, plan.due),
      due_at: 'at' in plan ? plan.at : null,
      ...('repeat' in plan ? { repeat_every: 2, repeat_unit: 'week', repeat_from: 'due' } : {}),
      created_by: userId,
      createdon: now,
      updatedon: now,
      updated_by: userId,
    }
  })
  const events = tasks.map(
    ({ id, property_id, title, due_on }): Insertable<Event> => ({
      company_id: companyId,
      id: newId(now),
      property_id: property_id ?? null,
      user_id: userId,
      at: now,
      kind: 'task-added',
      data: JSON.stringify({ taskId: id, title, dueOn: due_on ?? null }),
    }),
  )
  return { tasks, events }
}
