import { expect, test } from 'vitest'
import { rescueList } from './rescue.ts'

type Facts = Parameters<typeof rescueList>[0]
const offer = (name: string, more: Partial<Facts['offers'][number]> = {}): Facts['offers'][number] => ({
  _id: `offer of ${name}`,
  name,
  tel: '',
  email: '',
  amount: 28_000_000,
  when: '2026-03-02',
  increasedOn: null,
  state: 'R',
  cashBuy: false,
  chain: true,
  mayContact: true,
  ...more,
})
const viewing = (name: string, more: Partial<Facts['viewings'][number]> = {}): Facts['viewings'][number] => ({
  _id: `viewing of ${name} ${more.when ?? ''}`,
  name,
  tel: '',
  email: '',
  when: '2026-03-02',
  mayContact: true,
  ...more,
})
const listed = (offers: Facts['offers'], viewings: Facts['viewings']) =>
  rescueList({ offers, viewings }, { today: '2026-03-10', buyerOfferId: null }).map(({ name, amount, tel, email, on }) => ({
    name,
    amount,
    tel,
    email,
    on,
  }))

test('a person who viewed twice and made an offer is one row with the offer', () => {
  const viewings = [
    viewing('Una Thornbury', { tel: '0118 496 0110' }),
    viewing('Una Thornbury', { email: 'una@people.example', when: '2026-03-05' }),
  ]
  expect(listed([offer('una  thornbury', { tel: '0118 496 0110' })], viewings)).toEqual([
    { name: 'una  thornbury', amount: 28_000_000, tel: '0118 496 0110', email: '', on: '2026-03-05' },
  ])
})

test.each([
  ['e-mails', { email: 'una@people.example' }, { email: 'una.thornbury@people.example' }],
  ['telephones', { tel: '0118 496 0111' }, { tel: '0118 496 0119', email: 'una@people.example' }],
])('two entries with the same name and different %s are two people', (_by, one, other) => {
  expect(listed([], [viewing('Una Thornbury', one), viewing('Una Thornbury', other)])).toHaveLength(2)
})

test.each([
  ['telephone', { tel: '+44 (0)118 496 0111' }, { tel: '01184960111' }],
  ['e-mail', { email: 'Una@People.example' }, { email: 'una@people.example' }],
])('the same %s is the same person, whatever the name', (_by, one, other) => {
  expect(listed([], [viewing('Una Thornbury', one), viewing('U. Thornbury', other)])).toHaveLength(1)
})

test('two entries that only a third entry connects are one person', () => {
  const viewings = [
    viewing('Una Thornbury', { tel: '0118 496 0111' }),
    viewing('U. Thornbury', { email: 'una@people.example' }),
    viewing('Mrs Thornbury', { tel: '0118 496 0111', email: 'una@people.example' }),
  ]
  expect(listed([], viewings)).toHaveLength(1)
  expect(listed([], [...viewings, viewing('Odo Fernhurst')])).toHaveLength(2)
})

test('a person who withdrew an offer or refused once is not listed because of another entry, but a namesake with another number is', () => {
  const [one, namesake] = [{ tel: '0118 496 0111' }, { tel: '0118 496 0119' }]
  for (const again of [one, {}]) {
    expect(listed([offer('Una Thornbury', { state: 'W', ...one })], [viewing('Una Thornbury', again)])).toEqual([])
    expect(listed([], [viewing('Una Thornbury', { mayContact: false, ...one }), viewing('Una Thornbury', again)])).toEqual([])
  }
  expect(listed([offer('Una Thornbury', { state: 'W', ...one })], [viewing('Una Thornbury', namesake)])).toHaveLength(1)
  expect(listed([], [viewing('Una Thornbury', { mayContact: false, ...one }), viewing('Una Thornbury', namesake)])).toHaveLength(
    1,
  )
})

test('a refusal without number and e-mail applies to every person of that name', () => {
  const namesakes = [viewing('Una Thornbury', { tel: '0118 496 0111' }), viewing('Una Thornbury', { tel: '0118 496 0119' })]
  expect(listed([], [...namesakes, viewing('Una Thornbury', { mayContact: false })])).toEqual([])
})
