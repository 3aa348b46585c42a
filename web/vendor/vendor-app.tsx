import { addressLine } from '@gya/domain/common/address-line.ts'
import { listOwnProperties } from '@gya/domain/features/vendors/own-sale.contract.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Logo } from '../layouts/logo.tsx'
import { lazyDialog } from '../platform/lazy-dialog.tsx'
import { companyLogoUrl, userAvatarUrl } from '../platform/pictures.ts'
import { MeProvider, useMe, useReadMe } from '../platform/session.tsx'
import { useCall } from '../platform/use-call.ts'
import { useLiveUpdates } from '../platform/use-live.ts'
import { AppProviders } from '../ui/app-providers.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { TopProgress } from '../ui/top-progress.tsx'
import { MessagesBell } from './messages.tsx'
import { SaleView } from './own-sale-view.tsx'

/** Only at the first sign-in, and after a reset: a phone need not load its form on every other day. */
const ChoosePassword = lazy(async () => ({ default: (await import('../platform/choose-password.tsx')).ChoosePassword }))

const AccountDialog = lazyDialog(async () => (await import('./account-dialog.tsx')).AccountDialog)

/**
 * The vendor's own small app, made for a phone. Start-up as in the agents' app: an activation screen, then a forced
 * password reset, then what they came for. Somebody who is no vendor is sent to the agents' app.
 */
export function VendorPortal() {
  const { data: me, error, refetch } = useReadMe()
  useEffect(() => {
    if (me && me.type !== 'VENDOR') location.replace('/')
  }, [me])
  if (!me)
    return error && error.code !== 'NO_SESSION' && error.code !== 'INVALID_SESSION' ? (
      <ErrorState onRetry={() => void refetch()} />
    ) : (
      <TopProgress active />
    )
  return (
    <AppProviders brandColour={me.company?.brandColour}>
      <MeProvider value={me}>
        <Suspense fallback={<TopProgress active />}>
          {!me.activated ? (
            <ChoosePassword kind="activate" />
          ) : me.passwordReset ? (
            <ChoosePassword kind="reset" />
          ) : (
            me.type === 'VENDOR' && <OwnSales />
          )}
        </Suspense>
      </MeProvider>
    </AppProviders>
  )
}

/** The property of the address, so that a link to one of several can be kept. */
const propertyOfAddress = () => new URLSearchParams(location.search).get('property')

function OwnSales() {
  const me = useMe()
  useLiveUpdates()
  const { data: own, error, refetch } = useCall(listOwnProperties, {})
  const [chosen, setChosen] = useState(propertyOfAddress)
  const [account, setAccount] = useState(false)
  const property = own?.data.find(({ _id }) => _id === chosen) ?? own?.data[0]
  useEffect(() => {
    document.title = ['Your sale', me.company?.name].filter(Boolean).join(' · ')
  }, [me])
  const choose = (id: string) => {
    history.replaceState(null, '', `?${new URLSearchParams({ property: id })}`)
    setChosen(id)
  }
  return (
    <>
      <header className="pbar vendor-bar">
        <Logo url={me.company && companyLogoUrl(me.company._id, me.company.logo, 'avatar')} size={28} />
        <b>{me.company?.name}</b>
        <span className="spacer" />
        <MessagesBell onProperty={choose} />
        <button type="button" aria-haspopup="dialog" onClick={() => setAccount(true)}>
          <Avatar name={me.fullName} src={userAvatarUrl(me)} size={32} />
          <span className="vh">Your account</span>
        </button>
      </header>
      <main className="pmain vendor" id="content">
        {own && own.data.length > 1 && property && (
          <SelectField
            label="Property"
            options={own.data.map(({ _id, address }) => ({ value: _id, label: addressLine(address) }))}
            value={property._id}
            onChange={choose}
          />
        )}
        {property ? (
          <SaleView key={property._id} property={property} />
        ) : error ? (
          <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>
        ) : own ? (
          <EmptyState title="No property yet">
            There is no property in your name here at the moment. If you expected one, ask your estate agent.
          </EmptyState>
        ) : (
          <SkeletonLines lines={8} />
        )}
      </main>
      {own && <AccountDialog open={account} onClose={() => setAccount(false)} contactPrefs={own.contactPrefs} />}
    </>
  )
}
