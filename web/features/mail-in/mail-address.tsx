import './mail-in.css'
import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { readMailAddress, saveMailAddress } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { IconMailOff } from '@tabler/icons-react'
import { useState } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { CopyText } from '../../ui/overlays/copy-text.tsx'
import { Tag } from '../../ui/tag.tsx'
import { MailAccounts } from './mail-accounts.tsx'
import { addressSaved, arrivalLabels, forwarding, isOffWords } from './mail-in.messages.ts'

type Address = Wire<typeof readMailAddress, 'response'>
type BranchParams = { companyId: string; branchId: string }
type Props = { params: BranchParams; address: Address }

/** Branch › E-mail: the address at which the branch receives, how e-mails get there, and what arrived last. [mail-in §9](docs/design/mail-in.md#9). */
export function MailAddress({ params }: { params: BranchParams }) {
  const { data: address, error, refetch } = useCall(readMailAddress, { params })
  if (!address)
    return error ? <ReadFailed what="address" error={error} onRetry={() => void refetch()} /> : <SkeletonForm fields={2} />
  if (address.domain === null)
    return (
      <>
        <div className="frame">
          <EmptyState title="This installation receives no e-mail." icon={IconMailOff}>
            Ask its operator. {isOffWords}
          </EmptyState>
        </div>
        <MailAccounts params={params} />
      </>
    )
  return (
    <div className="mail-address">
      <AddressPanel params={params} address={address} />
      <Arrivals arrivals={address.arrivals} />
      <MailAccounts params={params} />
      <HowPanel address={address.address ?? `${address.suggestedName}@${address.domain}`} />
    </div>
  )
}

function AddressPanel({ params, address }: Props) {
  const [asking, setAsking] = useState<'name' | 'switch' | null>(null)
  const { name, on, version } = address
  return (
    <section className="panel" aria-labelledby="mail-address-title">
      <header>
        <h2 id="mail-address-title">Address</h2>
        <Tag tone={on ? 'good' : 'grey'}>{on ? 'On' : 'Off'}</Tag>
        <span className="spacer" />
        <Button variant={on ? undefined : 'primary'} aria-haspopup="dialog" onClick={() => setAsking(name ? 'switch' : 'name')}>
          {on ? 'Switch off' : 'Switch on'}
        </Button>
      </header>
      <div className="form">
        {address.address ? (
          <CopyText label="Copy">{address.address}</CopyText>
        ) : (
          <p>
            The branch has no address yet. Once it has one, answers to what you send come to the sale, and anybody can write to
            it.
          </p>
        )}
        <p className="mut">{on ? 'Answers come to the sale, not to your own mailbox.' : isOffWords}</p>
      </div>
      {asking === 'name' && <NameDialog params={params} address={address} onClose={() => setAsking(null)} />}
      {asking === 'switch' && (
        <ConfirmSaveDialog
          call={saveMailAddress}
          input={{ params, body: { on: !on, version } }}
          messages={addressSaved}
          title={on ? 'Switch the address off?' : 'Switch the address on?'}
          confirmLabel={on ? 'Switch off' : 'Switch on'}
          onClose={() => setAsking(null)}
        >
          <p>
            {on
              ? `E-mails to ${address.address} are refused from now on. ${isOffWords}`
              : 'Answers come to the sale, not to your own mailbox.'}
          </p>
        </ConfirmSaveDialog>
      )}
    </section>
  )
}

/** The name is chosen once, because parties keep the address. */
function NameDialog({ params, address, onClose }: Props & { onClose: () => void }) {
  const saving = useSaveForm({
    call: saveMailAddress,
    name: `mail-address-${params.branchId}`,
    initialValues: { name: address.suggestedName },
    version: address.version,
    toInput: ({ name }, version) => ({ params, body: { name, on: true, version: version ?? address.version } }),
    messages: addressSaved,
    onSaved: onClose,
  })
  const { name } = saving.form.values
  return (
    <SaveFormDialog title="Switch the address on" saving={saving} saveLabel="Switch on" disabledReason={null} onClose={onClose}>
      <TextField
        {...saving.form.getInputProps('name')}
        label="Name"
        hint={`${name.trim().toLowerCase()}@${address.domain}. Parties keep this address: the name cannot be changed afterwards.`}
      />
      <Notice tone="info">Answers come to the sale, not to your own mailbox.</Notice>
    </SaveFormDialog>
  )
}

/** By time and outcome, without content. */
const Arrivals = ({ arrivals }: { arrivals: Address['arrivals'] }) => (
  <section className="panel" aria-labelledby="arrivals-title">
    <header>
      <h2 id="arrivals-title">Last arrivals</h2>
    </header>
    {arrivals.length === 0 ? (
      <p className="mail-none mut">Nothing has arrived yet.</p>
    ) : (
      <ul className="mail-arrivals">
        {arrivals.map(({ arrivedOn, state }) => (
          <li key={arrivedOn}>
            <time className="tnum" dateTime={arrivedOn}>
              {showDateTime(arrivedOn)}
            </time>
            <span>{arrivalLabels[state]}</span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

const HowPanel = ({ address }: { address: string }) => (
  <section className="panel" aria-labelledby="how-title">
    <header>
      <h2 id="how-title">How e-mails get there</h2>
    </header>
    <div className="form mail-how">
      <p>
        Answers to what you send from here come by themselves. Forward an e-mail to the address by hand, or put it into BCC when
        you write from your own mailbox. To send all of them:
      </p>
      {forwarding(address).map(({ from, lines }) => (
        <section key={from}>
          <h3>{from}</h3>
          <ol>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  </section>
)
