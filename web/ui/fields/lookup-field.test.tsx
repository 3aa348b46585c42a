import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { LookupField } from './lookup-field.tsx'

afterEach(cleanup)

const streets = Array.from({ length: 32 }, (_, at) => ({ value: String(at + 1), label: `${at + 1} Water Road` }))
const find = vi.fn<(text: string, signal: AbortSignal, page: number) => Promise<object>>((_text, _signal, page) =>
  Promise.resolve({
    options: streets.slice(page * 15, page * 15 + 15),
    paging: { itemsPerPage: 15, count: streets.length, currentPage: page, totalPages: 3 },
  }),
)
type Find = Parameters<typeof LookupField>[0]['find']
const lookUp = async (text: string, more: object = {}) => {
  render(<LookupField label="Property" find={find as Find} minimum={2} delay={0} {...more} />)
  await userEvent.type(screen.getByRole('combobox'), text)
}
const button = (name: string) => screen.findByRole('button', { name, hidden: true })
const options = () => screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)

describe('LookupField with paged results', () => {
  test('shows the range and moves between pages', async () => {
    await lookUp('water')
    expect(await screen.findByText('1–15 of 32')).toBeTruthy()
    expect(options()).toHaveLength(15)
    expect((await button('Previous page')).getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(await button('Next page'))
    await screen.findByText('16–30 of 32')
    await userEvent.click(await button('Next page'))
    await screen.findByText('31–32 of 32')
    expect(options()).toEqual(['31 Water Road', '32 Water Road'])
    expect((await button('Next page')).getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(await button('Previous page'))
    expect(await screen.findByText('16–30 of 32')).toBeTruthy()
  })

  test('starts at the first page after a new search', async () => {
    await lookUp('water')
    await userEvent.click(await button('Next page'))
    await screen.findByText('16–30 of 32')
    await userEvent.type(screen.getByRole('combobox'), ' r')
    expect(await screen.findByText('1–15 of 32')).toBeTruthy()
    expect(find.mock.lastCall?.slice(0, 1)).toEqual(['water r'])
    expect(find.mock.lastCall?.[2]).toBe(0)
  })
})

test('LookupField shows a failed search as an error, not as no results', async () => {
  await lookUp('water', { find: () => Promise.reject(new Error('no answer')), emptyText: 'No user found.' })
  expect(await screen.findByText(/The search failed/)).toBeTruthy()
  expect(screen.queryByText('No user found.')).toBeNull()
})

describe('LookupField left without a selection', () => {
  test('accepts free text where allowed', async () => {
    const typed = vi.fn<(text: string) => void>()
    await lookUp(' Fordwick Homes ', { onTyped: typed })
    expect(typed).not.toHaveBeenCalled()
    await userEvent.click(document.body)
    expect(typed.mock.calls).toEqual([['Fordwick Homes']])
  })

  test('does not accept it while paging', async () => {
    const typed = vi.fn<(text: string) => void>()
    await lookUp('water', { onTyped: typed })
    await userEvent.click(await button('Next page'))
    expect(typed).not.toHaveBeenCalled()
  })
})
