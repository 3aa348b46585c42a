import { vi } from 'vitest'
import type { Engine } from './engine.ts'

/** Elements that tests find by their accessible names. */
export const kinds = {
  field: 'input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), textarea',
  button: 'button',
  link: 'a[href]',
  radio: 'input[type=radio]',
  dialog: 'dialog[open]',
  option: '[role=option]',
} as const
export type Kind = keyof typeof kinds

const waitOptions = { timeout: 45_000, interval: 50 }

/** Actions of a user on a page: finds elements by name, clicks, types, waits. */
export type UserActions = ReturnType<typeof userActions>

export function userActions(engine: Engine, site: string) {
  /** Waits until the condition holds in the page. */
  const until = (what: string, holds: () => Promise<boolean>) =>
    vi.waitFor(async () => {
      if (!(await holds().catch(() => false))) throw new Error(`Not seen: ${what}. ${await describePage(engine)}`)
    }, waitOptions)

  const found = (kind: Kind, name: string, within?: string) => engine.run(markElement, kinds[kind], name, within ?? null)
  const isDisabled = () =>
    engine.run(() => document.querySelector('[data-engine-target]')?.matches(':disabled, [aria-disabled="true"]') ?? false)

  /** Marks the element and acts on it once it is enabled. Retries both if the page re-rendered in between. */
  const act = (kind: Kind, name: string, within: string | undefined, action: () => Promise<void>) =>
    vi.waitFor(async () => {
      if (!(await found(kind, name, within))) throw new Error(`No ${kind} “${name}”. ${await describePage(engine)}`)
      if (await isDisabled()) throw new Error(`The ${kind} “${name}” is disabled. ${await describePage(engine)}`)
      await action()
    }, waitOptions)

  const click = (kind: Kind, name: string, within?: string) => act(kind, name, within, () => engine.click('[data-engine-target]'))

  const see = (text: string) => until(`“${text}”`, () => engine.run((wanted) => document.body.innerText.includes(wanted), text))

  return {
    engine,
    until,
    click,
    see,
    /** Waits for an element of that name. */
    seeThe: (kind: Kind, name: string) => until(`${kind} “${name}”`, () => found(kind, name)),
    seeNo: (kind: Kind, name: string) => until(`no ${kind} “${name}”`, async () => !(await found(kind, name))),
    open: (path: string) => engine.open(`${site}${path}`),
    /** Replaces what is in the field. Retries if the page moved the focus or was replaced meanwhile. */
    fill: (label: string, text: string) =>
      vi.waitFor(async () => {
        await click('field', label)
        await engine.run(() => {
          const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>('[data-engine-target]')
          field?.focus()
          field?.select()
        })
        await engine.type(text)
        const isFilled = await engine.run(() => {
          const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>('[data-engine-target]')
          return field !== null && field.value !== ''
        })
        if (!isFilled) throw new Error(`“${label}” stays empty. ${await describePage(engine)}`)
      }, waitOptions),
    isAt: (path: RegExp) =>
      until(`the address ${path}`, async () => path.test(await engine.run(() => location.pathname + location.search))),
    search: () => engine.run(() => location.search),
  }
}

/** URL and text of the page, for the message of a failed step. */
async function describePage(engine: Engine): Promise<string> {
  const shown = await engine
    .run(() => `${location.pathname}: ${(document.querySelector('dialog[open]') ?? document.body).textContent}`)
    .catch((error: unknown) => String(error))
  return `The page is ${shown.replaceAll(/\s+/g, ' ').slice(0, 300)}`
}

/**
 * Runs in the page: marks the visible element whose accessible name is `name`, otherwise the first whose name begins with it. For a radio
 * button it marks the label, which covers it. Elements behind a modal dialog are not found.
 */
function markElement(selector: string, name: string, within: string | null): boolean {
  const words = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
  const nameOf = (element: Element): string => {
    const labelledBy = element.getAttribute('aria-labelledby')
    if (element.hasAttribute('aria-label')) return words(element.getAttribute('aria-label'))
    if (labelledBy)
      return words(
        labelledBy
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      )
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
    return words(labels.length > 0 ? labels.map((label) => label.textContent).join(' ') : element.textContent)
  }
  const isVisible = (element: Element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible'
  for (const marked of document.querySelectorAll('[data-engine-target]')) marked.removeAttribute('data-engine-target')

  const dialogs = [...document.querySelectorAll('dialog:modal')]
  const page: Element = selector.startsWith('dialog') ? document.body : (dialogs.at(-1) ?? document.body)
  const groups = '[role=radiogroup], [role=group], form, fieldset, nav, section'
  const scope = within === null ? page : [...page.querySelectorAll(groups)].find((group) => nameOf(group) === within)
  const visible = [...(scope?.querySelectorAll(selector) ?? [])].filter(isVisible)
  const element = visible.find((one) => nameOf(one) === name) ?? visible.find((one) => nameOf(one).startsWith(name))
  if (!element) return false
  const target = element instanceof HTMLInputElement && element.type === 'radio' ? (element.closest('label') ?? element) : element
  target.setAttribute('data-engine-target', '')
  return true
}
