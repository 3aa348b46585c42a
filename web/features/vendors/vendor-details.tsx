import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import './vendor-details.css'
import { Button } from '../../ui/button.tsx'
import { FormPanel } from '../../ui/form-panel.tsx'
import { Tag } from '../../ui/tag.tsx'
import { ResendVerification } from './resend-verification.tsx'

type Owner = Wire<typeof readProperty, 'response'>['owner']

/** "The last-login display reads that the vendor is using the app, or has not yet logged in. DD/MM/YYYY hh:mma." */
const LastLogin = ({ at }: { at: string | null }) =>
  at ? <>Using the app, last login {showDateTime(at)}</> : <span className="mut">Not yet logged in to the app</span>

const preferencesOf = ({ email, push }: Owner['contactPrefs']): string => {
  const chosen = [...(email ? ['E-mail'] : []), ...(push ? ['Push notification'] : [])]
  return chosen.length === 0 ? 'None' : chosen.join(', ')
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

type Props = { owner: Owner; mayEdit: boolean; onEdit: () => void }

/** "Vendor details shown on edit: name, e-mail, telephone, contact preferences." Property document, section 2. */
export const VendorDetails = ({ owner, mayEdit, onEdit }: Props) => (
  <FormPanel
    title="Vendor"
    aside={
      mayEdit && (
        <>
          <span className="spacer" />
          <Button size="s" icon={IconPencil} aria-haspopup="dialog" onClick={onEdit}>
            Edit vendor
          </Button>
        </>
      )
    }
  >
    <dl className="details">
      <Detail name="Name">{owner.fullName}</Detail>
      <Detail name="E-mail">
        <a className="link" href={`mailto:${owner.email}`}>
          {owner.email}
        </a>{' '}
        {!owner.emailVerified && <Tag tone="amber">Not verified</Tag>}
      </Detail>
      <Detail name="Telephone">
        {owner.tel ? (
          <a className="link" href={`tel:${owner.tel.replaceAll(/[^+\d]/g, '')}`}>
            {owner.tel}
          </a>
        ) : (
          <span className="mut">Not known</span>
        )}
      </Detail>
      {owner.pendingEmail && <Detail name="New e-mail, to be confirmed">{owner.pendingEmail}</Detail>}
      <Detail name="Contact preferences">{preferencesOf(owner.contactPrefs)}</Detail>
      <Detail name="Last login">
        <LastLogin at={owner.lastLogin} />
      </Detail>
    </dl>
    {mayEdit && owner.accountActivationToken && (
      <div className="group grid1 start">
        <ResendVerification token={owner.accountActivationToken} />
      </div>
    )}
  </FormPanel>
)
