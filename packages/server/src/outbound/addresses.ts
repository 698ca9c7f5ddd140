import ipaddr from 'ipaddr.js'

/**
 * Whether an address belongs to the public internet. Everything that leads to this machine, its network or into a
 * tunnel to another address family does not, however it is spelled.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  // An IPv4 address in the clothes of IPv6 is judged as what it is.
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(globalUnicast)
}

/** All of IPv6 that was ever handed out. Outside of it are forms such as `::127.0.0.1`. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')
