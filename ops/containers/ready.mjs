/** Exits with 0 if the app of this container is ready, otherwise with 1. The image has no curl. */
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`, { signal: AbortSignal.timeout(6_000) }).catch(
  (error) => ({ ok: false, text: async () => error.message }),
)
if (!answer.ok) console.error(await answer.text())
process.exit(answer.ok ? 0 : 1)
