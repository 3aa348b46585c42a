import { feedKinds } from '@gya/domain/features/calendar-feeds/calendar-feeds.model.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Insertable } from 'kysely'
import type { CalendarFeed } from '../db/schema.ts'
import { seededIds, seededRandom } from './seeded-random.ts'

const hours = (now: string, before: number): string => new Date(Date.parse(now) - before * 3_600_000).toISOString()

/** "A feed for staff." [connect §8](docs/design/connect.md#8). Nobody has its address: the hash belongs to no token. */
export function demoFeeds(of: { companyId: string; staffId: string }, { now }: CurrentTime): Insertable<CalendarFeed>[] {
  const random = seededRandom('demo feeds')
  const createdon = hours(now, 24 * 20)
  return [
    {
      company_id: of.companyId,
      id: seededIds(random)(createdon),
      user_id: of.staffId,
      name: 'GYA, my telephone',
      token_hash: Buffer.from(Array.from({ length: 32 }, () => random.int(0, 255))),
      kinds: [...feedKinds],
      mine: false,
      branch_ids: null,
      createdon,
      last_read_on: hours(now, 1),
    },
  ]
}
