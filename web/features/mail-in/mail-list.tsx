import { londonDay, showDate, showTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { listMailIn } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { IconAlertTriangle, IconPaperclip } from '@tabler/icons-react'
import { today } from '../../lib/today.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import { kindLabels, warningLabels } from './mail-in.messages.ts'
import { SenderCheck } from './sender-check.tsx'

export type MailListRow = Wire<typeof listMailIn, 'response'>['data'][number]

/** The time of today, else the day: "28/11". */
export const showArrival = (at: string): string =>
  londonDay(at) === today() ? showTime(at) : showDate(londonDay(at)).slice(0, 5)

const Row = ({ mail, marked, onMark }: { mail: MailListRow; marked: boolean; onMark: () => void }) => {
  const { from, firm, kind, subject, start, senderCheck, warnings, files, filedOn, arrivedOn } = mail
  const [warning] = warnings
  return (
    <li>
      <button
        type="button"
        className={classNames('mail-row', marked && 'marked', warning && 'warned')}
        aria-current={marked || undefined}
        tabIndex={marked ? 0 : -1}
        data-row={mail._id}
        onClick={onMark}
      >
        <span className="mail-who">
          <SenderCheck of={senderCheck} small />
          <span>
            <b>{from.name || from.email || 'No sender'}</b>
            {firm && `, ${firm}`}
          </span>
        </span>
        <time dateTime={arrivedOn}>{showArrival(arrivedOn)}</time>
        <span className="mail-subject">{subject || 'No subject'}</span>
        {files > 0 && (
          <span className="mail-files-n">
            <Icon of={IconPaperclip} size={14} />
            {files}
            <span className="vh"> {files === 1 ? 'file' : 'files'}</span>
          </span>
        )}
        <span className="mail-start">
          {warning && (
            <span className="mail-warned">
              <Icon of={IconAlertTriangle} size={14} /> {warningLabels[warning]}
            </span>
          )}
          {filedOn && <Tag>{filedOn.address.line1}</Tag>}
          {kindLabels[kind] && <Tag>{kindLabels[kind]}</Tag>}
          <span>{start}</span>
        </span>
      </button>
    </li>
  )
}

type Props = {
  rows: readonly MailListRow[]
  marked: MailListRow | undefined
  dimmed: boolean
  onMark: (mail: MailListRow) => void
}

/** The e-mails of a list, newest first; one is marked. */
export const MailList = ({ rows, marked, dimmed, onMark }: Props) => (
  <ul className={classNames('mail-rows', dimmed && 'dimmed')} aria-label="E-mails">
    {rows.map((mail) => (
      <Row key={mail._id} mail={mail} marked={mail === marked} onMark={() => onMark(mail)} />
    ))}
  </ul>
)
