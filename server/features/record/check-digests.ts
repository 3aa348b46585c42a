import { createHash } from 'node:crypto'
import { canonicalJson } from '@gya/domain/features/record/canonical-json.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/**
 * The proof of customer checks and of their copies of papers in the record: [sale-file §2.2.11](docs/design/sale-file.md#2.2.11). Their entries
 * hold digests alone.
 */

export type Proven = { row: object; salt: Buffer }

/**
 * What the digest of a check `h` is taken of, and its salt. The columns are named, so that a later one changes no digest that the record has;
 * what a strike changes is left out.
 */
export const provenCheck = sql`jsonb_build_object('company_id', h.company_id, 'id', h.id, 'customer_id', h.customer_id, 'kind', h.kind,
  'way', h.way, 'provider', h.provider, 'reference', h.reference, 'documents', h.documents, 'result', h.result, 'words', h.words,
  'checked_on', h.checked_on, 'checked_by', h.checked_by, 'expires_on', h.expires_on, 'createdon', h.createdon) as row, h.salt`

/** The same of a file `f` of it, with the sum of its content. */
export const provenFile = sql`jsonb_build_object('company_id', f.company_id, 'id', f.id, 'check_id', f.check_id, 'file_name', f.file_name,
  'content_type', f.content_type, 'bytes', f.bytes, 'sha256', encode(f.sha256, 'hex'), 'createdon', f.createdon,
  'created_by', f.created_by) as row, h.salt`

/** "`SHA-256(salt ‖ JCS(row))`". */
export const checkDigest = ({ row, salt }: { row: object; salt: Uint8Array }): string =>
  createHash('sha256').update(salt).update(canonicalJson(row)).digest('hex')

/** "The SHA-256 over the sorted digests it removed." */
export const deletedDigest = (digests: readonly string[]): string =>
  createHash('sha256').update(digests.toSorted().join('\n')).digest('hex')

/** Digests of checks and of files as they are stored, by id; `file`: of a file, its id in the file store. */
export type StoredDigest = { id: string; digest: string; file: string | null; sha256: string }

/** Of all of a company, or of those with these ids. */
export async function readCheckDigests(db: Db, companyId: string, ids: readonly string[] | null = null): Promise<StoredDigest[]> {
  const wanted = (alias: string) =>
    sql`h.company_id = ${companyId} and (${ids}::uuid[] is null or ${sql.ref(alias)}.id = any(${ids}::uuid[]))`
  const { rows } = await sql<Proven & Omit<StoredDigest, 'digest'>>`
    select h.id, null as file, '' as sha256, ${provenCheck} from customer_check h where ${wanted('h')}
    union all
    select f.id, f.file, encode(f.sha256, 'hex'), ${provenFile}
    from customer_check_file f join customer_check h on h.company_id = f.company_id and h.id = f.check_id where ${wanted('f')}`.execute(
    db,
  )
  return rows.map(({ id, file, sha256, ...proven }) => ({ id, file, sha256, digest: checkDigest(proven) }))
}

export async function readCheckDigest(db: Db, companyId: string, id: string): Promise<string> {
  const [found] = await readCheckDigests(db, companyId, [id])
  if (!found) throw new Error(`The check or file ${id} does not exist.`)
  return found.digest
}
