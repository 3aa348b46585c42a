/**
 * Runs in the page's head before the first paint and before the app's code has loaded: applies the stored colour scheme and sidebar state,
 * hides the shell of index.html if there is no session, and otherwise preloads the code and the data of the page. Built as one classic
 * script (build/early-script.ts).
 */
import type { Me } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { sendEarly } from '../lib/api/early-answers.ts'
import { type FirstLoadAccount, readFirstLoadAccount, toFirstLoadAccount } from '../lib/session/first-load-account.ts'
import { hasSession } from '../lib/session/session-end.ts'
import { ownsTab, settingsReader } from '../lib/storage/storage-owner.ts'
import { readStoredScope } from '../lib/url-state/scope.ts'
import { parseSearch } from '../lib/url-state/search-params.ts'
import { earlyRequests, openedPath } from './early-requests.ts'

function applyFirstPaint(isSignedIn: boolean): void {
  const root = document.documentElement
  try {
    const scheme = localStorage.getItem('gya.colour-scheme')
    if (scheme === 'light' || scheme === 'dark') root.setAttribute('data-colour-scheme', scheme)
    const kept = localStorage.getItem('gya.sidebar')
    const isClosed = kept ? kept === 'closed' : window.innerWidth < 1240
    root.dataset.first = isSignedIn ? (isClosed ? 'closed' : 'open') : 'signed-out'
  } catch {
    root.dataset.first = isSignedIn ? 'open' : 'signed-out'
  }
}

/** Preload hints for the files of a page, which the build lists in the element `page-files`. */
function preloadFiles(path: string): void {
  const files = JSON.parse(document.getElementById('page-files')?.textContent || '{}') as Record<string, string[]>
  for (const file of files[path] ?? []) {
    const isStyle = file.endsWith('.css')
    const link = document.createElement('link')
    Object.assign(link, { rel: isStyle ? 'preload' : 'modulepreload', as: isStyle ? 'style' : '', crossOrigin: '', href: file })
    document.head.append(link)
  }
}

const openingOf = (me: FirstLoadAccount) => ({
  me,
  path: location.pathname,
  search: parseSearch(location.search),
  last: ownsTab(me._id) ? readStoredScope() : {},
  stored: settingsReader(me._id),
  now: new Date().toISOString(),
})

/** Requests the data of the page. The response depends on the session. */
const requestData = (me: FirstLoadAccount): Promise<unknown> => Promise.all(earlyRequests(openingOf(me)).map(sendEarly))

async function requestEarly(): Promise<void> {
  const { pathname } = location
  // Before the files: without HTTP/2 this request would wait behind them for one of six connections, and the first list waits for it.
  const account = sendEarly('/api/user/me')
  // On a reload this does not wait for the account, which takes a round trip and is read between the scripts.
  const last = readFirstLoadAccount()
  const data = last ? requestData(last) : undefined
  if (pathname !== '/') preloadFiles(pathname)
  const read = await account
  if (!read) return
  const me = toFirstLoadAccount(read.body as Me)
  if (pathname === '/') preloadFiles(openedPath(openingOf(me)))
  await (JSON.stringify(me) === JSON.stringify(last) ? data : requestData(me))
}

const isSignedIn = hasSession()
applyFirstPaint(isSignedIn)
// If this fails, the app repeats the request and reports errors.
if (isSignedIn) globalThis.gyaEarlyReads = requestEarly().catch(() => undefined)
