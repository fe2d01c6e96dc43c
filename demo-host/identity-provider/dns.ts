/** The TXT records of the demo's domains: `.test` is not in the public DNS (RFC 6761 §6.2). */
export interface Dns {
  add(domain: string, value: string): void
  /** Returns all records, newest last. */
  records(): readonly { domain: string; value: string }[]
  resolveTxt(domain: string): Promise<readonly string[]>
}

export const createDns = (): Dns => {
  const zone = new Map<string, string[]>()
  return {
    add: (domain, value) => void zone.set(domain, [...(zone.get(domain) ?? []), value]),
    records: () => [...zone].flatMap(([domain, values]) => values.map((value) => ({ domain, value }))),
    resolveTxt: async (domain) => zone.get(domain) ?? [],
  }
}
