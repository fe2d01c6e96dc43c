/** A parameter of an element (RFC 7239 §4). Some proxies write the colons of IPv6 addresses without quotes. */
const PAIR = /([\w!#$%&'*+.^`|~-]+)=(?:([\w!#$%&'*+.^`|~:[\]-]+)|"((?:[^"\\]|\\.)*)")/

const PAIRS = new RegExp(PAIR, 'g')
const ELEMENT = new RegExp(`^(?:[ \\t;]|${PAIR.source}(?=[ \\t]*(?:;|$)))*$`)

/** Longer elements aren't read, so that the time for a header grows only with its length. */
const MAX_ELEMENT_LENGTH = 500

/** More proxies than a request passes. What is before them is a client's own claim. */
const MAX_NODES = 50

/** Returns the value of `for`, or an empty string if an element doesn't have exactly one. */
const nodeIn = (element: string): string => {
  const nodes = [...element.matchAll(PAIRS)].flatMap(([, name, plain, quoted = '']) =>
    name?.toLowerCase() === 'for' ? [plain ?? quoted.replace(/\\(.)/g, '$1')] : [],
  )
  return nodes.length === 1 ? (nodes[0] ?? '') : ''
}

/**
 * Returns the nodes in a `Forwarded` header (RFC 7239) in their order, such as `203.0.113.9` or `[2001:db8::9]:80`. An
 * element whose node is missing or unreadable is an empty string, and nothing before an unreadable one is returned.
 *
 * The header is read from its end, where the last proxy writes, because what clients write before it may open a
 * quotation that never ends.
 */
export const forwardedNodes = (header: string): string[] => {
  const nodes: string[] = []
  let end = header.length
  while (end > 0) {
    let comma = header.lastIndexOf(',', end - 1)
    while (comma >= 0 && end - comma <= MAX_ELEMENT_LENGTH && !ELEMENT.test(header.slice(comma + 1, end)))
      comma = comma === 0 ? -1 : header.lastIndexOf(',', comma - 1)
    const element = header.slice(comma + 1, end)
    const isUnreadable = nodes.length === MAX_NODES || element.length > MAX_ELEMENT_LENGTH || !ELEMENT.test(element)
    if (isUnreadable) return ['', ...nodes]
    // Empty elements of a list don't count (RFC 9110 §5.6.1.2).
    if (element.trim() !== '') nodes.unshift(nodeIn(element))
    end = comma
  }
  return nodes
}
