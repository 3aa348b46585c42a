import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'

/** The processor and connection of a slow phone: a quarter of this machine's speed, 1.6 Mbit/s down, 0.75 up, 150 ms round trip. */
const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const processorSlowdown = 4

/** The load is complete when nothing was sent or received for this many milliseconds. */
const quietMs = 1_000

export type LoadedRequest = { name: string; bytes: number; sentAt: number; endedAt: number }

/** A load that takes longer fails, naming the pending requests. */
const longestMs = 60_000

/** `ms`: time until the first row was painted. `bytes`: on the wire, including headers and anything loaded after the rows. */
export type Load = { ms: number; bytes: number; bytesToRows: number; twice: string[]; requests: LoadedRequest[] }

export const launchBrowser = (executablePath: string | undefined): Promise<Browser> =>
  chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking'],
  })

const now = () => performance.timeOrigin + performance.now()

/** Records the requests of a page. The event stream never ends, so the end of a load does not wait for it. */
function recordRequests(session: CDPSession) {
  let requests = new Map<string, LoadedRequest>()
  let lastTraffic = now()
  session.on('Network.requestWillBeSent', ({ requestId, request: { url, method }, type }) => {
    if (!url.startsWith('http')) return
    lastTraffic = now()
    // A page that was left receives no further responses.
    if (type === 'Document') for (const request of requests.values()) request.endedAt ||= lastTraffic
    const { pathname, search } = new URL(url)
    const name = `${method} ${pathname}${search}`
    requests.set(requestId, { name, bytes: 0, sentAt: lastTraffic, endedAt: type === 'EventSource' ? 0 : Number.NaN })
  })
  const end = (requestId: string, bytes: number) => {
    lastTraffic = now()
    const request = requests.get(requestId)
    if (request) Object.assign(request, { bytes, endedAt: lastTraffic })
  }
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => end(requestId, encodedDataLength))
  session.on('Network.loadingFailed', ({ requestId }) => end(requestId, 0))
  return {
    clear: () => {
      requests = new Map()
      lastTraffic = now()
    },
    list: () => [...requests.values()],
    open: () => list().filter(({ endedAt }) => Number.isNaN(endedAt)),
    isQuiet: () => list().every(({ endedAt }) => !Number.isNaN(endedAt)) && now() - lastTraffic > quietMs,
  }
  function list() {
    return [...requests.values()]
  }
}

/**
 * Slows a page down. The returned function measures one load: from `open`, which starts it, until a row of the first list was
 * painted.
 */
export async function throttle(page: Page): Promise<(open: () => Promise<unknown>) => Promise<Load>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
  await session.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown })
  const recorded = recordRequests(session)
  let onPainted: (at: number) => void = () => {}
  await page.exposeFunction('gyaRowsPainted', (at: number) => onPainted(at))
  await page.addInitScript(() => {
    const { gyaRowsPainted } = globalThis as unknown as { gyaRowsPainted(at: number): void }
    const look = () => {
      if (!document.querySelector('tbody tr:not(.skel) td, .today-row:not(.skel)')) return requestAnimationFrame(look)
      return requestAnimationFrame(() => setTimeout(() => gyaRowsPainted(performance.timeOrigin + performance.now())))
    }
    look()
  })
  return async (open) => {
    const { promise: painted, resolve, reject } = Promise.withResolvers<number>()
    onPainted = resolve
    recorded.clear()
    const started = now()
    const refusal = (awaited: string) =>
      new Error(
        `The load did not end: ${awaited}; open requests: ${
          recorded
            .open()
            .map(({ name }) => name)
            .join(', ') || 'none'
        }.`,
      )
    const limit = setTimeout(() => reject(refusal('no row was painted')), longestMs)
    const [rowsAt] = await Promise.all([painted, open()]).finally(() => clearTimeout(limit))
    while (!recorded.isQuiet()) {
      if (now() - started > 2 * longestMs) throw refusal('requests go on')
      await page.waitForTimeout(100)
    }
    const requests = recorded.list()
    const names = requests.map(({ name }) => name)
    const sum = (some: readonly LoadedRequest[]) => some.reduce((total, { bytes }) => total + bytes, 0)
    return {
      ms: rowsAt - started,
      bytes: sum(requests),
      bytesToRows: sum(requests.filter(({ endedAt }) => endedAt <= rowsAt)),
      twice: [...new Set(names.filter((name, index) => names.indexOf(name) !== index))],
      requests: requests.map((request) => ({
        ...request,
        sentAt: request.sentAt - started,
        endedAt: request.endedAt - started,
      })),
    }
  }
}
