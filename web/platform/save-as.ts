/** Lets the browser save content as a file. */
export function saveAs(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The click has begun the saving; what it reads from is let go of once it has.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
