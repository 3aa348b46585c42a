import type { LiveChange } from '@gya/domain/features/live/live.contract.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { subscribeToChanges } from './change-stream.ts'

/** Stands for the browser's own connection: there is none outside a browser. */
class Source extends EventTarget {
  static all: Source[] = []
  closed = false
  constructor() {
    super()
    Source.all.push(this)
  }
  close() {
    this.closed = true
  }
  tell(type: 'open' | 'error') {
    this.dispatchEvent(new Event(type))
  }
  change(data: object) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(data) }))
  }
}
const last = (): Source => {
  const source = Source.all.at(-1)
  if (!source) throw new Error('Nothing was opened.')
  return source
}
const look = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

const onChange = vi.fn<(change: LiveChange) => void>()
const onBack = vi.fn<() => void>()
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Source)
  Source.all = []
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  stop = subscribeToChanges('/api/live', { onChange, onBack })
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.clearAllMocks()
  vi.useRealTimers()
})

describe('One connection hears of changes', () => {
  test('and hands them on', () => {
    last().tell('open')
    last().change({ companyId: 'c1' })
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ companyId: 'c1' })
    expect(onBack).not.toHaveBeenCalled()
  })

  test('one that breaks is made anew, and what was missed is read', () => {
    last().tell('open')
    last().tell('error')
    expect(last().closed).toBe(true)
    vi.advanceTimersByTime(1_000)
    expect(Source.all).toHaveLength(2)
    last().tell('open')
    expect(onBack).toHaveBeenCalledTimes(1)
  })

  test('one that is refused is tried again less and less often', () => {
    for (let minutes = 0; minutes < 10; minutes += 1) {
      last().tell('error')
      vi.advanceTimersByTime(60_000)
    }
    expect(Source.all).toHaveLength(11)
    last().tell('error')
    vi.advanceTimersByTime(14_000)
    expect(Source.all).toHaveLength(11)
  })

  test('a page in the background has none, and catches up when it is looked at again', () => {
    last().tell('open')
    look('hidden')
    expect(last().closed).toBe(true)
    vi.advanceTimersByTime(60_000)
    expect(Source.all).toHaveLength(1)
    look('visible')
    expect(Source.all).toHaveLength(2)
    last().tell('open')
    expect(onBack).toHaveBeenCalledTimes(1)
  })

  test('a page in the background does not come back after an error', () => {
    last().tell('error')
    look('hidden')
    vi.advanceTimersByTime(60_000)
    expect(Source.all).toHaveLength(1)
  })

  test('a page that is left has none', () => {
    stop()
    expect(last().closed).toBe(true)
    look('hidden')
    look('visible')
    expect(Source.all).toHaveLength(1)
  })
})
