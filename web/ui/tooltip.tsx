import { type ReactNode, useEffect, useId, useRef } from 'react'
import { place } from './floating.ts'

const showAfter = 250
const hideAfter = 120

/** What listens, apart from React, so that a thousand cells with a tip cost one listener. Answers how to stop it. */
const listen = (tip: HTMLElement): (() => void) => {
  const { signal, abort } = ((c) => ({ signal: c.signal, abort: () => c.abort() }))(new AbortController())
  let timer: ReturnType<typeof setTimeout> | undefined
  let owner: Element | null = null

  const hide = () => {
    clearTimeout(timer)
    if (owner?.getAttribute('aria-describedby') === tip.id) owner.removeAttribute('aria-describedby')
    owner = null
    if (tip.matches(':popover-open')) tip.hidePopover()
  }
  const show = (element: Element) => {
    hide()
    owner = element
    tip.textContent = element.getAttribute('data-tip')
    if (!element.hasAttribute('aria-describedby') && element.getAttribute('aria-label') !== tip.textContent)
      element.setAttribute('aria-describedby', tip.id)
    tip.showPopover()
    place(element.getBoundingClientRect(), tip, 'centre', 6)
  }
  const ownerOf = (target: EventTarget | null) => (target instanceof Element ? target.closest('[data-tip]') : null)
  const later = (work: () => void, milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(work, milliseconds)
  }
  const over = (event: Event) => {
    const element = ownerOf(event.target)
    if (element && element === owner) clearTimeout(timer)
    else if (element) later(() => show(element), showAfter)
    else if (event.target === tip) clearTimeout(timer)
    else if (owner) later(hide, hideAfter)
    else clearTimeout(timer)
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
    abort()
  }
}

/** Shows the words of any element that carries `data-tip`: on hover, on focus, on a tap; Escape hides. Once per app. */
export const TooltipLayer = () => {
  const tip = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => (tip.current ? listen(tip.current) : undefined), [])
  return <div ref={tip} id={id} className="tip" role="tooltip" popover="manual" />
}

/** Words on hover, which a screen reader reads with the content. For a control that can be focused use its own `tip` instead. */
export const Tooltip = ({ text, children, className }: { text: string; children: ReactNode; className?: string }) => (
  <span data-tip={text} className={className}>
    {children}
    <span className="vh"> ({text})</span>
  </span>
)
