import './customer-checks.css'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import {
  type Customers,
  downloadCheckFile,
  listCustomers,
} from '@gya/domain/features/customer-checks/customer-checks.contract.ts'
import {
  type Customer,
  type CustomerCheck,
  type CustomerSide,
  customerSideLabels,
  customerSides,
} from '@gya/domain/features/customer-checks/customer-checks.model.ts'
import type { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useCacheAnswer, useCall } from '../../lib/api/use-call.ts'
import { useDownload } from '../../lib/api/use-download.ts'
import { useScreenKeys } from '../../lib/keys/use-screen-keys.ts'
import { useMay } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { CheckDialog, FileDialog } from './check-dialog.tsx'
import { ChecksFailed } from './checks-failed.tsx'
import { checksKeys } from './checks-keys.ts'
import { type CustomerAct, CustomerCard } from './customer-card.tsx'
import { nobodyEntered } from './customer-checks.messages.ts'
import { AddCustomerDialog, EditCustomerDialog } from './customer-dialog.tsx'
import { CustomerState } from './customer-state.tsx'
import { DecisionDialog, StrikeDialog } from './decision-dialog.tsx'

type Opened =
  | { what: 'add'; side: CustomerSide; owned: Customer | null }
  | { what: Exclude<CustomerAct, 'owner'>; customer: Customer }
  | { what: 'strike' | 'file'; check: CustomerCheck }

type Props = { property: Wire<typeof readProperty, 'response'>; params: PropertyParams }

/** The vendor's and the buyer's customers and their checks. [sale-file §2.4](docs/design/sale-file.md#2.4). */
export function PropertyChecks({ property, params }: Props) {
  const { data, error, refetch } = useCall(listCustomers, { params })
  const cacheAnswer = useCacheAnswer()
  const { download, failed, isPending } = useDownload(downloadCheckFile)
  const mayAdd = useMay('check.add')
  const [opened, setOpened] = useState<Opened | null>(null)
  const customers = data?.data ?? []
  useScreenKeys(checksKeys, {
    add: () => {
      if (!mayAdd || !data) return
      const next = customers.find(({ state, endedOn }) => state === 'open' && !endedOn) ?? customers[0]
      setOpened(next ? { what: 'check', customer: next } : { what: 'add', side: 'vendor', owned: null })
    },
    decide: () => {
      const waiting = customers.find(({ state, mayDecide }) => mayDecide && state === 'to-decide')
      if (waiting) setOpened({ what: 'decide', customer: waiting })
    },
  })
  if (!data)
    return (
      <div className="after-tabs">
        {error ? <ChecksFailed error={error} onRetry={() => void refetch()} /> : <SkeletonForm fields={4} />}
      </div>
    )
  const shared = {
    params,
    offers: property.offers,
    onSaved: (answer: Customers) => {
      cacheAnswer(listCustomers, { params }, answer)
      setOpened(null)
    },
    onClose: () => setOpened(null),
  }
  const fileOf = (fileId: string) => ({ ...params, fileId })
  return (
    <>
      {failed && <Notice tone="bad">{failed}</Notice>}
      <div className="after-tabs checks">
        {customerSides.map((side) => (
          <FormPanel
            key={side}
            title={customerSideLabels[side]}
            aside={
              mayAdd ? (
                <Button
                  size="s"
                  icon={IconPlus}
                  aria-haspopup="dialog"
                  onClick={() => setOpened({ what: 'add', side, owned: null })}
                >
                  Add {customerSideLabels[side].toLowerCase()}…
                </Button>
              ) : (
                data.sides[side] && <CustomerState {...data.sides[side]} />
              )
            }
          >
            <OfSide side={side} customers={customers} isListed={mayAdd}>
              {(customer) => (
                <CustomerCard
                  key={customer._id}
                  customer={customer}
                  owned={customers.find(({ _id }) => _id === customer.ownerOf)?.name}
                  onAct={(what) => setOpened(what === 'owner' ? { what: 'add', side, owned: customer } : { what, customer })}
                  onStrike={(check) => setOpened({ what: 'strike', check })}
                  onAddFile={(check) => setOpened({ what: 'file', check })}
                  onDownload={(fileId) => void download({ params: fileOf(fileId) })}
                  isDownloading={(fileId) => isPending(fileOf(fileId))}
                />
              )}
            </OfSide>
          </FormPanel>
        ))}
      </div>
      {opened?.what === 'add' && <AddCustomerDialog {...shared} {...opened} vendor={property.owner.fullName} />}
      {opened?.what === 'edit' && <EditCustomerDialog {...shared} customer={opened.customer} />}
      {opened?.what === 'check' && <CheckDialog {...shared} customer={opened.customer} />}
      {opened?.what === 'decide' && <DecisionDialog {...shared} customer={opened.customer} />}
      {opened?.what === 'strike' && <StrikeDialog {...shared} check={opened.check} />}
      {opened?.what === 'file' && <FileDialog {...shared} check={opened.check} />}
    </>
  )
}

type OfSideProps = {
  side: CustomerSide
  customers: readonly Customer[]
  /** Readers see the state of the side alone. */
  isListed: boolean
  children: (customer: Customer) => React.ReactNode
}

const OfSide = ({ side, customers, isListed, children }: OfSideProps) => {
  const ofSide = customers.filter((customer) => customer.side === side)
  if (ofSide.length === 0) return <p className="mut">{side === 'vendor' ? nobodyEntered : 'Nobody is entered.'}</p>
  if (!isListed) return <p className="mut">Managers and those who work on the sale see the checks.</p>
  return ownersAfterOwned(ofSide, null).map(children)
}

/** Owners follow whom they own, and those of an ended relationship come last. */
const ownersAfterOwned = (customers: readonly Customer[], owned: string | null): Customer[] =>
  customers
    .filter(({ ownerOf = null }) => ownerOf === owned)
    .toSorted((a, b) => Number(Boolean(a.endedOn)) - Number(Boolean(b.endedOn)))
    .flatMap((customer) => [customer, ...ownersAfterOwned(customers, customer._id)])
