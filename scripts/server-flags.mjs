/**
 * What Node.js is given to run the server. Left to itself, V8 lets the room for what is short-lived grow to several times
 * this and never gives it back, and lets what has become rubbish lie until there is several times what is used: after a
 * minute of reports the process had 395 MB, and the first large export added 130.
 */
export const serverFlags = ['--max-semi-space-size=16', '--heap-growing-percent=80']
