import type { ImportDetail } from '@gya/domain/features/imports/imports.model.ts'
import { readingStopped } from '@gya/domain/features/imports/imports.rules.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ImportFiles } from './import-files.tsx'

const sent = vi.hoisted((): string[] => [])
vi.mock('./upload-file.ts', () => ({
  uploadImportFile: (_params: object, { name }: File, { replaces }: { replaces: boolean }) => {
    sent.push(`${replaces ? 'replace' : 'upload'} ${name}`)
    return Promise.resolve()
  },
}))

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    sent.push(`${method} ${url}`)
    return Promise.resolve(new Response('{}'))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const file = (_id: string, name: string) => ({ _id, name, kind: 'property', state: 'read', rows: 2, bytes: 10, notices: [] })
const show = (...files: object[]) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ImportFiles companyId="c" one={{ _id: 'i', confirmedOn: null, files } as unknown as ImportDetail} />
    </QueryClientProvider>,
  )
const add = async (...names: string[]) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no file field.')
  await userEvent.upload(
    input,
    names.map((name) => new File(['a'], name)),
  )
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a file with an existing name asks for confirmation; Replace tells the server, which removes the old one once the new one is read', async () => {
  show(file('old', 'props.csv'))
  await add('props.csv')
  expect(screen.getByRole('alertdialog', { name: 'Replace props.csv?' })).toBeDefined()
  expect(sent).toEqual([])
  await press('Replace')
  await waitFor(() => expect(sent).toEqual(['replace props.csv']))
})

test('Keep both and Cancel leave the old one; a new name is not asked about', async () => {
  show(file('old', 'props.csv'))
  await add('props.csv')
  await press('Cancel')
  expect(sent).toEqual([])
  await add('props.csv')
  await press('Keep both')
  await waitFor(() => expect(sent).toEqual(['upload props.csv']))
  await add('sales.csv')
  await waitFor(() => expect(sent).toEqual(['upload props.csv', 'upload sales.csv']))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('the buttons of two files of one name tell them apart', () => {
  show(file('old', 'props.csv'), file('new', 'props.csv'), file('other', 'sales.csv'))
  const names = screen.getAllByRole('button', { name: /^Remove/ }).map((button) => button.getAttribute('aria-label'))
  expect(names).toEqual(['Remove props.csv (1 of 2)', 'Remove props.csv (2 of 2)', 'Remove sales.csv'])
})

test('a file whose reading was stopped can be read again', async () => {
  show({ ...file('old', 'props.csv'), state: 'failed', failure: readingStopped }, file('other', 'sales.csv'))
  await press('Read again')
  expect(sent).toEqual(['POST /api/company/c/import/i/file/old/read'])
})
