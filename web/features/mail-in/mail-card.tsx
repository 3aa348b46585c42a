import './mail-in.css'
import { readMailIn } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { ProposalLine } from '../common/proposal-line.tsx'
import { MailText } from './mail-text.tsx'
import { useMailActions } from './use-mail-actions.ts'

type Props = { companyId: string; branchId: string; propertyId: string; mailInId: string }

const shownCharacters = 1_000

/** The own words of an e-mail and what it proposes, in the call card. [mail-in §9](docs/design/mail-in.md#9). */
export function MailCard({ companyId, branchId, propertyId, mailInId }: Props) {
  const { data: mail } = useCall(readMailIn, { params: { companyId, mailInId }, query: {} })
  const actions = useMailActions(companyId)
  if (!mail) return <SkeletonLines lines={3} />
  const decide = (proposalId: string, isAccepted: boolean) =>
    void actions.decide(mail, { companyId, branchId, propertyId, proposalId }, isAccepted)
  return (
    <>
      <h3>{mail.subject || 'E-mail'}</h3>
      <MailText>{mail.text.slice(0, shownCharacters)}</MailText>
      {mail.proposals
        .filter((one) => one.propertyId === propertyId && one.state === 'open')
        .map((proposal) => (
          <div key={proposal._id} className="prop msg-prop">
            <ProposalLine
              proposal={proposal}
              onAccept={() => decide(proposal._id, true)}
              onDecline={() => decide(proposal._id, false)}
            />
          </div>
        ))}
    </>
  )
}
