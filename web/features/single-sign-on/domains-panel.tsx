import './single-sign-on.css'
import { londonDay, showDate } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { confirmDomain, deleteDomain, type readProvider } from '@gya/domain/features/single-sign-on/single-sign-on.contract.ts'
import { IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { useSave } from '../../lib/forms/use-save.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { domainConfirmed, domainRemoved } from './single-sign-on.messages.ts'

type Settings = Wire<typeof readProvider, 'response'>

/** E-mail domains of the company. "Only domains that a platform admin confirmed for the company." */
export function DomainsPanel({ companyId, settings: { domains } }: { companyId: string; settings: Settings }) {
  const mayConfirm = useMay('sign-in.domain')
  const [removing, setRemoving] = useState<string | null>(null)
  return (
    <FormPanel title="Your e-mail domains">
      <div className="grid1">
        <p>
          People whose e-mail address ends in one of these domains can sign in with your company’s account.{' '}
          {!mayConfirm && 'GYA confirms a domain after you have shown that it is yours. Ask for it under Support.'}
        </p>
        {domains.length > 0 ? (
          <ul className="sso-domains">
            {domains.map(({ domain, confirmedOn }) => (
              <li key={domain}>
                <b>{domain}</b>
                <span className="mut t12">confirmed {showDate(londonDay(confirmedOn))}</span>
                {mayConfirm && <IconButton icon={IconTrash} label={`Remove ${domain}`} onClick={() => setRemoving(domain)} />}
              </li>
            ))}
          </ul>
        ) : (
          <p className="mut">No domain is confirmed yet.</p>
        )}
        {mayConfirm && <ConfirmDomain companyId={companyId} />}
      </div>
      {removing !== null && (
        <ConfirmSaveDialog
          call={deleteDomain}
          input={{ params: { companyId, domain: removing } }}
          messages={domainRemoved}
          title={`Remove ${removing}?`}
          confirmLabel="Remove"
          danger
          onClose={() => setRemoving(null)}
        >
          <p>Its people sign in with a password again, also where single sign-on is required.</p>
        </ConfirmSaveDialog>
      )}
    </FormPanel>
  )
}

function ConfirmDomain({ companyId }: { companyId: string }) {
  const [domain, setDomain] = useState('')
  const { save, pending, error, overlay } = useSave(confirmDomain, domainConfirmed)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await save({ params: { companyId, domain: domain.trim() } })) setDomain('')
  }
  return (
    <form className="sso-line" onSubmit={(event) => void submit(event)} noValidate>
      {overlay}
      <TextField
        label="Domain"
        placeholder="example.com"
        spellCheck={false}
        value={domain}
        onChange={(text) => setDomain(text ?? '')}
        hint="Only after the company has proved ownership, for example with a DNS record."
        error={error ? (error.issues[0]?.message ?? error.message) : undefined}
      />
      <Button type="submit" pending={pending} disabledReason={domain.trim() ? null : 'Enter a domain first'}>
        Confirm domain
      </Button>
    </form>
  )
}
