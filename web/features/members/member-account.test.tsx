import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useContext, useMemo } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { DialogsContext } from '../../lib/screens.ts'
import { useMemberActions } from './member-account.tsx'
import type { WireMember } from './member-scope.ts'

const left = {
  count: 2,
  held: { sales: 2, homes: 0, withdrawn: 0 },
  tasks: 0,
  branches: [],
  keys: [],
  webhooks: [],
  feeds: [],
}
vi.mock('../../lib/api/use-call.ts', () => ({ useCall: () => ({ data: left }) }))

afterEach(cleanup)

const member = { _id: 'u', fullName: 'Digby Underhay' } as WireMember

function Actions() {
  const { run, dialogs } = useMemberActions('c')
  return (
    <>
      {dialogs}
      <button type="button" onClick={() => run('deactivate', member)}>
        Start
      </button>
      <button type="button" onClick={() => run('hand-over', member)}>
        Only share
      </button>
    </>
  )
}

test('Share first… leads back to the dialog of Deactivate; sharing by itself does not', async () => {
  const share = ({ onClose }: { onClose: () => void }) => (
    <button type="button" onClick={onClose}>
      Shared
    </button>
  )
  const Sharing = ({ children }: { children: ReactNode }) => {
    const others = useContext(DialogsContext)
    const dialogs = useMemo(() => ({ ...others, share }), [others])
    return <DialogsContext.Provider value={dialogs}>{children}</DialogsContext.Provider>
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Sharing>
        <Actions />
      </Sharing>
    </QueryClientProvider>,
  )
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name, hidden: true }))
  const asked = () => screen.queryByText('Deactivate Digby Underhay?') !== null
  await press('Start')
  expect(asked()).toBe(true)
  await press('Share first…')
  expect(asked()).toBe(false)
  await press('Shared')
  expect(asked()).toBe(true)
  await press('Cancel')
  await press('Only share')
  await press('Shared')
  expect(asked()).toBe(false)
})
