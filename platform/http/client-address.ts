// Client addresses: the key under which rate limits count them, and which proxies are trusted.
import { BlockList, isIP } from 'node:net'

/** The address of API calls by server-side rendering. They are not counted: the page request is. */
export const inProcessAddress = 'in process'

// The URL parser gives every spelling of an IP address in its canonical form.
const normalizeHost = (host: string): string | null => {
  const url = `http://${host}`
  if (!URL.canParse(url)) return null
  return new URL(url).hostname
}

/** The eight groups of an IPv6 address in canonical form. */
const parseIpv6Groups = (address: string): string[] => {
  const [head = '', tail] = address.split('::')
  const splitGroups = (text = '') => (text === '' ? [] : text.split(':'))
  const [before, after] = [splitGroups(head), splitGroups(tail)]
  const missing = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after]
}

const toIpv4 = (high: string, low: string): string =>
  [high, low]
    .map((group) => Number.parseInt(group, 16))
    .map((group) => `${group >> 8}.${group & 255}`)
    .join('.')

/** The /64 of an IPv6 address, which belongs to one household or phone; an IPv4-mapped address as IPv4. */
const toIpv6Key = (host: string): string => {
  const groups = parseIpv6Groups(host)
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'
  if (isMapped) return toIpv4(groups[6] ?? '0', groups[7] ?? '0')
  return `${groups.slice(0, 4).join(':')}::/64`
}

/**
 * The rate limit key of an address, the same for each of its spellings: 2001:DB8::1 and 2001:db8:0:0:9::1 →
 * 2001:db8:0:0::/64, ::ffff:192.0.2.1 → 192.0.2.1. All invalid addresses share one key.
 */
export const toAddressKey = (address: string): string => {
  const bare = address.trim().replace(/%.*$/, '')
  const host =
    normalizeHost(bare.includes(':') && !bare.includes('.') && !bare.startsWith('[') ? `[${bare}]` : bare) ??
    normalizeHost(`[${bare}]`)
  if (host?.startsWith('[')) return toIpv6Key(host.slice(1, -1))
  return host !== null && isIP(host) === 4 ? host : 'no address'
}

/** Parses an address or a network such as 10.0.0.0/8; null when it is neither. */
const parseNetwork = (text: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | null => {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  const maxBits = version === 4 ? 32 : 128
  if (version === 0 || more.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return null
  const prefixLength = bits === undefined ? maxBits : Number(bits)
  return prefixLength > maxBits ? null : { address, bits: prefixLength, family: version === 4 ? 'ipv4' : 'ipv6' }
}

/** Whether the text is an IP address or a network in CIDR notation. */
export const isNetwork = (text: string): boolean => parseNetwork(text) !== null

/**
 * Creates Fastify's `trustProxy` function: whether X-Forwarded-For of a sender is trusted.
 * @param networks addresses and networks that `isNetwork` accepts
 */
export const createTrustProxy = (networks: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList()
  for (const text of networks) {
    const network = parseNetwork(text)
    if (network) list.addSubnet(network.address, network.bits, network.family)
  }
  return (address) => {
    const version = isIP(address)
    // A dual-stack server sees IPv4 senders as IPv4-mapped IPv6 addresses; BlockList matches them.
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}
