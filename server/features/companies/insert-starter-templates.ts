import type { Instant } from '@gya/domain/common/dates.ts'
import { starterTemplates } from '@gya/domain/features/messages/starter-templates.ts'
import type { Db } from '../../db/pool.ts'

/** "Seven come with a company, copied on creation." [day §4](docs/design/day.md#4). */
export async function insertStarterTemplates(
  db: Db,
  companyId: string,
  { now, newId }: { now: Instant; newId(): string },
): Promise<void> {
  const copies = starterTemplates.map((template) => ({ id: newId(), template }))
  const rows = copies.map(({ id, template: { name, channel, audience, steps, event } }) => ({
    company_id: companyId,
    id,
    name,
    channel,
    audience: [...audience],
    steps: [...steps],
    event,
    current_number: 1,
    createdon: now,
  }))
  await db.insertInto('message_template').values(rows).execute()
  const texts = copies.map(({ id, template: { subject, body } }) => ({
    company_id: companyId,
    template_id: id,
    number: 1,
    subject,
    body,
    saved_on: now,
  }))
  await db.insertInto('message_template_text').values(texts).execute()
}
