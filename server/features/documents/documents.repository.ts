import type { Insertable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Document } from '../../db/schema.ts'

export type DocumentIds = { companyId: string; propertyId: string; documentId: string }

const documentQuery = (db: Db, { companyId, propertyId, documentId }: DocumentIds) =>
  db
    .selectFrom('document')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('id', '=', documentId)

export const findDocument = (db: Db, ids: DocumentIds) => documentQuery(db, ids).executeTakeFirst()

export const lockDocument = (db: Db, ids: DocumentIds) => documentQuery(db, ids).forUpdate().executeTakeFirst()

export const insertDocument = (db: Db, document: Insertable<Document>) => db.insertInto('document').values(document).execute()

/** Makes a document available for download after a clean scan. */
export const markScanned = (db: Db, { companyId, propertyId, documentId }: DocumentIds) =>
  db
    .updateTable('document')
    .set({ being_checked: false })
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('id', '=', documentId)
    .execute()

export const updateDocumentNote = (
  db: Db,
  { companyId, documentId }: DocumentIds,
  fields: { note: string; updatedon: string; updated_by: string },
) =>
  db
    .updateTable('document')
    .set((set) => ({ ...fields, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', documentId)
    .execute()

export const deleteDocumentRow = (db: Db, { companyId, documentId }: DocumentIds) =>
  db.deleteFrom('document').where('company_id', '=', companyId).where('id', '=', documentId).execute()
