/** The form of one view: its fields, errors under them in words, notes, and one call at a time. */
type Tone = 'info' | 'good' | 'warn' | 'bad'

const signs: Record<Tone, string> = { info: 'info-circle', good: 'circle-check', warn: 'alert-circle', bad: 'alert-circle' }

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name)
  made.className = className
  made.append(...children)
  return made
}

/** An icon drawn in index.html. */
export const icon = (name: string, size: 12 | 14 | 16): SVGSVGElement => {
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  drawing.setAttribute('class', 'ic')
  drawing.setAttribute('width', String(size))
  drawing.setAttribute('height', String(size))
  drawing.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  use.setAttribute('href', `#i-${name}`)
  drawing.append(use)
  return drawing
}

export const linkTo = (view: string, href: string, words: string): HTMLAnchorElement => {
  const link = element('a', 'link', words)
  link.href = href
  link.dataset.view = view
  return link
}

export type GateForm = ReturnType<typeof gateForm>

export const gateForm = (form: HTMLFormElement) => {
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"]')
  const notes = form.querySelector<HTMLElement>('[data-note]')
  const input = (name: string) => form.elements.namedItem(name) as HTMLInputElement

  /** Marks a field and says why under it; null takes the mark away. */
  const fail = (name: string, why: string | null): void => {
    const control = input(name)
    const frame = control.closest('.in')
    const field = control.closest('.fld')
    field?.querySelector('.err')?.remove()
    frame?.classList.toggle('bad', why !== null)
    if (why === null) control.removeAttribute('aria-invalid')
    else control.setAttribute('aria-invalid', 'true')
    const described = [control.dataset.describedby ?? '', why === null ? '' : `${name}-error`].filter(Boolean).join(' ')
    if (described) control.setAttribute('aria-describedby', described)
    else control.removeAttribute('aria-describedby')
    if (why === null) return
    const error = element('p', 'err', icon('alert-circle', 14), element('span', '', why))
    error.id = `${name}-error`
    error.setAttribute('role', 'alert')
    field?.append(error)
  }

  const note = (tone: Tone | null, ...words: (Node | string)[]): void => {
    notes?.replaceChildren()
    if (tone) notes?.append(element('div', `note ${tone}`, icon(signs[tone], 16), element('div', '', ...words)))
  }

  const pending = (yes: boolean): void => {
    if (!button) return
    button.setAttribute('aria-busy', String(yes))
    button.setAttribute('aria-disabled', String(yes))
    button.querySelector('.spin')?.remove()
    if (yes) button.prepend(element('i', 'spin'))
  }

  const names = [...form.querySelectorAll<HTMLInputElement>('input')].map((one) => one.name)
  for (const name of names) {
    const control = input(name)
    control.dataset.describedby = control.getAttribute('aria-describedby') ?? ''
    control.addEventListener('input', () => fail(name, null))
  }

  return {
    form,
    input,
    fail,
    note,
    button,
    value: (name: string) => input(name).value,
    /**
     * What Enter and the button do. `check` names the fields that cannot be sent yet and why; the first of them gets the
     * focus. Nothing that was typed is ever cleared, and a second press while the first is under way does nothing.
     */
    onSubmit: (check: () => Record<string, string>, send: () => Promise<void>): void => {
      let busy = false
      const submit = async (): Promise<void> => {
        if (busy) return
        const wrong = Object.entries(check())
        for (const name of names) fail(name, null)
        for (const [name, why] of wrong) fail(name, why)
        if (wrong[0]) return input(wrong[0][0]).focus()
        busy = true
        pending(true)
        await send()
        busy = false
        pending(false)
      }
      form.addEventListener('submit', (event) => {
        event.preventDefault()
        void submit()
      })
    },
  }
}

/** Buttons that show and hide what is typed in the password before them. */
export const revealPasswords = (form: HTMLFormElement): void => {
  for (const eye of form.querySelectorAll<HTMLButtonElement>('.eye')) {
    const control = eye.previousElementSibling as HTMLInputElement
    eye.addEventListener('click', () => {
      const seen = control.type === 'password'
      control.type = seen ? 'text' : 'password'
      eye.setAttribute('aria-pressed', String(seen))
      control.focus()
    })
  }
}
