import { showDateTime } from '@gya/domain/common/dates.ts'
import { showCount } from '@gya/domain/common/show-count.ts'
import {
  deleteMailAccount,
  listMailAccounts,
  type MailAccount,
  testMailAccount,
  updateMailAccount,
} from '@gya/domain/features/mail-in/mail-accounts.contract.ts'
import { maxMailAccounts } from '@gya/domain/features/mail-in/mail-accounts.rules.ts'
import { useState } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { Tag, type TagTone } from '../../ui/tag.tsx'
import { MailAccountDialog } from './mail-account-dialog.tsx'
import { accountDeleted, accountSaved, accountTested } from './mail-in.messages.ts'

type BranchParams = { companyId: string; branchId: string }
type Act = 'change' | 'switch' | 'delete'

/** Refetch interval in milliseconds. */
const lookEvery = 15_000

const tags: Record<MailAccount['state'], { label: string; tone: TagTone }> = {
  on: { label: 'On', tone: 'good' },
  failing: { label: 'Fails', tone: 'red' },
  off: { label: 'Off', tone: 'grey' },
}

function stateWords({ state, failingSince, words, lastReadOn }: MailAccount): string {
  if (state === 'off') return 'It is not read.'
  if (state === 'failing' && failingSince)
    return `It has failed since ${showDateTime(failingSince)}. ${words} E-mails stay where they are and are read once it works again.`
  return [lastReadOn ? `Last read ${showDateTime(lastReadOn)}.` : 'It is read within a minute.', words].filter(Boolean).join(' ')
}

/** Branch › E-mail: the mail accounts that are read. [mail-in §9](docs/design/mail-in.md#9). */
export function MailAccounts({ params }: { params: BranchParams }) {
  const { data, error, refetch } = useCall(listMailAccounts, { params }, { every: lookEvery })
  const [adding, setAdding] = useState(false)
  if (!data)
    return error ? <ReadFailed what="mail accounts" error={error} onRetry={() => void refetch()} /> : <SkeletonForm fields={2} />
  const isFull = data.data.length >= maxMailAccounts
  return (
    <section className="panel" aria-labelledby="mail-accounts-title">
      <header>
        <h2 id="mail-accounts-title">Mail accounts</h2>
        <span className="spacer" />
        <Button
          aria-haspopup="dialog"
          disabledReason={isFull ? `A branch can have ${maxMailAccounts} mail accounts` : null}
          onClick={() => setAdding(true)}
        >
          Add account
        </Button>
      </header>
      <ul className="mail-accounts">
        {data.data.map((account) => (
          <Account key={account._id} params={params} account={account} />
        ))}
      </ul>
      <p className="mail-none mut">
        A mailbox of the branch, such as sales@, is read every minute. Only e-mails about sales are copied; the others are
        counted, and nothing in the mailbox is changed.
      </p>
      {adding && <MailAccountDialog params={params} onClose={() => setAdding(false)} />}
    </section>
  )
}

function Account({ params: branch, account }: { params: BranchParams; account: MailAccount }) {
  const [act, setAct] = useState<Act | null>(null)
  const test = useSave(testMailAccount, accountTested)
  const [result, setResult] = useState<{ success: boolean; text: string } | null>(null)
  const { name, state, host, userName, seen, copied, version } = account
  const params = { ...branch, accountId: account._id }
  const isOff = state === 'off'
  const close = () => setAct(null)
  const runTest = async () => {
    setResult(null)
    const answer = await test.save({ params })
    if (!answer) return
    const { success, words, folders, wouldCopy } = answer
    const found = `It works. ${folders.join(' and ')}: ${showCount(answer.seen, 'e-mail')} of the last 7 days, ${wouldCopy} about sales.`
    setResult({ success, text: success ? found : words })
  }
  return (
    <li>
      <div>
        <h3>
          {name} <Tag tone={tags[state].tone}>{tags[state].label}</Tag>
        </h3>
        <p className="mut">
          {userName} at {host}
        </p>
        <p className={state === 'failing' ? 'over' : undefined}>{stateWords(account)}</p>
        <p className="mut tnum">
          {showCount(seen, 'e-mail')} seen, {copied} copied
        </p>
        {test.overlay}
        {test.error && <Notice tone="bad">{refusalText(test.error, accountTested.failure)}</Notice>}
        {result && <Notice tone={result.success ? 'good' : 'bad'}>{result.text}</Notice>}
      </div>
      <Button aria-label={`Test ${name}`} pending={test.pending} onClick={() => void runTest()}>
        Test
      </Button>
      <Menu
        label="More"
        items={[
          { label: 'Change…', onSelect: () => setAct('change') },
          { label: isOff ? 'Switch on…' : 'Switch off…', onSelect: () => setAct('switch') },
          'line',
          { label: 'Delete…', danger: true, onSelect: () => setAct('delete') },
        ]}
      />
      {act === 'change' && <MailAccountDialog params={branch} editing={account} onClose={close} />}
      {act === 'switch' && (
        <ConfirmSaveDialog
          call={updateMailAccount}
          input={{ params, body: { on: isOff, version } }}
          messages={accountSaved}
          title={isOff ? `Switch ${name} on?` : `Switch ${name} off?`}
          confirmLabel={isOff ? 'Switch on' : 'Switch off'}
          onClose={close}
        >
          <p>{isOff ? 'What arrived meanwhile is read too.' : 'It is not read until you switch it on. What was copied stays.'}</p>
        </ConfirmSaveDialog>
      )}
      {act === 'delete' && (
        <ConfirmSaveDialog
          call={deleteMailAccount}
          input={{ params }}
          messages={accountDeleted}
          title={`Delete ${name}?`}
          confirmLabel="Delete"
          danger
          notFound="This account has been deleted already."
          onClose={close}
        >
          <p>It is no longer read. What was copied from it stays.</p>
        </ConfirmSaveDialog>
      )}
    </li>
  )
}
