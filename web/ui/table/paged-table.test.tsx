import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { NavigationContext } from '../navigation/link.tsx'
import { navigationOf } from '../navigation/router-navigation.tsx'
import { skipLinksId } from '../navigation/skip-link.tsx'
import { PagedTable, type PagedTableProps } from './paged-table.tsx'
import { nextRow } from './row-navigation.ts'
import type { Column, SortState } from './table-column.ts'

type Row = { id: string; address: string; price: string }

const rows: Row[] = [
  { id: '1', address: '27 Rodway Road', price: '£385,000' },
  { id: '2', address: '8 Kentwood Hill', price: '£425,000' },
  { id: '3', address: '2 Park Lane', price: '£625,000' },
]

const columns: readonly Column<Row>[] = [
  { id: 'address', head: 'Address', sort: 'address', main: true, cell: (row) => row.address },
  { id: 'price', head: 'Asking price', sort: 'askingPrice', align: 'right', cell: (row) => row.price },
  { id: 'actions', head: '', headLabel: 'Actions', cell: () => <button type="button">Manage</button> },
]

afterEach(cleanup)

const showPage = async (page: () => ReactNode) => {
  const root = createRootRoute()
  const list = createRoute({ getParentRoute: () => root, path: '/', component: page })
  const property = createRoute({ getParentRoute: () => root, path: '/property', component: () => <h1>The property</h1> })
  const router = createRouter({ routeTree: root.addChildren([list, property]), history: createMemoryHistory() })
  await act(async () => {
    render(
      <NavigationContext value={navigationOf(router)}>
        <RouterProvider router={router} />
      </NavigationContext>,
    )
  })
  return router
}

const show = (props: Partial<PagedTableProps<Row>>) =>
  showPage(() => <PagedTable label="Properties" columns={columns} rows={rows} rowKey={(row) => row.id} {...props} />)

const hrefOf = (row: Row) => `/property?propertyId=${row.id}`

describe('Row click opens', () => {
  test('the row header is a link', async () => {
    await show({ rowHref: hrefOf })
    expect(screen.getByRole('link', { name: '27 Rodway Road' }).getAttribute('href')).toBe('/property?propertyId=1')
    expect(screen.getByRole('rowheader', { name: '27 Rodway Road' })).toBeTruthy()
  })

  test('a click on any cell follows it', async () => {
    const router = await show({ rowHref: hrefOf })
    await userEvent.click(screen.getByText('£425,000'))
    expect(router.state.location.href).toBe('/property?propertyId=2')
  })

  test('a click on a button of the row does not', async () => {
    const router = await show({ rowHref: hrefOf })
    await userEvent.click(screen.getAllByRole('button', { name: 'Manage' })[0] as HTMLElement)
    expect(router.state.location.href).toBe('/')
  })

  test('the middle button opens a new tab', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const router = await show({ rowHref: hrefOf })
    await userEvent.pointer({ keys: '[MouseMiddle]', target: screen.getByText('£625,000') })
    expect(open).toHaveBeenCalledExactlyOnceWith('/property?propertyId=3', '_blank', 'noopener')
    expect(router.state.location.href).toBe('/')
    open.mockRestore()
  })

  test('a selected row is marked', async () => {
    const choose = vi.fn<(row: Row) => void>()
    await show({ onOpen: choose, selectedKey: '2' })
    expect(screen.getByRole('button', { name: '8 Kentwood Hill' }).getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(screen.getByText('£385,000'))
    expect(choose).toHaveBeenCalledExactlyOnceWith(rows[0])
  })
})

test('PagedTable has one row in the tab order; left and right move within it', async () => {
  await show({ rowHref: hrefOf })
  const [first, second] = screen.getAllByRole('link')
  expect([first?.tabIndex, second?.tabIndex]).toEqual([0, -1])
  first?.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  expect([first?.tabIndex, second?.tabIndex]).toEqual([-1, 0])
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Manage' })[1])
  await userEvent.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(second)
})

