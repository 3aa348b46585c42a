import { expect, test } from 'vitest'
import { splitAddress } from './split-address.ts'

test.each([
  ['Flat 3, The Old Dairy, 12 Mill Lane, Larkmead', 'Flat 3, The Old Dairy, 12 Mill Lane', '', 'Larkmead'],
  ['The Avenue, Larkmead', 'The Avenue', '', 'Larkmead'],
  ['Rose Cottage, Mill Lane, Upper Larkmead, Larkmead', 'Rose Cottage, Mill Lane', 'Upper Larkmead', 'Larkmead'],
  ['92, RODWAY ROAD, TILEHURST, READING', '92 RODWAY ROAD', 'TILEHURST', 'READING'],
  ['Flat 24, West Fryerne, Parkside Road, Reading', 'Flat 24, West Fryerne, Parkside Road', '', 'Reading'],
  ['5 - 7, Norcot Road, Reading', '5 - 7 Norcot Road', '', 'Reading'],
  ['Somewhere, Larkmead', 'Somewhere', '', 'Larkmead'],
  ['12 Mill Lane', '12 Mill Lane', '', ''],
])('%s', (text, line1, line2, town) => expect(splitAddress(text.split(','))).toEqual({ line1, line2, town, county: '' }))
