import './second-factors.css'
import type { UserType } from '@gya/domain/access/permissions.ts'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import { resetMemberFactors, resetPlatformFactors } from '@gya/domain/features/second-factors/second-factors.contract.ts'
import { whyNotResetFactors } from '@gya/domain/features/second-factors/second-factors.rules.ts'
import { listMemberAccess } from '@gya/domain/features/sessions/sessions.contract.ts'
import { type ReactNode, useState } from 'react'
import type { CallInput } from '../../lib/api/call-api.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { useKeptState } from '../../lib/forms/use-kept-state.ts'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { useMe } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextAreaField } from '../../ui/fields/text-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Tag } from '../../ui/tag.tsx'
import { factorsReset } from './second-factors.messages.ts'

const onlyPlatform = 'Only a platform administrator resets those of a company admin.'
const none = 'They have none.'

type MemberFactorsProps = { companyId: string; member: { _id: string; fullName: string; type: UserType } }

/** "Lost all: a company admin resets a member's factors, a platform admin a company admin's." [trust §4.2](docs/design/trust.md#4.2). */
export function MemberFactors({ companyId, member: { _id: userId, fullName, type } }: MemberFactorsProps) {
  const me = useMe()
  const { data } = useCall(listMemberAccess, { params: { companyId }, query: { userIds: userId } })
  const access = data?.data[0]
  const isRefused = whyNotResetFactors(me.type, type) !== null
  return (
    <FactorsPanel
      tag={access && (access.hasSecondFactor ? <Tag tone="good">Set up</Tag> : <Tag>None</Tag>)}
      disabledReason={isRefused ? onlyPlatform : access?.hasSecondFactor === false ? none : null}
      fullName={fullName}
      call={resetMemberFactors}
      input={(reason) => ({ params: { companyId, userId }, body: { reason } })}
    />
  )
}

/**
 * The same for a vendor, on the sale's page. Only shown if there is something to reset, because most vendors have no second factor. It
 * remains visible afterwards, so that the result of the reset can be seen.
 */
export function VendorFactors({ companyId, vendor }: { companyId: string; vendor: { _id: string; fullName: string } }) {
  const { data } = useCall(listMemberAccess, { params: { companyId }, query: { userIds: vendor._id } })
  const [shown, setShown] = useState(false)
  const hasFactor = data?.data[0]?.hasSecondFactor === true
  if (hasFactor && !shown) setShown(true)
  return hasFactor || shown ? <MemberFactors companyId={companyId} member={{ ...vendor, type: 'VENDOR' }} /> : null
}

/** The second factors of a platform administrator, managed by the others. */
export const PlatformFactors = ({ userId, fullName }: { userId: string; fullName: string }) => (
  <FactorsPanel
    tag={null}
    disabledReason={null}
    fullName={fullName}
    call={resetPlatformFactors}
    input={(reason) => ({ params: { userId }, body: { reason } })}
  />
)

type PanelProps<E extends Endpoint> = {
  tag: ReactNode
  disabledReason: string | null
  fullName: string
  call: E
  input: (reason: string) => Omit<CallInput<E>, 'signal'>
}

function FactorsPanel<E extends Endpoint>({ tag, disabledReason, fullName, call, input }: PanelProps<E>) {
  const [open, setOpen] = useState(false)
  return (
    <FormPanel
      title="Second factor"
      aside={
        <>
          <span className="spacer" />
          {tag}
        </>
      }
    >
      <div className="grid1">
        <p>For somebody who has lost their phone and their recovery codes. They set up a new one after their next sign-in.</p>
        <p>
          <Button variant="danger" aria-haspopup="dialog" disabledReason={disabledReason} onClick={() => setOpen(true)}>
            Reset second factors
          </Button>
        </p>
      </div>
      {open && <ResetDialog fullName={fullName} call={call} input={input} onClose={() => setOpen(false)} />}
    </FormPanel>
  )
}

type ResetProps<E extends Endpoint> = Pick<PanelProps<E>, 'fullName' | 'call' | 'input'> & { onClose: () => void }

function ResetDialog<E extends Endpoint>({ fullName, call, input, onClose }: ResetProps<E>) {
  const [{ reason }, setKept] = useKeptState('reset-factors', { reason: '' })
  const { save, pending, error, overlay } = useSave(call, factorsReset)
  const missing = reason.trim() === '' ? 'Say why first' : null
  const reset = async () => {
    if (missing === null && !pending && (await save(input(reason.trim()))) !== null) onClose()
  }
  return (
    <>
      {overlay}
      <Dialog
        open
        title={`Reset the second factors of ${fullName}?`}
        onClose={onClose}
        onSubmit={() => void reset()}
        locked={pending}
        footer={
          <>
            <Button onClick={onClose} disabledReason={pending ? 'Please wait...' : null}>
              Cancel
            </Button>
            <Button type="submit" variant="danger-primary" pending={pending} disabledReason={missing}>
              Reset
            </Button>
          </>
        }
      >
        {error && <Notice tone="bad">{refusalText(error, factorsReset.failure)}</Notice>}
        <p>
          Authenticator app, passkeys and recovery codes are removed, and {fullName} is signed out everywhere. They and all
          company administrators get an e-mail with your reason.
        </p>
        <TextAreaField
          label="Reason"
          required
          limit={300}
          rows={3}
          value={reason}
          onChange={(text) => setKept({ reason: text ?? '' })}
        />
      </Dialog>
    </>
  )
}
