import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

export type BoundDocument = { documentId: string; sha256: string; fileName: string; position: number | null }

/** The hashes of documents in the entries that added them. The first entry of a document counts. */
export async function findBoundDocuments(
  db: Db,
  { companyId, propertyId }: PropertyIds,
  documentIds: readonly string[],
): Promise<Map<string, BoundDocument>> {
  if (documentIds.length === 0) return new Map()
  const { rows } = await sql<BoundDocument>`
    select e.data ->> 'documentId' as "documentId", e.data ->> 'sha256' as sha256, e.data ->> 'fileName' as "fileName", s.position from event e
    left join event_seal s on s.company_id = e.company_id and s.event_id = e.id
    where e.company_id = ${companyId} and e.property_id = ${propertyId}
      and e.data ? 'sha256' and e.data ->> 'documentId' = any(${documentIds}::text[])
    order by s.position desc nulls first`.execute(db)
  return new Map(rows.map((row) => [row.documentId, row]))
}
