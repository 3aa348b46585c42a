/** callApi requires a session: component tests run with a presence cookie. */
document.cookie = 'gya_session_present=1; path=/'
