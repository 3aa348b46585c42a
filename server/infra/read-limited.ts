/** The text of a response of another system. Throws beyond `most` bytes. */
export async function readLimited(response: Response, most: number): Promise<string> {
  const decoder = new TextDecoder()
  let read = ''
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength
    if (bytes > most) throw new Error('the service answered too much')
    read += decoder.decode(piece, { stream: true })
  }
  return read + decoder.decode()
}
