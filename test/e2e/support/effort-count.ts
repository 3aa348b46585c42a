import type { Page } from '@playwright/test'

/** Effort of a task: pointer presses, command keys, changes of the path, and typed characters. */
export type Effort = { clicks: number; keys: number; routes: number; characters: number }

type Counted = Omit<Effort, 'routes'>

const none: Counted = { clicks: 0, keys: 0, characters: 0 }

/**
 * Counts events that reach the page, in the capture phase, so that no handler can hide them. The counts are stored in the session storage
 * of the tab, because the sign-in site and the app are two documents. A key with Ctrl or Shift counts once. Keys that the report buffered
 * while its code was loading and then dispatches again do not count twice.
 */
const countInPage = () => {
  const add = (what: 'clicks' | 'keys' | 'characters') => {
    const counts = JSON.parse(sessionStorage.getItem('e2e.effort') ?? '{"clicks":0,"keys":0,"characters":0}')
    counts[what] += 1
    sessionStorage.setItem('e2e.effort', JSON.stringify(counts))
  }
  const isText = (target: EventTarget | null): boolean =>
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('textarea, input:not([type="checkbox"], [type="radio"])'))
  addEventListener('pointerdown', ({ isTrusted }) => isTrusted && add('clicks'), { capture: true })
  addEventListener(
    'keydown',
    ({ isTrusted, key, ctrlKey, altKey, metaKey, target }) => {
      if (!isTrusted || ['Control', 'Shift', 'Alt', 'Meta'].includes(key)) return
      add(key.length === 1 && !ctrlKey && !altKey && !metaKey && isText(target) ? 'characters' : 'keys')
    },
    { capture: true },
  )
}

/** Counts the effort of tasks in a page. */
export class EffortCount {
  readonly #page: Page
  #path = ''
  #routes = 0

  private constructor(page: Page) {
    this.#page = page
  }

  /** Call this before the page opens a URL. */
  static async of(page: Page): Promise<EffortCount> {
    const effort = new EffortCount(page)
    await page.addInitScript(countInPage)
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return
      const { pathname } = new URL(frame.url())
      if (pathname !== effort.#path) effort.#routes += 1
      effort.#path = pathname
    })
    return effort
  }

  async start(): Promise<void> {
    await this.#page.evaluate(() => sessionStorage.removeItem('e2e.effort'))
    this.#path = new URL(this.#page.url()).pathname
    this.#routes = 0
  }

  /** Counts since `start`. */
  async read(): Promise<Effort> {
    const counted = await this.#page.evaluate(() => sessionStorage.getItem('e2e.effort'))
    return { ...(counted === null ? none : (JSON.parse(counted) as Counted)), routes: this.#routes }
  }
}
