import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { addViewing, deleteViewing, updateViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { viewingFields } from '@gya/domain/features/viewings/viewings.fields.ts'
import { columnsOf } from '@gya/domain/fields/field-columns.ts'
import type { FastifyInstance } from 'fastify'
import { changedFields } from '../../db/query/changed-fields.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import { deleteViewingRow, insertViewing, updateViewingRow } from './viewings.repository.ts'

type Viewing = PropertyDetail['viewings'][number]

const findViewing = ({ viewings }: PropertyDetail, id: string): Viewing => {
  const viewing = viewings.find((one) => one._id === id)
  if (!viewing) throw new DomainError('NOT_FOUND')
  return viewing
}

/** Viewings of a property. They do not change the timeline; the step Viewings is completed there. */
export function viewingsRoutes(app: FastifyInstance): void {
  registerRoute(
    app,
    addViewing,
    changeProperty(async ({ body, db, now, newId }, _property, { companyId, propertyId }) => {
      const id = newId()
      await insertViewing(db, {
        company_id: companyId,
        property_id: propertyId,
        id,
        ...columnsOf(viewingFields, body),
        createdon: now,
      })
      return [{ kind: 'viewing-added', data: { viewingId: id, on: body.when, name: body.name } }]
    }),
  )

  registerRoute(
    app,
    updateViewing,
    changeProperty(async ({ body, db }, { detail }, { companyId }) => {
      const { _id, version: _version, ...fields } = body
      const viewing = findViewing(detail, _id)
      const next = { ...viewing, ...omitUndefined(fields) }
      const changes = changedFields(viewing, next)
      if (changes.length === 0) return []
      await updateViewingRow(db, companyId, _id, columnsOf(viewingFields, next))
      return [{ kind: 'viewing-updated', data: { viewingId: _id, on: next.when, name: next.name, changes } }]
    }),
  )

  registerRoute(
    app,
    deleteViewing,
    changeProperty(async ({ params, db }, { detail }, { companyId }) => {
      const { _id, when, ...rest } = findViewing(detail, params.viewingId)
      await deleteViewingRow(db, companyId, _id)
      return [{ kind: 'viewing-removed', data: { viewingId: _id, on: when, ...rest } }]
    }),
  )
}
