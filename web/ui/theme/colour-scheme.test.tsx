import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { applyColourScheme, storedColourScheme } from './colour-scheme.ts'
import { ColourSchemeField } from './colour-scheme-field.tsx'

afterEach(() => {
  cleanup()
  applyColourScheme('auto')
})

const pinned = () => document.documentElement.getAttribute('data-colour-scheme')

test('ColourSchemeField follows the device until a scheme is selected and stored', async () => {
  render(<ColourSchemeField />)
  expect([storedColourScheme(), pinned()]).toEqual(['auto', null])
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect([storedColourScheme(), pinned()]).toEqual(['dark', 'dark'])
  await userEvent.click(screen.getByRole('radio', { name: 'As the device' }))
  expect([storedColourScheme(), pinned()]).toEqual(['auto', null])
})
