import { expect, test } from 'vitest'
import { foundByPerson } from './found-by-person.ts'

test('foundByPerson names the point of contact of a contact that was not found by its own name', () => {
  const named = (name: string, email = '') => ({ name, email })
  const contact = {
    ...named('Heatherstone Legal'),
    pocs: [named('Una Moss'), named('Calliope O’Nettlefold', 'c@heather.example')],
  }
  const person = 'Point of contact: Calliope O’Nettlefold'
  expect(['nettlefold', 'onettlefold call', 'C@Heather'].map((text) => foundByPerson(contact, text))).toEqual([
    person,
    person,
    person,
  ])
  expect(['heatherstone', 'legal heather', 'RG1 7SE'].map((text) => foundByPerson(contact, text))).toEqual(['', '', ''])
})
