import { userTypeLabels } from '@gya/domain/access/permissions.ts'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import '../features/undo/undo-toast.css'
import { companyLogoUrl, userAvatarUrl } from '../lib/api/picture-urls.ts'
import { PersistentOverlay } from '../lib/forms/persistent-overlay.tsx'
import { hasUnsavedEdits } from '../lib/forms/unsaved-edits.ts'
import { shellCommands } from '../lib/keys/shell-commands.ts'
import { useLiveUpdates } from '../lib/live/use-live-updates.ts'
import { DialogsContext, ScreensContext, screenOf } from '../lib/screens.ts'
import { storeFirstLoadAccount } from '../lib/session/first-load-account.ts'
import { type Me, MeProvider, useReadMe } from '../lib/session/session.tsx'
import { logOut, onSecondFactorRequired } from '../lib/session/session-end.ts'
import { claimStorage } from '../lib/storage/storage-owner.ts'
import { today } from '../lib/today.ts'
import { undoStack } from '../lib/undo/undo-stack.ts'
import { scopeOf } from '../lib/url-state/scope.ts'
import { useSearchParam } from '../lib/url-state/search-params.ts'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { TopProgress } from '../ui/feedback/loading.tsx'
import { LeaveGuardDialog } from '../ui/overlays/leave-guard-dialog.tsx'
import { AppProviders } from '../ui/theme/app-providers.tsx'
import { navigation } from './navigation.ts'
import { isWithoutBranch, NoAccess, NoBranch } from './no-access.tsx'
import { ConfirmIdentity } from './session/confirm-identity.tsx'
import { FirstPaint } from './shell/first-paint.tsx'
import { OfflineBanner } from './shell/offline-banner.tsx'
import { Shell } from './shell/shell.tsx'
import { PageTools, SearchButton, ShellTools } from './shell-tools.tsx'

/**
 * Restores the user's stored settings before anything reads them. Reloads the page when another user has signed in from
 * another tab, so that nothing of the previous user remains.
 */
function useOwnBrowser(userId: string | undefined): boolean {
  const owner = useRef<string | null>(null)
  if (userId !== undefined && owner.current === null) {
    claimStorage(userId)
    undoStack.restore()
    owner.current = userId
  }
  const isOwner = userId === undefined || owner.current === userId
  useEffect(() => {
    if (!isOwner) location.reload()
  }, [isOwner])
  return isOwner
}

/** Needed at the first sign-in and after a password reset only. */
const ChoosePassword = lazy(async () => ({ default: (await import('./session/choose-password.tsx')).ChoosePassword }))

/** Needed by people who connect an application. */
const FrameWithoutMenu = lazy(async () => ({ default: (await import('./shell/sign-in-frame.tsx')).SignInFrame }))

/** Needed by users whose company asks for a second factor. */
const SetUpFactor = lazy(async () => ({ default: (await import('./session/set-up-factor.tsx')).SetUpFactor }))
const SecondFactorBar = lazy(async () => ({ default: (await import('./session/second-factor-bar.tsx')).SecondFactorBar }))

const mustSetUp = ({ secondFactorFrom: from }: Me): boolean => from !== null && from <= today()

const PlatformAccess = lazy(() => import('../features/support-access/platform-access.tsx'))

// Its stylesheet is part of the app's: one that came with the first save would restyle the whole page.
const UndoToast = lazy(() => import('../features/undo/undo-toast.tsx'))

const TodayCount = lazy(() => import('../features/today/today-count.tsx'))
const MailCount = lazy(() => import('../features/mail-in/mail-count.tsx'))

/** The message with Undo, loaded on first use. */
function Undo() {
  const isUsed = useSyncExternalStore(undoStack.subscribe, undoStack.isUsed)
  return isUsed ? (
    <Suspense fallback={null}>
      <UndoToast />
    </Suspense>
  ) : null
}

