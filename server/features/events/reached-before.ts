import type { Instant } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'

/**
 * The latest time that the record had reached before the sealed entry `s`: that of the last checkpoint, of the entries 1, 2, 4, 8 … before it,
 * and of the positions 1, 2, 4, 8 …, because many entries in a row may have been dated back.
 */
export const reachedBefore = (companyId: string) => sql<Instant | null>`greatest(
  (select max(p.at) from (select (2 ^ generate_series(0, 30))::bigint) o (power)
    join event_seal b on b.company_id = ${companyId} and b.position in (o.power, s.position - o.power)
    join event p on p.company_id = b.company_id and p.id = b.event_id
    where p.company_id = ${companyId} and o.power < s.position),
  (select c.at from record_checkpoint c where c.company_id = ${companyId} and c.position < s.position
    order by c.position desc limit 1))`
