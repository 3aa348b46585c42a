import sharp from 'sharp'

export type FormPart = [name: string, value: string] | [name: string, content: Buffer, fileName: string]

/** A multipart body as a browser sends it. */
export async function multipartForm(parts: FormPart[]): Promise<{ headers: { 'content-type': string }; payload: Buffer }> {
  const form = new FormData()
  for (const [name, value, fileName] of parts)
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value)], { type: 'image/png' }), fileName)
  const request = new Request('http://gya.example', { method: 'POST', body: form })
  return {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  }
}

export const createPng = (width: number, height: number, colour = '#1b2b4b'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer()
