import { applyColourScheme, storedColourScheme } from '../ui/theme/colour-scheme.ts'
import { gateForm, revealPasswords } from './gate-form.ts'
import { forgot, reset, type Surroundings, signIn, verify } from './views.ts'

const views = { 'sign-in': signIn, forgot, reset, verify } as const
type ViewName = keyof typeof views

/** The sign-in site is one page: the path, and `?forgot`, choose the view. */
const viewOf = ({ pathname, search }: Location): ViewName => {
  if (/^\/login\/reset\/?$/.test(pathname)) return 'reset'
  if (/^\/login\/verify\/?$/.test(pathname)) return 'verify'
  return new URLSearchParams(search).has('forgot') ? 'forgot' : 'sign-in'
}

/**
 * Links in e-mails carry their token behind the #, which no server log and no referrer ever sees. It is taken out of the
 * address at once, so that no history keeps it either; a page that is loaded again still has it.
 */
function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token) history.replaceState({ token }, '', `${location.pathname}${location.search}`)
  return (history.state as { token?: string } | null)?.token ?? ''
}

let email = ''
/** The address that was first opened, with `next` in it: kept while the views of the page change. */
let opened = location.search

const show = (): void => {
  const name = viewOf(location)
  const template = document.querySelector<HTMLTemplateElement>(`template#${name}`)
  const gate = document.querySelector('main')
  if (!template || !gate) return
  gate.querySelector('form')?.remove()
  gate.append(template.content.cloneNode(true))
  const form = gate.querySelector('form') as HTMLFormElement
  document.title = `${form.querySelector('h1')?.textContent} · GYA`
  const surroundings: Surroundings = {
    search: opened,
    token: takeToken(),
    email,
    leaveTo: (path) => location.assign(path),
    rememberEmail: (typed) => {
      email = typed
    },
  }
  revealPasswords(form)
  views[name](gateForm(form), surroundings)
  const empty = [...form.querySelectorAll<HTMLInputElement>('input')].find((input) => !input.value)
  ;(empty ?? form.querySelector<HTMLElement>('h1'))?.focus()
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-view]') : null
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const typed = document.querySelector<HTMLInputElement>('input[name="email"]')
  if (typed) email = typed.value
  opened = opened.replace(/([?&])(ended|farewell|forgot)(=[^&]*)?(&|$)/g, '$1').replace(/[?&]$/, '')
  history.pushState(null, '', link.href)
  show()
})
applyColourScheme(storedColourScheme())
addEventListener('popstate', show)
show()
