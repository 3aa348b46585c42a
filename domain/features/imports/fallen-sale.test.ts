import { expect, test } from 'vitest'
import { readFallenSale } from './fallen-sale.ts'
import { readSale } from './imported-sale.ts'

const messages = (values: Parameters<typeof readFallenSale>[0]) =>
  readSale(values, '2026-11-22').issues.map(({ level, message }) => [level, message])

test('a sale that fell through has neither exchanged nor a step after that day', () => {
  const fell = { acceptedOn: '2026-03-01', fellThroughOn: '2026-05-01' }
  expect(messages({ ...fell, 'step.30.done': '2026-03-04' })).toEqual([])
  expect(messages({ ...fell, 'step.24.done': '2026-04-20' })[0]).toEqual([
    'error',
    'Exchanged: a sale that fell through on 01/05/2026 has not exchanged.',
  ])
  expect(messages({ ...fell, 'step.30.done': '2026-05-04' })[0]).toEqual([
    'error',
    'Memo of sale sent: 04/05/2026 is after the sale fell through on 01/05/2026.',
  ])
  expect(messages({ ...fell, acceptedOn: '2026-06-01' })[0]).toEqual([
    'error',
    'It fell through on 01/05/2026, before its offer was accepted on 01/06/2026.',
  ])
})

test('expected days are left out; a reason without a day is not used', () => {
  const { values } = readFallenSale({ fellThroughOn: '2026-05-01', expectedExchange: '2026-06-01', fallReason: 'Survey' }, null)
  expect(values).toEqual({ fellThroughOn: '2026-05-01', fallReason: 'Survey' })
  expect(messages({ acceptedOn: '2026-03-01', fallReason: 'Survey' })).toEqual([
    ['warning', 'The reason is left empty: no day on which the sale fell through is given.'],
  ])
})
