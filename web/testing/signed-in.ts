/** Calls are only made while the browser has a session: tests of components run as somebody who is signed in. */
document.cookie = 'gya_session_present=1; path=/'
