// Before the first paint, with nothing of the app loaded yet: how the reader left the scheme and the sidebar, and whether
// there is a session at all. Without one the shell of index.html stays hidden, and the app leads to the sign-in page.
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
