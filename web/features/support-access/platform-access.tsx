import './support-access.css'
import { showTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { endSupportAccess, listOwnSupportAccesses } from '@gya/domain/features/support-access/support-access.contract.ts'
import { IconDoorEnter } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { callApi } from '../../lib/api/call-api.ts'
import { clearResponseCache } from '../../lib/api/response-cache.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { registerEntryDialog } from '../../lib/session/enter-company.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EnterCompanyDialog } from './enter-company-dialog.tsx'

type Access = Wire<typeof listOwnSupportAccesses, 'response'>['data'][number]

/** Polling interval in milliseconds for the accesses of the user, because a company admin may end one. */
const lookEvery = 30_000

/** For platform admins: the dialog that asks for a reason, and the bar shown during an access. */
export default function PlatformAccess() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [question, setQuestion] = useState<{ companyId: string; answer: (entered: boolean) => void } | null>(null)
  useEffect(() => registerEntryDialog((companyId, answer) => setQuestion({ companyId, answer })), [])
  const { data } = useCall(listOwnSupportAccesses, {}, { every: lookEvery })
  const close = useCallback(
    (entered: boolean) => {
      if (!question) return
      setQuestion(null)
      question.answer(entered)
      if (!entered) void navigate({ to: '/' })
    },
    [question, navigate],
  )
  const onEntered = useCallback(() => close(true), [close])
  const leave = async ({ companyId, _id: accessId }: Access) => {
    // A refusal means that the access is already over.
    await callApi(endSupportAccess, { params: { companyId, accessId } }).catch(() => undefined)
    await navigate({ to: '/' })
    // Removes the company's data from this browser.
    clearResponseCache()
    queries.removeQueries({ type: 'inactive' })
    await queries.invalidateQueries({ queryKey: [listOwnSupportAccesses.path] })
  }
  return (
    <>
      {data?.data
        .filter(({ state }) => state === 'open')
        .map((access) => (
          <div key={access._id} className="state-bar inside-bar" role="status">
            <Icon of={IconDoorEnter} size={16} />
            <p>
              You are in <b>{access.company}</b>
              {access.endsOn && (
                <>
                  {' '}
                  until <span className="tnum">{showTime(access.endsOn)}</span>
                </>
              )}
              <span className="mut"> · {access.reason}</span>
            </p>
            <Button size="s" onClick={() => void leave(access)} aria-label={`Leave ${access.company}`}>
              Leave
            </Button>
          </div>
        ))}
      {question && <EnterCompanyDialog companyId={question.companyId} onClose={() => close(false)} onEntered={onEntered} />}
    </>
  )
}
