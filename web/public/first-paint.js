// Runs before the first paint: applies the stored colour scheme and sidebar state, and hides the shell of index.html when there
// is no session.
{
  const root = document.documentElement
  const isSignedIn = /(^|; )gya_session_present=/.test(document.cookie)
  try {
    const scheme = localStorage.getItem('gya.colour-scheme')
    if (scheme === 'light' || scheme === 'dark') root.setAttribute('data-mantine-color-scheme', scheme)
    const kept = localStorage.getItem('gya.sidebar')
    const isClosed = kept ? kept === 'closed' : window.innerWidth < 1240
    root.dataset.first = isSignedIn ? (isClosed ? 'closed' : 'open') : 'signed-out'
  } catch {
    root.dataset.first = isSignedIn ? 'open' : 'signed-out'
  }
}
