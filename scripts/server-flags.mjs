/**
 * What Node.js is given to run the server. Left to itself, V8 lets the room for what is short-lived grow to several times
 * this and never gives it back, and lets what has become rubbish lie until there is several times what is used: after a
 * minute of reports the process had 395 MB, and the first large export added 130.
 */
export const serverFlags = ['--max-semi-space-size=16', '--heap-growing-percent=80']

/**
 * What is in the environment of the server. Left to itself, glibc gives every thread a place of its own for memory (those
 * that draw pictures and PDFs, and those that Node.js reads files with) and keeps in each what was freed there: after ten
 * minutes of an office's day the process had a fifth more, and was still getting larger.
 */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
