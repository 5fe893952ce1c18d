// The addresses that requests come from: whom to count together, and which proxies are believed about others.
import { BlockList, isIP } from 'node:net'

/** What calls in process have for an address: the server's own pages, which are counted when they are asked for. */
export const inProcessAddress = 'in process'

// The parser of web addresses knows every spelling of an IP address and gives each of them back in one.
const spelt = (host: string): string | null => {
  const url = `http://${host}`
  if (!URL.canParse(url)) return null
  return new URL(url).hostname
}

/** The eight groups of an IPv6 address that is spelt as parsers of web addresses do. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::')
  const groups = (text = '') => (text === '' ? [] : text.split(':'))
  const [before, after] = [groups(head), groups(tail)]
  const missing = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after]
}

const octets = (high: string, low: string): string =>
  [high, low]
    .map((group) => Number.parseInt(group, 16))
    .map((group) => `${group >> 8}.${group & 255}`)
    .join('.')

/** IPv6 by its /64, which one household or one phone has all to itself; an IPv4 address in disguise as what it is. */
const keyOf6 = (host: string): string => {
  const groups = groupsOf(host)
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'
  if (isMapped) return octets(groups[6] ?? '0', groups[7] ?? '0')
  return `${groups.slice(0, 4).join(':')}::/64`
}

/**
 * Under what an address is counted, the same for each of its spellings: 2001:DB8::1 and 2001:db8:0:0:9::1 →
 * 2001:db8:0:0::/64, ::ffff:192.0.2.1 → 192.0.2.1. What is no address at all is counted together as one.
 */
export const addressKey = (address: string): string => {
  const bare = address.trim().replace(/%.*$/, '')
  const host =
    spelt(bare.includes(':') && !bare.includes('.') && !bare.startsWith('[') ? `[${bare}]` : bare) ?? spelt(`[${bare}]`)
  if (host?.startsWith('[')) return keyOf6(host.slice(1, -1))
  return host !== null && isIP(host) === 4 ? host : 'no address'
}

/** An address or a network such as 10.0.0.0/8, in its parts; null when it is neither. */
const networkOf = (text: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | null => {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  const longest = version === 4 ? 32 : 128
  if (version === 0 || more.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return null
  const length = bits === undefined ? longest : Number(bits)
  return length > longest ? null : { address, bits: length, family: version === 4 ? 'ipv4' : 'ipv6' }
}

/** Whether this names an address or a network. */
export const isNetwork = (text: string): boolean => networkOf(text) !== null

/**
 * Whether to believe what the sender at this address says about where a request comes from.
 * @param networks addresses and networks, each one that `isNetwork` takes
 */
export const believing = (networks: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList()
  for (const text of networks) {
    const network = networkOf(text)
    if (network) list.addSubnet(network.address, network.bits, network.family)
  }
  return (address) => {
    const version = isIP(address)
    // A server that listens on both families is told of an IPv4 sender in IPv6's spelling; the list knows that.
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}
