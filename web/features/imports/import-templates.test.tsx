import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ImportTemplates } from './import-templates.tsx'

afterEach(cleanup)

test('lists the columns of a kind with the values that they may contain', () => {
  render(<ImportTemplates companyId="c" />)
  const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`), hidden: true }).textContent
  expect(row('Ownership')).toBe('OwnershipFreehold, Leasehold, Unknown')
  expect(row('Address line 1')).toBe('Address line 1 (needed)Text, up to 120 characters')
})
