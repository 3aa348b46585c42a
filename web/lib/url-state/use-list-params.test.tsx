import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useListParams } from './use-list-params.ts'

let router: ReturnType<typeof routerAt>

let sizes = {}

const Probe = () => {
  const list = useListParams('probe', ['address:asc', 'price:desc'], sizes)
  return (
    <>
      <input aria-label="Search" value={list.typed} onChange={(event) => list.setTyped(event.currentTarget.value)} />
      <button type="button" onClick={() => list.setSort('price:desc')}>
        By price
      </button>
      <button type="button" onClick={() => list.setSize(25)}>
        25 a page
      </button>
      <output>{JSON.stringify([list.query, list.sort, list.typed])}</output>
    </>
  )
}

const routerAt = (address: string) =>
  createRouter({
    routeTree: createRootRoute({ component: Probe }),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined)
      return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
    },
  })

const open = async (address: string) => {
  router = routerAt(address)
  render(<RouterProvider router={router as never} />)
  await screen.findByRole('status')
}
const address = () => router.state.location.href
const shows = (...state: unknown[]) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(JSON.stringify(state)))

beforeEach(() => {
  localStorage.clear()
  sizes = {}
})
afterEach(cleanup)

describe('useListParams', () => {
  test('without parameters: the first page of ten in the first sort', async () => {
    await open('/')
    await shows({ itemsPerPage: '10', currentPage: '0' }, 'address:asc', '')
  })

  test('reads search, sort and page from the URL', async () => {
    await open('/?company=c&q=chapel&sort=price:desc&page=2')
    await shows({ itemsPerPage: '10', currentPage: '2', textSearch: 'chapel' }, 'price:desc', 'chapel')
  })

  test('ignores an unknown sort or page', async () => {
    await open('/?sort=nonsense&page=-1')
    await shows({ itemsPerPage: '10', currentPage: '0' }, 'address:asc', '')
  })

  test('a search starts at the first page, keeps other parameters, and Back undoes it', async () => {
    await open('/?company=c&page=2')
    fireEvent.change(screen.getByLabelText('Search'), { target: { value: ' chapel ' } })
    await shows({ itemsPerPage: '10', currentPage: '0', textSearch: 'chapel' }, 'address:asc', ' chapel ')
    expect(address()).toBe('/?company=c&q=chapel')
    act(() => router.history.back())
    await shows({ itemsPerPage: '10', currentPage: '2' }, 'address:asc', '')
  })

  test('a sort starts at the first page and is stored for URLs without one', async () => {
    await open('/?page=2')
    fireEvent.click(screen.getByText('By price'))
    await shows({ itemsPerPage: '10', currentPage: '0' }, 'price:desc', '')
    cleanup()
    await open('/')
    await shows({ itemsPerPage: '10', currentPage: '0' }, 'price:desc', '')
  })

  test('stores the page size and keeps the first visible row', async () => {
    await open('/?page=5')
    fireEvent.click(screen.getByText('25 a page'))
    await shows({ itemsPerPage: '25', currentPage: '2' }, 'address:asc', '')
    cleanup()
    await open('/')
    await shows({ itemsPerPage: '25', currentPage: '0' }, 'address:asc', '')
  })

  test('the branch users page has 30 rows initially and 10 on search, and stores each size separately', async () => {
    sizes = { first: 30, onSearch: 10 }
    await open('/')
    await shows({ itemsPerPage: '30', currentPage: '0' }, 'address:asc', '')
    cleanup()
    await open('/?q=finch')
    await shows({ itemsPerPage: '10', currentPage: '0', textSearch: 'finch' }, 'address:asc', 'finch')
    fireEvent.click(screen.getByText('25 a page'))
    await shows({ itemsPerPage: '25', currentPage: '0', textSearch: 'finch' }, 'address:asc', 'finch')
    cleanup()
    await open('/')
    await shows({ itemsPerPage: '30', currentPage: '0' }, 'address:asc', '')
  })
})
