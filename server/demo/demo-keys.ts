import { createHash } from 'node:crypto'
import { londonDay } from '@gya/domain/common/dates.ts'
import { daysAfter } from '@gya/domain/features/api-keys/api-keys.rules.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Insertable } from 'kysely'
import type { ApiKey, Event } from '../db/schema.ts'
import { seededIds, seededRandom } from './seeded-random.ts'

type Plan = Pick<ApiKey, 'name' | 'scopes'> & {
  madeDaysAgo: number
  lastsDays: number
  usedMinutesAgo: number
  revokedDaysAgo?: number
}

/** "Two keys (Website: property:read, expiring in 9 days; Reports: report:read), one revoked." [connect §8](docs/design/connect.md#8). */
const plans: readonly Plan[] = [
  { name: 'Website', scopes: ['property:read'], madeDaysAgo: 81, lastsDays: 90, usedMinutesAgo: 3 },
  { name: 'Reports', scopes: ['report:read'], madeDaysAgo: 40, lastsDays: 365, usedMinutesAgo: 60 * 19 },
  {
    name: 'Old website',
    scopes: ['property:read', 'contact:read'],
    madeDaysAgo: 85,
    lastsDays: 180,
    usedMinutesAgo: 60 * 24 * 81,
    revokedDaysAgo: 80,
  },
]

/** Keys of the demo company. Their stored hashes belong to no secret, so nobody can use them. */
export function demoKeys(
  { companyId, adminId }: { companyId: string; adminId: string },
  { now }: CurrentTime,
): { keys: Insertable<ApiKey>[]; events: Insertable<Event>[] } {
  const newId = seededIds(seededRandom('demo keys'))
  const keys = plans.map((plan, index): Insertable<ApiKey> => {
    const createdon = daysAfter(now, -plan.madeDaysAgo)
    return {
      company_id: companyId,
      id: newId(createdon),
      name: plan.name,
      prefix: `gya_Demo000${index}`,
      secret_hash: createHash('sha256').update(newId(createdon)).digest(),
      scopes: plan.scopes,
      branch_ids: null,
      lasts_days: plan.lastsDays,
      expires_on: daysAfter(createdon, plan.lastsDays),
      created_by: adminId,
      createdon,
      last_used_on: new Date(Date.parse(now) - plan.usedMinutesAgo * 60_000).toISOString(),
      last_used_from: '203.0.113.x',
      revoked_on: plan.revokedDaysAgo === undefined ? null : daysAfter(now, -plan.revokedDaysAgo),
      replaces: null,
      reminded_at: plan.lastsDays - plan.madeDaysAgo <= 14 ? 14 : null,
    }
  })
  const event = (key: Insertable<ApiKey>, kind: string, at: string): Insertable<Event> => ({
    company_id: companyId,
    id: newId(at),
    property_id: null,
    user_id: adminId,
    at,
    kind,
    data: JSON.stringify({ apiKeyId: key.id, name: key.name, scopes: key.scopes.join(', '), endsOn: londonDay(key.expires_on) }),
  })
  const events = keys.flatMap((key) => [
    event(key, 'api-key-made', key.createdon),
    ...(key.revoked_on ? [event(key, 'api-key-revoked', key.revoked_on)] : []),
  ])
  return { keys, events }
}
