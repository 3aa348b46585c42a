import { beforeEach, expect, test } from 'vitest'
import { readRecentPlaces, rememberPlace } from './recent-places.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('a property is one place with all its tabs; its address comes first', () => {
  rememberPlace('/property/timeline?branch=b&property=p', ['Larkmead', 'Tilehurst', '27 Rodway Road', 'Timeline'])
  rememberPlace('/today', ['Today'])
  rememberPlace('/property/offers?branch=b&property=p', ['Larkmead', 'Tilehurst', '27 Rodway Road', 'Offers'])
  expect(readRecentPlaces()).toEqual([
    { to: '/property/offers?branch=b&property=p', title: '27 Rodway Road', about: 'Offers, Tilehurst' },
    { to: '/today', title: 'Today', about: '' },
  ])
})

test('the card of a person is kept by the tab, among the places of the browser', () => {
  rememberPlace('/today', ['Today'])
  rememberPlace('/chase?party=buyer%3A1', ['Today', 'Jane Doe'])
  rememberPlace('/updates', ['Updates'])
  expect(readRecentPlaces().map(({ title }) => title)).toEqual(['Updates', 'Jane Doe', 'Today'])
  expect(localStorage.getItem('gya.recent')).not.toContain('Jane')
  sessionStorage.clear()
  expect(readRecentPlaces().map(({ title }) => title)).toEqual(['Updates', 'Today'])
})

test('a name stored by an earlier version is not shown, and is removed with the next visited place', () => {
  localStorage.setItem('gya.recent', '[{"to":"/chase?party=buyer:1","title":"Jane Doe","about":"Today"}]')
  expect(readRecentPlaces()).toEqual([])
  rememberPlace('/today', ['Today'])
  expect(localStorage.getItem('gya.recent')).not.toContain('Jane')
})

test('at most 12 places; unreadable settings are ignored', () => {
  for (let number = 0; number < 20; number += 1) rememberPlace(`/chase?party=${number}`, ['Today', `Person ${number}`])
  expect(readRecentPlaces()).toHaveLength(12)
  for (const storage of [localStorage, sessionStorage]) storage.setItem('gya.recent', '{"to":1}')
  expect(readRecentPlaces()).toEqual([])
})
