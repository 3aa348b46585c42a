import type { UserType } from '@gya/domain/access/permissions.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useContext, useMemo } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { DialogsContext, type ShareProps } from '../../lib/screens.ts'
import type { WireMember } from './member-scope.ts'
import { MembersTable } from './members-table.tsx'

let mayShare = true
vi.mock('../../lib/session/session.tsx', () => ({
  useMay: () => mayShare,
  useMe: () => ({ _id: 'me', type: 'BRANCH_ADMIN', company: { _id: 'c' } }),
}))
vi.mock('../../ui/table/use-scroll-restoration.ts', () => ({ useScrollRestoration: () => () => {} }))
vi.mock('../../lib/api/use-call.ts', () => ({ useCall: () => ({ data: undefined }) }))

afterEach(cleanup)

const member = (fullName: string, type: UserType): WireMember =>
  ({ _id: fullName, fullName, type, email: 'a@b.example', branches: [], areas: [], lastLogin: null }) as unknown as WireMember

type SharingProps = { asked: ShareProps[]; children: ReactNode }

const Sharing = ({ asked, children }: SharingProps) => {
  const others = useContext(DialogsContext)
  const dialogs = useMemo(
    () => ({
      ...others,
      share: (props: ShareProps) => {
        asked.push(props)
        return null
      },
    }),
    [others, asked],
  )
  return <DialogsContext.Provider value={dialogs}>{children}</DialogsContext.Provider>
}

const shown = (asked: ShareProps[] = []) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Sharing asked={asked}>
        <MembersTable
          label="Users"
          scope={{ of: 'branch', companyId: 'c', branchId: 'b' }}
          rows={[member('Digby Underhay', 'BRANCH_STAFF'), member('Rhoda Reader', 'READER')]}
          paging={undefined}
          onPage={() => {}}
          onRetry={() => {}}
          empty={null}
        />
      </Sharing>
    </QueryClientProvider>,
  )

test('a manager shares the sales of a colleague in a branch from its users; a reader has none', async () => {
  const asked: ShareProps[] = []
  shown(asked)
  expect(screen.queryAllByRole('button', { name: 'Share their sales: Rhoda Reader' })).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Share their sales: Digby Underhay' }))
  expect(asked.at(-1)?.sales).toEqual({ from: 'Digby Underhay', branchIds: ['b'] })
})

test('others than managers are not offered it', () => {
  mayShare = false
  shown()
  expect(screen.queryAllByRole('button', { name: /^Share the sales/ })).toEqual([])
})
