import { IconLinkOff } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../ui/feedback/loading.tsx'
import { Icon } from '../ui/icon.tsx'
import { AppProviders } from '../ui/theme/app-providers.tsx'
import { type PartySale, type Refusal, readSale } from './party-api.ts'
import { SaleOfParty } from './sale-of-party.tsx'
import { useRefresh } from './use-refresh.ts'

/** The part after # is never sent to a server. It stays in the URL, so that the page can be bookmarked and reloaded. */
const tokenOfAddress = (): string => location.hash.slice(1)

const noLink: Refusal = {
  message: 'This link does not open anything. It may have ended. Ask the agent for a new one.',
  isEnded: true,
}

const forWhom = { 'vendor-conveyancer': 'for solicitors', 'buyer-conveyancer': 'for solicitors', buyer: 'for buyers' }

/** The page of a solicitor or buyer. It is the same for everybody until the link is verified. Designed for phones. */
export function PartyPage() {
  const [token, setToken] = useState(tokenOfAddress)
  const [sale, setSale] = useState<PartySale | null>(null)
  const latest = useRef(sale)
  latest.current = sale
  const [refusal, setRefusal] = useState<Refusal | null>(token === '' ? noLink : null)
  const load = useCallback(async () => {
    if (token === '') return setRefusal(noLink)
    setRefusal(null)
    const answer = await readSale(token)
    if (answer.ok) setSale(answer.read)
    else setRefusal(answer)
  }, [token])
  useEffect(() => void load(), [load])
  /** Keeps the current content if the page cannot be reached, or if it has changed meanwhile. */
  const refresh = useCallback(async () => {
    const before = latest.current
    if (before === null) return
    const answer = await readSale(token)
    if (latest.current !== before) return
    if (answer.ok) setSale(answer.read)
    else if (answer.isEnded) setRefusal(answer)
  }, [token])
  useRefresh(refresh, sale?.proposals.some(({ state }) => state === 'open') ?? false)
  useEffect(() => {
    const onHashChange = () => {
      setSale(null)
      setToken(tokenOfAddress())
    }
    addEventListener('hashchange', onHashChange)
    return () => removeEventListener('hashchange', onHashChange)
  }, [])
  useEffect(() => {
    document.title = sale ? `${sale.address.line1} · ${sale.agency.name}` : 'How the sale stands'
  }, [sale])
  const shown = refusal?.isEnded ? null : sale
  return (
    <AppProviders brandColour={shown?.agency.brandColour}>
      <header className="pbar">
        <b>{shown?.agency.name}</b>
        <span className="spacer" />
        {shown && <span className="powered">{forWhom[shown.party]}</span>}
      </header>
      <main className="pmain vendor party" id="content">
        {shown ? (
          <SaleOfParty sale={shown} token={token} onSale={setSale} onEnded={setRefusal} />
        ) : refusal?.isEnded ? (
          <Ended message={refusal.message} />
        ) : refusal ? (
          <ErrorState onRetry={() => void load()}>{refusal.message}</ErrorState>
        ) : (
          <SkeletonLines lines={10} />
        )}
      </main>
    </AppProviders>
  )
}

const Ended = ({ message }: { message: string }) => (
  <div className="state-box" role="alert">
    <Icon of={IconLinkOff} size={24} />
    <h1>This link has ended</h1>
    <p>{message}</p>
  </div>
)
