import { ConnectPanel } from '../features/applications/connect-panel.tsx'
import { useSearchParam } from '../lib/url-state/search-params.ts'

/** /connect: the request of an application, without menu. */
export default function ConnectPage() {
  return <ConnectPanel ticket={useSearchParam('ticket')} />
}
