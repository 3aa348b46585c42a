import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { applyScheme, rememberedScheme } from './colour-scheme.ts'
import { SchemeField } from './scheme-field.tsx'

afterEach(() => {
  cleanup()
  applyScheme('auto')
})

const pinned = () => document.documentElement.getAttribute('data-mantine-color-scheme')

test('The scheme follows the device until the reader chooses one, and the choice is remembered', async () => {
  render(<SchemeField />)
  expect([rememberedScheme(), pinned()]).toEqual(['auto', null])
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect([rememberedScheme(), pinned()]).toEqual(['dark', 'dark'])
  await userEvent.click(screen.getByRole('radio', { name: 'As the device' }))
  expect([rememberedScheme(), pinned()]).toEqual(['auto', null])
})
