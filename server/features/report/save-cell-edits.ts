import type { editCells } from '@gya/domain/features/report/cell-edits.contract.ts'
import type { HandlerContext } from '../../http/route/register-route.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import { updateAcceptanceDates } from '../properties/write/offers.repository.ts'
import { savePropertyFields } from '../properties/write/property-fields.ts'
import { authorOf, saveProperties } from '../properties/write/save-properties.ts'
import { saveStepsOfProperties } from '../properties/write/steps.repository.ts'
import { reassignTasksOfSales } from '../tasks/reassign-tasks.ts'
import { snoozesEndedBy } from '../today/snooze-parts.ts'
import { recordUndo, type UndoPart } from '../undo/undo.repository.ts'
import type { DecidedEdit } from './decide-cell-edits.ts'

/**
 * Saves the edits of all rows with a number of statements that does not depend on the number of rows, and a single undo. Returns its id,
 * null if nothing changes.
 */
export async function saveCellEdits(
  context: HandlerContext<typeof editCells>,
  decided: readonly DecidedEdit[],
  { description, properties }: { description: string; properties: ReadonlyMap<string, LoadedProperty> },
): Promise<string | null> {
  const { db, params, newId } = context
  const edits = decided.filter(({ events }) => events.length > 0)
  if (edits.length === 0) return null
  const undoId = newId()
  let taskParts: UndoPart[] = []
  const snoozeParts = await snoozesEndedBy(db, params.companyId, properties, async () => {
    const { result } = await saveProperties('work', authorOf(context, params.companyId), { loaded: properties }, async () => ({
      result: await writeEdits(context, edits),
      changes: edits.map(({ propertyId, events }) => ({
        propertyId,
        events: events.map((event) => ({ ...event, data: { ...event.data, undoId } })),
      })),
    }))
    taskParts = result
  })
  // Tasks are restored first, so that the projections of their sales include them.
  const parts = inRuns([...snoozeParts, ...edits.flatMap((edit) => edit.parts), ...taskParts])
  return recordUndo(context, { undoId, description, parts })
}

async function writeEdits(context: HandlerContext<typeof editCells>, edits: readonly DecidedEdit[]): Promise<UndoPart[]> {
  const {
    db,
    params: { companyId },
    caller: { userId },
  } = context
  await saveStepsOfProperties(
    db,
    companyId,
    edits.map(({ propertyId, stepChanges }) => ({ propertyId, changes: stepChanges })),
  )
  await savePropertyFields(db, companyId, edits)
  const dated = edits.flatMap(({ acceptance }) => acceptance ?? [])
  if (dated.length > 0) await updateAcceptanceDates(db, companyId, dated)
  return reassignTasksOfSales(
    { ...context, companyId, userId },
    edits.flatMap(({ moveTasks }) => moveTasks ?? []),
  )
}

/** Parts of one kind are adjacent, so that undo takes a few statements for all rows. */
const inRuns = (parts: readonly UndoPart[]): UndoPart[] => [...Map.groupBy(parts, ({ kind }) => kind).values()].flat()
