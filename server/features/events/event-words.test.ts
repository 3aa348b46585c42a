import type { EventData } from '@gya/domain/features/events/event-facts.ts'
import { describeEvent } from '@gya/domain/features/events/event-kinds.ts'
import { expect, test } from 'vitest'
import { demoCompany } from '../../demo/company.ts'
import { demoProperties } from '../../demo/demo-properties.ts'
import { momentOf } from '../../demo/workdays.ts'

test('describeEvent describes every event of the demo company; changes of a form name their fields', () => {
  const present = momentOf('2026-03-10T09:30:00.000Z')
  const entries = demoProperties(demoCompany(present), present).simulatedProperties.flatMap(({ events }) => events)
  expect(entries.length).toBeGreaterThan(1000)
  for (const { kind, data } of entries) {
    const eventData = JSON.parse(data as string) as EventData
    const description = describeEvent(kind, eventData)
    expect(`${kind}: ${description?.words}`).toMatch(/: [A-Z]/)
    if (Array.isArray(eventData.fields))
      expect({ kind, named: description?.facts.length }).toEqual({ kind, named: eventData.fields.length })
  }
})
