import './proposal-line.css'
import { capitalize } from '@gya/domain/common/capitalize.ts'
import { londonDay, showDate } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { readProposalInbox } from '@gya/domain/features/party-links/party-links.contract.ts'
import { proposerLabels } from '@gya/domain/features/party-links/party-links.model.ts'
import { IconAlertTriangle, IconCheck, IconPaperclip, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

type Props = {
  proposal: Omit<Wire<typeof readProposalInbox, 'response'>['data'][number], 'property'>
  /** Shown above the proposal: the address of the property. */
  where?: ReactNode
  onAccept: () => void
  onDecline: () => void
  onFile?: () => void
}

/** "One line a proposal: who, what, day, what it would do." */
export const ProposalLine = ({ proposal, where, onAccept, onDecline, onFile }: Props) => {
  const { party, name, words, text, effect, refusal, file, createdOn, what, from, caution } = proposal
  const acceptWords = what === 'message' ? 'Noted' : what === 'email' ? 'Open…' : 'Accept'
  return (
    <>
      <div className="prop-what">
        {where}
        <b>{words}</b>
        <span className="mut t12">
          {[...(party === 'staff' ? [] : [proposerLabels[party]]), name, ''].join(', ')}
          {showDate(londonDay(createdOn))}
        </span>
        {text && <p className="prop-text">{from.source === 'mail' ? `“${text}”` : text}</p>}
        {caution && (
          <span className="prop-refusal">
            <Icon of={IconAlertTriangle} size={14} /> {caution}
          </span>
        )}
        {refusal ? (
          <span className="prop-refusal">
            <Icon of={IconAlertTriangle} size={14} /> {refusal}
          </span>
        ) : (
          <span className="prop-effect">{capitalize(effect)}</span>
        )}
      </div>
      <div className="prop-acts">
        {file?.available && (
          <Button size="s" icon={IconPaperclip} onClick={onFile} aria-label={`Open the file ${file.name}`}>
            File
          </Button>
        )}
        <Button size="s" icon={IconX} onClick={onDecline} aria-label={`Decline: ${words}`}>
          Decline
        </Button>
        <Button
          size="s"
          variant="primary"
          icon={IconCheck}
          disabledReason={refusal}
          onClick={onAccept}
          aria-label={`${acceptWords}: ${words}`}
        >
          {acceptWords}
        </Button>
      </div>
    </>
  )
}
