import { newChecklist } from '@gya/domain/features/chain/chain.model.ts'
import { expect, test } from 'vitest'
import { advanceStep } from './link-card.tsx'

test('advanceStep toggles a step', () => {
  const done = advanceStep(newChecklist, 'searchesBack')
  expect(done).toEqual({ ...newChecklist, searchesBack: true })
  expect(advanceStep(done, 'searchesBack')).toEqual(newChecklist)
})

test('advanceStep cycles through the answers of survey and mortgage', () => {
  const answers = [1, 2, 3].reduce((all) => [...all, advanceStep(all.at(-1) ?? newChecklist, 'surveyBooked')], [newChecklist])
  expect(answers.map(({ surveyBooked }) => surveyBooked)).toEqual(['NA', 'Yes', 'No', 'NA'])
  const mortgages = [1, 2, 3].reduce((all) => [...all, advanceStep(all.at(-1) ?? newChecklist, 'mortgageOffer')], [newChecklist])
  expect(mortgages.map(({ mortgageOffer }) => mortgageOffer)).toEqual(['No', 'Yes', 'Cash', 'No'])
})
