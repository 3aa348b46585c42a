import { useEffect } from 'react'
import { positionFloating } from './use-floating.ts'

const showAfter = 250
const hideAfter = 120

const makeTip = (): HTMLElement => {
  const tip = document.createElement('div')
  tip.id = 'tooltip'
  tip.className = 'tip'
  tip.setAttribute('role', 'tooltip')
  tip.setAttribute('popover', 'manual')
  return tip
}

const ownerOf = (target: EventTarget | null): Element | null => (target instanceof Element ? target.closest('[data-tip]') : null)

/**
 * One element for every tooltip, outside React: a thousand cells with tooltips cost one listener. It is moved into the
 * landmark or dialog of its target, because screen readers and modal dialogs ignore it elsewhere. Returns its cleanup.
 */
const listen = (): (() => void) => {
  const tip = makeTip()
  const listening = new AbortController()
  const { signal } = listening
  let timer: ReturnType<typeof setTimeout> | undefined
  let owner: Element | null = null

  const hide = () => {
    clearTimeout(timer)
    if (owner?.getAttribute('aria-describedby') === tip.id) owner.removeAttribute('aria-describedby')
    owner = null
    tip.remove()
  }
  const show = (element: Element) => {
    hide()
    owner = element
    tip.textContent = element.getAttribute('data-tip')
    const isItsName = element.getAttribute('aria-label') === tip.textContent
    if (!element.hasAttribute('aria-describedby') && !isItsName) element.setAttribute('aria-describedby', tip.id)
    const home = element.closest('dialog, main, nav, aside, header, footer') ?? document.body
    home.append(tip)
    tip.showPopover()
    positionFloating(element.getBoundingClientRect(), tip, 'centre', 6)
  }
  const later = (work: () => void, milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(work, milliseconds)
  }
  const over = (event: Event) => {
    const element = ownerOf(event.target)
    if (element && element !== owner) later(() => show(element), showAfter)
    else if (element || event.target === tip || !owner) clearTimeout(timer)
    else later(hide, hideAfter)
  }
  const focus = (event: Event) => {
    const element = ownerOf(event.target)
    if (element && event.target instanceof Element && event.target.matches(':focus-visible')) show(element)
    else if (owner) hide()
  }
  document.addEventListener('pointerover', over, { signal })
  document.addEventListener('focusin', focus, { signal })
  document.addEventListener('focusout', hide, { signal })
  document.addEventListener('keydown', (event) => event.key === 'Escape' && hide(), { signal })
  document.addEventListener('pointerdown', (event) => event.pointerType === 'mouse' && hide(), { signal })
  window.addEventListener('scroll', hide, { signal, capture: true })
  return () => {
    hide()
    listening.abort()
  }
}

/** Shows `data-tip` of any element on hover, focus and tap; Escape hides it. Rendered once per app. */
export const TooltipLayer = () => {
  useEffect(listen, [])
  return null
}