test('PagedTable has a name and a skip link to its first row', async () => {
  await showPage(() => (
    <>
      <div id={skipLinksId} />
      <PagedTable label="Properties" columns={columns} rows={rows} rowKey={(row) => row.id} rowHref={hrefOf} />
    </>
  ))
  expect(screen.getByRole('table', { name: 'Properties' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Skip to properties' }))
  expect(document.activeElement).toBe(screen.getByRole('link', { name: '27 Rodway Road' }))
})

test('PageUp and PageDown move by the visible rows and stop at the ends', () => {
  expect(nextRow('PageDown', 0, 30, 8)).toBe(8)
  expect(nextRow('PageDown', 25, 30, 8)).toBe(29)
  expect(nextRow('PageUp', 3, 30, 8)).toBe(0)
  expect(nextRow('ArrowDown', 29, 30, 8)).toBeUndefined()
  expect(nextRow('End', -1, 30, 8)).toBeUndefined()
  expect(nextRow('ArrowDown', -1, 30, 8)).toBe(0)
})

test('Arrow keys move between rows, Home and End to the ends', async () => {
  await show({ rowHref: hrefOf })
  screen.getByRole('link', { name: '27 Rodway Road' }).focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('8 Kentwood Hill')
  await userEvent.keyboard('{End}')
  expect(document.activeElement?.textContent).toBe('2 Park Lane')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  expect(document.activeElement?.textContent).toBe('27 Rodway Road')
})

test('A click on the sorted header reverses the sort, and aria-sort says so', async () => {
  const sort = vi.fn<(sort: SortState) => void>()
  await show({ sort: { by: 'askingPrice', direction: 'asc' }, onSort: sort })
  expect(screen.getByRole('columnheader', { name: 'Asking price' }).getAttribute('aria-sort')).toBe('ascending')
  expect(screen.getByRole('columnheader', { name: 'Address' }).hasAttribute('aria-sort')).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Asking price' }))
  await userEvent.click(screen.getByRole('button', { name: 'Address' }))
  expect(sort.mock.calls).toEqual([[{ by: 'askingPrice', direction: 'desc' }], [{ by: 'address', direction: 'asc' }]])
})

describe('Paging', () => {
  const paging = { itemsPerPage: 25, count: 128, currentPage: 1, totalPages: 6 }

  test('requests pages counted from zero', async () => {
    const page = vi.fn<(page: number) => void>()
    await show({ paging, onPage: page })
    expect(screen.getByText('26–50')).toBeTruthy()
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }))
    expect(pages.getByRole('button', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page')
    await userEvent.click(pages.getByRole('button', { name: 'Page 5' }))
    await userEvent.click(pages.getByRole('button', { name: 'Next page' }))
    await userEvent.click(pages.getByRole('button', { name: 'Previous page' }))
    expect(page.mock.calls).toEqual([[4], [2], [0]])
  })

  test('offers 10, 25, 50, 75 and 100 rows per page', async () => {
    const size = vi.fn<(size: number) => void>()
    await show({ paging, onPage: () => undefined, onPageSize: size })
    await userEvent.click(screen.getByRole('combobox', { name: 'Rows per page' }))
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['10', '25', '50', '75', '100'])
    await userEvent.click(screen.getByRole('option', { name: '100' }))
    expect(size).toHaveBeenCalledExactlyOnceWith(100)
  })
})

describe('States', () => {
  test('announces loading and shows skeleton rows', async () => {
    await show({ rows: undefined })
    expect(screen.getByText('Loading, please wait.')).toBeTruthy()
    expect(document.querySelectorAll('tr.skel td[colspan="3"]')).toHaveLength(1)
  })

  test('keeps old rows while another page loads', async () => {
    await show({ busy: true })
    expect(screen.getByRole('region', { name: 'Properties' }).getAttribute('aria-busy')).toBe('true')
    expect(screen.getByText('27 Rodway Road')).toBeTruthy()
  })

  test('shows the empty state without rows', async () => {
    await show({ rows: [], empty: <p>Add a property.</p> })
    expect(screen.getByText('Add a property.')).toBeTruthy()
  })

  test('offers a retry after an error', async () => {
    const retry = vi.fn<() => void>()
    await show({ rows: undefined, error: 'The server could not be reached.', onRetry: retry })
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledOnce()
  })
})

test('A row renders again only when it changes', async () => {
  const drawn = vi.fn<(row: Row) => string>((row) => row.address)
  const counted: readonly Column<Row>[] = [{ id: 'address', head: 'Address', main: true, cell: drawn }]
  const changed = rows.map((row) => (row.id === '2' ? { ...row, address: '9 Kentwood Hill' } : row))
  const Page = () => {
    const [step, setStep] = useState(0)
    return (
      <>
        <button type="button" onClick={() => setStep(step + 1)}>
          Next
        </button>
        <PagedTable
          label="Properties"
          columns={counted}
          rows={step < 2 ? rows : changed}
          rowKey={(row) => row.id}
          rowHref={hrefOf}
          busy={step === 1}
        />
      </>
    )
  }
  await showPage(Page)
  drawn.mockClear()
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(drawn).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(drawn.mock.calls.map(([row]) => row.address)).toEqual(['9 Kentwood Hill'])
})
