import { expect, test } from 'vitest'
import { overridesText } from './weekly-override-count.ts'

test.each([
  [{ week: 0, before: 0 }, null],
  [{ week: 1, before: 0 }, '1 item of the gates was overridden in the last 7 days, none in the 7 days before.'],
  [{ week: 4, before: 2 }, '4 items of the gates were overridden in the last 7 days, 2 in the 7 days before.'],
  [{ week: 0, before: 3 }, 'No item of the gates was overridden in the last 7 days, 3 in the 7 days before.'],
])('overridesText: %o', (count, text) => {
  expect(overridesText(count)).toBe(text)
})
