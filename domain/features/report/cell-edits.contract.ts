import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Id } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { CellChange, CellEdit } from './cell-edits.model.ts'
import { ReportRow } from './report.model.ts'

const CellRefusal = z.object({ propertyId: Id, code: z.string(), message: z.string() })

export const editCells = endpoint({
  method: 'PATCH',
  path: '/property/mi/cells/:companyId',
  permission: 'day.work',
  summary:
    'Save edited cells of the report, at most one edit per property and 100 in all: all or none. With `preview`, nothing is saved.',
  params: companyParams,
  body: z.strictObject({
    edits: z
      .array(CellEdit)
      .min(1, 'Edit at least one cell.')
      .max(100, 'Edit at most 100 rows.')
      .refine((edits) => new Set(edits.map(({ propertyId }) => propertyId)).size === edits.length, 'Edit each row once.'),
    preview: z.boolean().optional(),
  }),
  response: z.object({
    /** Null in a preview, and if nothing changed. */
    undoId: Id.nullable(),
    /** "Searches back completed at 12 High Street. Enquiries raised started." */
    description: z.string(),
    /** The rows as saved; empty in a preview. */
    rows: z.array(ReportRow),
    changes: z.array(CellChange),
    /** In a preview: the rows that cannot be changed. */
    refused: z.array(CellRefusal),
    /** Vendors who get an e-mail about it. */
    vendorsNotified: z.int(),
  }),
})