/** "Start-up order: an activation screen …; then a forced password reset screen …; otherwise the role's app." */
export function SignedIn() {
  const { data: me, error, refetch } = useReadMe()
  const isOwner = useOwnBrowser(me?._id)
  // Stays open after the factor was added, because it still shows the recovery codes.
  const [settingUp, setSettingUp] = useState(false)
  if (me && mustSetUp(me) && !settingUp) setSettingUp(true)
  // The first day of the policy may begin while the app is open.
  useEffect(
    () => onSecondFactorRequired(() => void refetch().then(({ data }) => data && setSettingUp(mustSetUp(data)))),
    [refetch],
  )
  if (!me || !isOwner)
    return error && error.code !== 'NO_SESSION' && error.code !== 'INVALID_SESSION' ? (
      <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>
    ) : (
      <>
        <TopProgress active />
        <FirstPaint />
      </>
    )
  return (
    <AppProviders brandColour={me.company?.brandColour}>
      <MeProvider value={me}>
        {!me.activated || me.passwordReset ? (
          <Suspense fallback={<TopProgress active />}>
            <ChoosePassword kind={me.activated ? 'reset' : 'activate'} />
          </Suspense>
        ) : settingUp || mustSetUp(me) ? (
          <Suspense fallback={<TopProgress active />}>
            <SetUpFactor isDone={!mustSetUp(me)} onContinue={() => setSettingUp(false)} />
            <ConfirmIdentity />
          </Suspense>
        ) : (
          <>
            <RoleApp me={me} />
            <ConfirmIdentity />
          </>
        )}
      </MeProvider>
    </AppProviders>
  )
}

const companyOf = ({ company }: Me) =>
  company && { name: company.name, logoUrl: companyLogoUrl(company._id, company.logo, 'avatar') }

function RoleApp({ me }: { me: Me }) {
  const dialogs = useContext(DialogsContext)
  const [support, setSupport] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const screens = useContext(ScreensContext)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const busy = useRouterState({ select: (state) => state.status === 'pending' })
  const company = useRouterState({ select: ({ location }) => scopeOf(location.search, me).company })
  useLiveUpdates(me.company ? undefined : company)
  const userOf = useSearchParam('of')
  const screen = screens.find((candidate) => candidate.path === path)
  const open = path === '/' || !screen || screenOf(screens, path, me.type) !== undefined
  const isWithoutPages = isWithoutBranch(me) && path !== '/profile'
  useEffect(() => storeFirstLoadAccount(me), [me])
  // "Vendors use a separate app."
  useEffect(() => {
    if (me.type === 'VENDOR') location.replace('/vendor')
  }, [me])
  useEffect(() => {
    document.title = [screen?.title, me.company?.name ?? 'GYA'].filter(Boolean).join(' · ')
  }, [screen, me])
  const onLogout = () => (hasUnsavedEdits() ? setLeaving(true) : void logOut())
  useEffect(() => shellCommands.listen((command) => command === 'logout' && onLogout()), [])
  if (me.type === 'VENDOR') return <TopProgress active />
  // "Own layout without menu": a person who decides on an application has come from it.
  if (path === '/connect' && open)
    return (
      <Suspense fallback={<TopProgress active />}>
        <FrameWithoutMenu company={companyOf(me)}>
          <Outlet />
        </FrameWithoutMenu>
      </Suspense>
    )
  const hasMail = me.company?.mailIn || path === '/mail'
  return (
    <Shell
      company={companyOf(me)}
      user={{ name: me.fullName, role: userTypeLabels[me.type], avatarUrl: userAvatarUrl(me) }}
      nav={(isWithoutBranch(me) ? [] : navigation(me, userOf))
        .filter((item) => screenOf(screens, item.to, me.type) && (hasMail || item.to !== '/mail'))
        .map((item) => (screen ? item : { ...item, isAt: () => false }))
        .map((item) =>
          item.to === '/today' && me.company ? { ...item, badge: <TodayCount companyId={me.company._id} /> } : item,
        )
        .map((item) => (item.to === '/mail' && me.company ? { ...item, badge: <MailCount companyId={me.company._id} /> } : item))}
      search={<SearchButton small />}
      onSupport={() => setSupport(true)}
      onLogout={onLogout}
    >
      <TopProgress active={busy} />
      <PersistentOverlay />
      <ShellTools />
      <OfflineBanner />
      {me.type === 'GYA_ADMIN' && (
        <Suspense fallback={null}>
          <PlatformAccess />
        </Suspense>
      )}
      {me.secondFactorFrom !== null && (
        <Suspense fallback={null}>
          <SecondFactorBar from={me.secondFactorFrom} />
        </Suspense>
      )}
      {isWithoutPages && me.company ? (
        <NoBranch companyId={me.company._id} companyName={me.company.name} />
      ) : open ? (
        <PageTools>
          <Outlet />
        </PageTools>
      ) : (
        <NoAccess />
      )}
      {/* Behind the page: what appears before it would restyle all of it. */}
      <Undo />
      <LeaveGuardDialog open={leaving} onStay={() => setLeaving(false)} onLeave={() => void logOut()} />
      {dialogs.support({ open: support, onClose: () => setSupport(false) })}
    </Shell>
  )
}
