import { userTypeLabels } from '@gya/domain/access/permissions.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { countSalesOfMember, handOverSales } from '@gya/domain/features/members/member-lifecycle.contract.ts'
import { isActiveWorker, worksInBranch } from '@gya/domain/features/members/member-reach.ts'
import { listCompanyMembers } from '@gya/domain/features/members/members.contract.ts'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { Option } from '../../ui/fields/option-list.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { WireMember } from './member-scope.ts'
import { salesHandedOver } from './members.messages.ts'

export type Sales = Wire<typeof countSalesOfMember, 'response'>

const salesInput = (companyId: string, userId: string) => ({ params: { companyId, userId } })
const branchQuery = (branchId: string | undefined) => (branchId === undefined ? {} : { branchId })

/** Renders what a member leaves behind, once loaded. `branchId`: only sales of this branch. */
export function MemberSales({
  companyId,
  userId,
  branchId,
  children,
}: {
  companyId: string
  userId: string
  branchId?: string | undefined
  children: (sales: Sales) => ReactNode
}) {
  const { data } = useCall(countSalesOfMember, { ...salesInput(companyId, userId), query: branchQuery(branchId) })
  return data ? children(data) : null
}

const salesText = (count: number): string => (count === 1 ? '1 sale' : `${count} sales`)
const tasksText = (count: number): string => (count === 1 ? '1 open task' : `${count} open tasks`)

/** "2 sales and 1 open task". */
const shareText = ({ count, tasks }: { count: number; tasks: number }): string =>
  [...(count > 0 || tasks === 0 ? [salesText(count)] : []), ...(tasks > 0 ? [tasksText(tasks)] : [])].join(' and ')

/** Colleagues who do not work in each of the branches are disabled. */
function colleagueOption(member: WireMember, { branches }: Sales): Option<string> {
  const without = branches.filter(({ _id }) => !worksInBranch(member, _id))
  return {
    value: member._id,
    label: member.fullName,
    note: without.length === 0 ? userTypeLabels[member.type] : `not in ${without.map(({ name }) => name).join(', ')}`,
    disabled: without.length > 0,
  }
}

type HandOverProps = { companyId: string; branchId?: string | undefined; member: WireMember; onClose: () => void }

/** Hands all sales of a member that are not completed, or those of one branch, to a colleague. */
export function HandOverDialog({ companyId, branchId, member, onClose }: HandOverProps) {
  const [to, setTo] = useState<string | null>(null)
  const [handedOver, setHandedOver] = useState<{ count: number; tasks: number } | null>(null)
  const sales = useCall(countSalesOfMember, { ...salesInput(companyId, member._id), query: branchQuery(branchId) })
  const people = useCall(listCompanyMembers, { params: { companyId }, query: { itemsPerPage: '100' } })
  const saving = useSave(handOverSales, salesHandedOver)
  const { data } = sales
  const failed = sales.error ?? people.error
  const colleagues = (people.data?.data ?? []).filter((colleague) => colleague._id !== member._id && isActiveWorker(colleague))
  const nameOf = (id: string | null) => colleagues.find(({ _id }) => _id === id)?.fullName
  const handOver = async () => {
    if (to === null || !data) return
    const response = await saving.save({ ...salesInput(companyId, member._id), body: { to, ...branchQuery(branchId) } })
    if (response !== null) setHandedOver(response)
  }
  const isEmpty = data?.count === 0 && data.tasks === 0
  const done = handedOver !== null || isEmpty
  return (
    <Dialog
      open
      title={`Hand over the sales of ${member.fullName}`}
      onClose={onClose}
      onSubmit={done ? onClose : () => void handOver()}
      locked={saving.pending}
      footer={
        done ? (
          <Button variant="primary" type="submit" data-autofocus>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="primary"
              type="submit"
              pending={saving.pending}
              disabledReason={data && to ? null : 'Choose a colleague first'}
            >
              {data ? `Hand over ${shareText(data)}` : 'Hand over'}
            </Button>
          </>
        )
      }
    >
      <div className="grid1">
        {saving.overlay}
        {saving.error && <Notice tone="bad">{refusalText(saving.error, salesHandedOver.failure)}</Notice>}
        {handedOver !== null ? (
          <Notice tone="good">
            {shareText(handedOver)} of {member.fullName} went to {nameOf(to)}. Each has it in its history.
          </Notice>
        ) : isEmpty ? (
          <p>{member.fullName} is the agent contact of no sale that is not completed, and has no open tasks.</p>
        ) : failed && !(data && people.data) ? (
          <ErrorState
            onRetry={() => {
              void sales.refetch()
              void people.refetch()
            }}
          >
            {failed.message}
          </ErrorState>
        ) : !data || !people.data ? (
          <SkeletonLines lines={3} />
        ) : (
          <>
            {data.count > 0 && (
              <p>
                {salesText(data.count)} not completed yet: {data.branches.map(({ name, count }) => `${name} ${count}`).join(', ')}
                . Completed sales stay under their name.
              </p>
            )}
            {data.tasks > 0 && branchId === undefined && <p>Open tasks that move with them: {data.tasks}.</p>}
            <SelectField
              label="Hand over to"
              value={to}
              onChange={setTo}
              options={colleagues.map((colleague) => colleagueOption(colleague, data))}
              placeholder="Choose a colleague"
              hint="Somebody who belongs to each of these branches."
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
