/** "203.0.113.x": enough to tell the office from the hotel, and no more. Design of sign-in, section 4.4. */
export function maskNetwork(network: string | null): string {
  if (network === null) return ''
  if (!network.includes(':')) return network.replace(/\.\d+$/, '.x')
  const [head = ''] = network.split('::')
  return `${head
    .split(':')
    .filter((group) => group !== '')
    .slice(0, 3)
    .join(':')}:…`
}
