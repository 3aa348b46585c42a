import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api/call-api.ts'
import { type Me, MeProvider } from '../../lib/session/session.tsx'
import { IdentifiersPanel, SameUprnQuestion } from './identifiers-panel.tsx'
import { lookUpFailed } from './properties.messages.ts'
import type { IdentifierValues } from './property-values.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const me = { _id: 'u', type: 'BRANCH_STAFF', company: { _id: 'c' }, branches: [] } as unknown as Me
const params = { companyId: 'c', branchId: 'b', propertyId: 'p' }
const home = {
  address: '1 Sample Road',
  uprn: '501',
  titleNumber: 'ZZ1',
  epcNumber: null,
  rating: null,
  validUntil: null,
  tenure: 'Freehold',
}

const Panel = ({ initial }: { initial: Partial<IdentifierValues> }) => {
  const none = { uprn: '', titleNumbers: '', epcNumber: '', councilTaxBand: '', confirmed: '', taken: {} }
  const [values, setValues] = useState<IdentifierValues>({ ...none, ...initial })
  return (
    <IdentifiersPanel
      field={(key) => ({ value: values[key], onChange: (value: string) => setValues((now) => ({ ...now, [key]: value })) })}
      values={values}
      saved={{ uprn: initial.uprn ?? null, titleNumbers: [], epcNumber: initial.epcNumber ?? null, councilTaxBand: null }}
      postcode="RG30 9ZZ"
      params={params}
      onTake={(taken) => setValues((now) => ({ ...now, ...taken }))}
    />
  )
}

const showOnPage = (content: ReactNode) => {
  const queries = new QueryClient()
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <QueryClientProvider client={queries}>
          <MeProvider value={me}>{content}</MeProvider>
        </QueryClientProvider>
      ),
    }),
    history: createMemoryHistory(),
  })
  return act(async () => {
    render(<RouterProvider router={router} />)
  })
}

/** Answers by the part of the address before the query. */
const show = async (
  initial: Partial<IdentifierValues>,
  answers: { lookUp?: object; listed?: object[]; origins?: object } = {},
) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    const paging = { page: 1, itemsPerPage: 10, count: 0, pages: 1 }
    const none = { offered: false, candidates: [], failed: false }
    const body = url.includes('property-lookup')
      ? { ...none, ...answers.lookUp }
      : url.includes('origins')
        ? { ...none, origins: answers.origins ?? {}, ...answers.lookUp }
        : { data: answers.listed ?? [], paging }
    return Promise.resolve(new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } }))
  })
  await showOnPage(<Panel initial={initial} />)
  return asked
}

const valueOf = (label: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name: label }).value

describe('IdentifiersPanel', () => {
  test('without a look-up its buttons are absent', async () => {
    const asked = await show({})
    expect(screen.getAllByRole('textbox')).toHaveLength(4)
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('a candidate is shown beside what is entered, and fills the form once it is chosen', async () => {
    await show({ titleNumbers: 'BK1' }, { lookUp: { offered: true, candidates: [home] } })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Look up the UPRN' }))
    const use = await screen.findByRole('button', { name: 'Use 1 Sample Road' })
    expect(valueOf(/Title numbers/)).toBe('BK1')
    await user.click(use)
    expect([valueOf(/UPRN/), valueOf(/Title numbers/), valueOf(/EPC/)]).toEqual(['501', 'ZZ1', ''])
  })

  test('a look-up that does not answer says so', async () => {
    await show({}, { lookUp: { offered: true, failed: true } })
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Look up the EPC number' }))
    expect(await screen.findByText(lookUpFailed)).toBeTruthy()
  })

  test('a UPRN of a completed property is "Sold by you before"; that of an open one is not listed', async () => {
    const row = { branch: { _id: 'b' }, completionDate: null }
    await show(
      { uprn: '7' },
      {
        listed: [
          { ...row, _id: 'q', phase: 'completed', completionDate: '2024-10-03' },
          { ...row, _id: 'r', phase: 'withdrawn' },
          { ...row, _id: 's', phase: 'forSale' },
          { ...row, _id: 'p', phase: 'completed' },
        ],
      },
    )
    const field = await screen.findByText(/Sold by you before/)
    expect(field.textContent).toContain('Sold by you before: completed on 03/10/2024')
    expect(screen.getAllByRole('link')).toHaveLength(2)
    expect(screen.getByText(/With you before/).textContent).toContain('withdrawn')
  })

  test('what is saved says who entered it and when, or that it is from the look-up, with one request', async () => {
    const by = { on: '2026-11-12T09:00:00.000Z', by: 'Ann Otter' }
    const origins = { uprn: { ...by, lookedUp: false }, epcNumber: { ...by, lookedUp: true } }
    const asked = await show({ uprn: '7', epcNumber: '8' }, { origins, lookUp: { offered: true } })
    expect(await screen.findByText('Entered by Ann Otter on 12/11/2026')).toBeTruthy()
    expect(screen.getByText('From the look-up, by Ann Otter on 12/11/2026')).toBeTruthy()
    expect(screen.getAllByRole('button')).toHaveLength(2)
    expect(asked.filter((url) => !url.includes('/company/properties'))).toHaveLength(1)
  })
})

describe('SameUprnQuestion', () => {
  const ask = async (details: Record<string, string>) => {
    const confirmed = vi.fn<() => void>()
    const error = new ApiError({ code: 'PROPERTY_UPRN_KNOWN', message: '', details })
    await showOnPage(<SameUprnQuestion error={error} pending={false} onConfirm={confirmed} />)
    return confirmed
  }

  test('names the other property, and saves once it is confirmed', async () => {
    const confirmed = await ask({ propertyId: 'q', branchId: 'b', line1: '4 Register Road', branch: 'Reading' })
    expect(screen.getByRole('alertdialog').textContent).toContain('4 Register Road')
    await userEvent.setup().click(screen.getByRole('button', { name: 'Save it all the same' }))
    expect(confirmed).toHaveBeenCalledOnce()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('out of reach it says only that it is in another branch', async () => {
    await ask({ branch: 'another branch' })
    expect(screen.getByRole('alertdialog').textContent).toContain('A property of another branch')
    expect(screen.queryByRole('link')).toBeNull()
  })
})
