import ipaddr from 'ipaddr.js'

/**
 * Whether an address belongs to the public internet. Addresses of this machine, its network or a tunnel to another
 * address family do not, in any notation.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  // An IPv4-mapped IPv6 address is treated as IPv4.
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(globalUnicast)
}

/** All of IPv6 that has been allocated. Outside of it are forms such as `::127.0.0.1`. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')
