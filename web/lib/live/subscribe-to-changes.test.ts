import type { LiveChange } from '@gya/domain/features/live/live.contract.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { subscribeToChanges } from './subscribe-to-changes.ts'

/** Fake of EventSource, which happy-dom lacks. */
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
  emit(type: 'open' | 'error') {
    this.dispatchEvent(new Event(type))
  }
  change(data: object) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(data) }))
  }
}
const last = (): Source => {
  const source = Source.all.at(-1)
  if (!source) throw new Error('No EventSource was created.')
  return source
}
const setVisibility = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

const onChange = vi.fn<(change: LiveChange) => void>()
const onReconnect = vi.fn<() => void>()
let unsubscribe: () => void
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Source)
  Source.all = []
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  unsubscribe = subscribeToChanges('/api/live', { onChange, onReconnect })
})
afterEach(() => {
  unsubscribe()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.clearAllMocks()
  vi.useRealTimers()
})

describe('subscribeToChanges', () => {
  test('passes events to onChange', () => {
    last().emit('open')
    last().change({ companyId: 'c1' })
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ companyId: 'c1' })
    expect(onReconnect).not.toHaveBeenCalled()
  })

  test('reconnects after an error and calls onReconnect', () => {
    last().emit('open')
    last().emit('error')
    expect(last().closed).toBe(true)
    vi.advanceTimersByTime(1_000)
    expect(Source.all).toHaveLength(2)
    last().emit('open')
    expect(onReconnect).toHaveBeenCalledTimes(1)
  })

  test('retries with exponential backoff', () => {
    for (let minutes = 0; minutes < 10; minutes += 1) {
      last().emit('error')
      vi.advanceTimersByTime(60_000)
    }
    expect(Source.all).toHaveLength(11)
    last().emit('error')
    vi.advanceTimersByTime(14_000)
    expect(Source.all).toHaveLength(11)
  })

  test('disconnects while the page is hidden and calls onReconnect afterwards', () => {
    last().emit('open')
    setVisibility('hidden')
    expect(last().closed).toBe(true)
    vi.advanceTimersByTime(60_000)
    expect(Source.all).toHaveLength(1)
    setVisibility('visible')
    expect(Source.all).toHaveLength(2)
    last().emit('open')
    expect(onReconnect).toHaveBeenCalledTimes(1)
  })

  test('does not retry while the page is hidden', () => {
    last().emit('error')
    setVisibility('hidden')
    vi.advanceTimersByTime(60_000)
    expect(Source.all).toHaveLength(1)
  })

  test('disconnects when unsubscribed', () => {
    unsubscribe()
    expect(last().closed).toBe(true)
    setVisibility('hidden')
    setVisibility('visible')
    expect(Source.all).toHaveLength(1)
  })
})
