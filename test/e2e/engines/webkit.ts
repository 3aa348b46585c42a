import { spawn } from 'node:child_process'
import { enginePath } from '../../../scripts/programs.mjs'
import { freePort } from '../../../server/db/embedded/postmaster.ts'
import { type Engine, keys } from './engine.ts'
import { openDisplay, stopProcess } from './virtual-display.ts'

/** The key of an element id in WebDriver responses (W3C WebDriver, section 12). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
type ElementReference = { [elementKey]: string }

/** A WebDriver call with JSON. Throws an error response with its message. */
const callsTo =
  (base: string) =>
  async <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Value> => {
    const answer = await fetch(`${base}${path}`, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    })
    const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } }
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message ?? ''}`.trim())
    return value
  }

/** WebKitGTK's MiniBrowser through WebKitWebDriver and the W3C protocol. */
export async function startWebKit(): Promise<Engine> {
  const display = await openDisplay('WebKit')
  const port = await freePort()
  const driver = spawn(enginePath('WebKit', 'WebKitWebDriver'), [`--port=${port}`, '--host=127.0.0.1'], {
    env: display.env,
    stdio: 'ignore',
  })
  const root = `http://127.0.0.1:${port}`
  await isListening(root)
  const { sessionId } = await callsTo(root)<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': {
          binary: enginePath('WebKit', 'MiniBrowser'),
          args: ['--automation'],
        },
      },
    },
  })
  const call = callsTo(`${root}/session/${sessionId}`)
  await call('POST', '/timeouts', { script: 60_000, pageLoad: 90_000, implicit: 0 })

  const resize = async (width: number, height: number) => {
    const outer = { x: 0, y: 0, width, height }
    await call('POST', '/window/rect', outer)
    const [wide, high] = await run(() => [window.innerWidth, window.innerHeight] as const)
    if (wide !== width || high !== height)
      await call('POST', '/window/rect', { ...outer, width: width + width - wide, height: height + height - high })
  }
  const run: Engine['run'] = (script, ...args) =>
    call('POST', '/execute/async', {
      script: `const done = arguments[arguments.length - 1]
        Promise.resolve((${script.toString()})(...[...arguments].slice(0, -1))).then(done)`,
      args,
    })
  const typeIntoFocused = async (text: string) => {
    const element = await call<ElementReference>('GET', '/element/active')
    await call('POST', `/element/${element[elementKey]}/value`, { text })
  }
  await resize(1440, 900)
  return {
    open: (url) => call('POST', '/url', { url }),
    run,
    click: async (selector) => {
      const element = await call<ElementReference>('POST', '/element', { using: 'css selector', value: selector })
      await call('POST', `/element/${element[elementKey]}/click`)
    },
    type: typeIntoFocused,
    press: (key) =>
      call('POST', '/actions', {
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: [
              { type: 'keyDown', value: keys[key] },
              { type: 'keyUp', value: keys[key] },
            ],
          },
        ],
      }),
    back: () => call('POST', '/back'),
    resize,
    clearCookies: () => call('DELETE', '/cookie'),
    // The W3C protocol does not report the console.
    errors: () => [],
    close: async () => {
      await call('DELETE', '').catch(() => undefined)
      await stopProcess(driver)
      await display.close()
    },
  }
}

/** Resolves once the driver accepts calls. */
async function isListening(root: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const ready = await fetch(`${root}/status`).catch(() => undefined)
    if (ready?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('WebKitWebDriver does not answer.')
}
