/**
 * How a browser takes a file (RFC 6266): shown in place where there is no name, else saved under it. The name stands in
 * plain ASCII for old readers and in full, percent-encoded, for the rest; nothing in it can end the header or add to it.
 */
export function contentDisposition(saveAs: string | undefined): string {
  if (saveAs === undefined) return 'inline'
  const name = saveAs.toWellFormed()
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*!]/g, percentEncode)}`
}

const percentEncode = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
