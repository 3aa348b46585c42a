import { beforeEach, expect, test } from 'vitest'
import { readRecentPlaces, rememberPlace } from './recent-places.ts'

beforeEach(() => localStorage.clear())

test('a property is one place with all its tabs; its address comes first', () => {
  rememberPlace('/property/timeline?branch=b&property=p', ['Larkmead', 'Tilehurst', '27 Rodway Road', 'Timeline'])
  rememberPlace('/today', ['Today'])
  rememberPlace('/property/offers?branch=b&property=p', ['Larkmead', 'Tilehurst', '27 Rodway Road', 'Offers'])
  expect(readRecentPlaces()).toEqual([
    { to: '/property/offers?branch=b&property=p', title: '27 Rodway Road', about: 'Offers, Tilehurst' },
    { to: '/today', title: 'Today', about: '' },
  ])
})

test('at most 12 places; unreadable settings are ignored', () => {
  for (let number = 0; number < 20; number += 1) rememberPlace(`/chase?party=${number}`, ['Today', `Person ${number}`])
  expect(readRecentPlaces()).toHaveLength(12)
  localStorage.setItem('gya.recent', '{"to":1}')
  expect(readRecentPlaces()).toEqual([])
})
