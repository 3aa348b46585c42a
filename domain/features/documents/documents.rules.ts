/**
 * "Document size display: under 1000 shows bytes; above that, whole kilobytes (size divided by 1000)."
 * [property §9](docs/design/property.md#9).
 */
export function showDocumentSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  return `${Math.round(bytes / 1000).toLocaleString('en-GB')} KB`
}
