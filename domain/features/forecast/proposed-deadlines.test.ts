import { expect, test } from 'vitest'
import { productTemplate } from '../timeline/product-template.ts'
import { bandStarts } from './bands.ts'
import { adoptDeadlines, deadlineChanges, proposedDeadlines } from './proposed-deadlines.ts'

/** A fifth of the open steps finish each day: 8 in 10 by day 7 (1 − 0.8⁸ = 0.832), not by day 6 (1 − 0.8⁷ = 0.790). */
const learned = (done: number, rate = 0.2) => ({
  rates: new Map([['33 all', bandStarts.map(() => rate)]]),
  counts: new Map([['33 all', { done: bandStarts.map((_, band) => (band === 0 ? done : 0)), days: bandStarts.map(() => 0) }]]),
})

test('the smallest day by which 8 in 10 finish, from 30 finishes on', () => {
  expect(proposedDeadlines(learned(30))).toEqual([{ key: 33, days: 7, done: 30 }])
  expect(proposedDeadlines(learned(29))).toEqual([])
})

test('only chosen steps that differ from the template change; above 31 days nothing can be chosen', () => {
  const searches = productTemplate.find(({ key }) => key === 33)
  const changes = deadlineChanges(productTemplate, proposedDeadlines(learned(30)))
  expect(changes).toEqual([
    { key: 33, days: 7, done: 30, title: searches?.title, templateDays: searches?.daysToComplete, isTooLong: false },
  ])
  expect(adoptDeadlines(productTemplate, changes, new Set())).toEqual(productTemplate)
  const adopted = adoptDeadlines(productTemplate, changes, new Set([33]))
  expect(adopted.filter((step, index) => step !== productTemplate[index])).toEqual([{ ...searches, daysToComplete: 7 }])
  expect(deadlineChanges(adopted, proposedDeadlines(learned(30)))).toEqual([])

  const long = deadlineChanges(productTemplate, proposedDeadlines(learned(30, 0.02)))
  expect(long.map(({ isTooLong }) => isTooLong)).toEqual([true])
  expect(adoptDeadlines(productTemplate, long, new Set([33]))).toEqual(productTemplate)
})
