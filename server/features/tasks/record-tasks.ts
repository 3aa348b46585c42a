import { type NewEvent, recordCompanyEvents } from '../events/events.repository.ts'
import { deriveTaskItems } from '../properties/projections/action-items.ts'
import { recordAboutProperties } from '../properties/write/record-about-property.ts'

type RecordContext = Parameters<typeof recordAboutProperties>[0] & { caller: { userId: string } }

/** A saved change of a task. Without an event, only its action item is derived. */
type Entry = { task: { id: string; property_id?: string | null }; event: NewEvent | null }

const eventsOf = (entries: readonly Entry[]): NewEvent[] => entries.flatMap(({ event }) => event ?? [])

/**
 * "Done, undone, cancelled, reassigned, moved are in the record of the sale; a task of no sale in the company's."
 * [day §5](docs/design/day.md#5). Appends the events and derives the action items.
 */
export async function recordTasks(context: RecordContext, companyId: string, entries: readonly Entry[]): Promise<void> {
  const { db, caller, now, newId } = context
  const bySale = Map.groupBy(entries, ({ task }) => task.property_id ?? null)
  const ofNone = bySale.get(null) ?? []
  bySale.delete(null)
  if (bySale.size > 0)
    await recordAboutProperties(
      context,
      companyId,
      [...bySale.keys()].flatMap((id) => id ?? []),
      async () => [...bySale].flatMap(([propertyId, of]) => (propertyId === null ? [] : [{ propertyId, events: eventsOf(of) }])),
    )
  if (ofNone.length === 0) return
  await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, eventsOf(ofNone))
  const taskIds = ofNone.map(({ task }) => task.id)
  await deriveTaskItems(db, companyId, taskIds)
}
