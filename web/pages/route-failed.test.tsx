import { endpoint } from '@gya/domain/endpoint.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../lib/api/call-api.ts'
import { keepTypedValues } from '../lib/forms/page-failure.ts'
import { useSaveForm } from '../lib/forms/use-save-form.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { RouteFailed } from './route-failed.tsx'

const saveTown = endpoint({
  method: 'PUT',
  path: '/town',
  permission: 'account.use',
  summary: 'A town, for tests.',
  body: z.strictObject({ town: z.string() }),
  response: z.object({}),
})
const messages = { success: { title: 'Town saved' }, failure: { title: 'Error saving town' } }

/** The error that the page throws at its next render, and a function that renders it. */
const planted: { error: Error | null; render: () => void } = { error: null, render: () => undefined }

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  planted.error = null
  sessionStorage.clear()
  vi.restoreAllMocks()
})

/** Fails to render beside the form. */
const Fragile = () => {
  const [, render] = useState(0)
  useEffect(() => {
    planted.render = () => render((n) => n + 1)
  }, [])
  if (planted.error) throw planted.error
  return null
}

const TownPage = () => {
  const saving = useSaveForm({
    call: saveTown,
    name: 'town',
    initialValues: { town: 'Reading' },
    toInput: (values) => ({ body: values }),
    messages,
  })
  return (
    <form {...saving.props}>
      {saving.notices}
      <TextField {...saving.form.getInputProps('town')} label="Town" />
      <Fragile />
    </form>
  )
}

async function openTownPage() {
  const root = createRootRoute({
    component: () => (
      <>
        <nav>Menu</nav>
        <Outlet />
      </>
    ),
  })
  const page = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: TownPage,
    errorComponent: RouteFailed,
    onCatch: keepTypedValues,
  })
  const router = createRouter({ routeTree: root.addChildren([page]), history: createMemoryHistory() })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return screen.findByRole<HTMLInputElement>('textbox', { name: 'Town' })
}

test('a page that fails to render keeps the shell and what was typed: Try again restores it', async () => {
  await userEvent.type(await openTownPage(), ' West')
  planted.error = new Error('planted')
  act(() => planted.render())
  const heading = screen.getByRole('heading', { name: 'This page could not be shown.' })
  expect(document.activeElement).toBe(heading)
  expect(screen.getByText('Menu')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to Today' }).getAttribute('href')).toBe('/today')
  planted.error = null
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Town' })).value).toBe('Reading West')
  expect(screen.getByText(/What you had typed is back/)).toBeTruthy()
})

test('the error of a call shows its request id', async () => {
  await openTownPage()
  planted.error = new ApiError({ code: 'INTERNAL', message: 'Failed.', requestId: 'req-7' })
  act(() => planted.render())
  expect(screen.getByText('Request req-7')).toBeTruthy()
})

test('a form that was not typed in leaves no draft', async () => {
  await openTownPage()
  planted.error = new Error('planted')
  act(() => planted.render())
  planted.error = null
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('textbox', { name: 'Town' })
  expect(screen.queryByText(/What you had typed is back/)).toBeNull()
})
