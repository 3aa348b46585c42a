import { addressLine } from '@gya/domain/common/address-line.ts'
import { listPortalProperties } from '@gya/domain/features/vendor-portal/vendor-portal.contract.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { companyLogoUrl, userAvatarUrl } from '../lib/api/picture-urls.ts'
import { useCall } from '../lib/api/use-call.ts'
import { useLiveUpdates } from '../lib/live/use-live-updates.ts'
import { MeProvider, useMe, useReadMe } from '../lib/session/session.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { SkeletonLines, TopProgress } from '../ui/feedback/loading.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { Logo } from '../ui/layout/logo.tsx'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'
import { AppProviders } from '../ui/theme/app-providers.tsx'
import { MessagesBell } from './messages.tsx'
import { SaleView } from './sale-view.tsx'

/** Needed at the first sign-in and after a password reset only. */
const ChoosePassword = lazy(async () => ({ default: (await import('../app/session/choose-password.tsx')).ChoosePassword }))

const AccountDialog = lazyDialog(async () => (await import('./account-dialog.tsx')).AccountDialog)

/**
 * The vendor portal, designed for phones. Starts like the app: activation, then forced password reset, then the sales. Other
 * users are redirected to the app.
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

/** The property in the URL, for vendors with several. */
const propertyOfAddress = () => new URLSearchParams(location.search).get('property')

function OwnSales() {
  const me = useMe()
  useLiveUpdates()
  const { data: own, error, refetch } = useCall(listPortalProperties, {})
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
