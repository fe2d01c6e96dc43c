import type { DemoHost } from '../../server/demo-host.ts'
import { openHost } from '../support/host.ts'
import { createNetwork, type Network } from './network.ts'

/** Lifetimes of access tokens in seconds. */
const LIFETIMES = { usual: 300, short: 8 } as const

export type Lifetime = keyof typeof LIFETIMES

export interface Host {
  demo: DemoHost
  network: Network
}

const openFor = async (lifetime: Lifetime) => {
  const network = createNetwork()
  const { demo, end } = await openHost({
    backend: { accessTokenSeconds: LIFETIMES[lifetime] },
    intercept: network.intercept,
  })
  return { demo, network, end }
}

/** Creates a demo host for each lifetime of access tokens that a flow needs; all engines share them. */
export const createHosts = () => {
  const opened = new Map<Lifetime, ReturnType<typeof openFor>>()
  const open = (lifetime: Lifetime): Promise<Host> => {
    const host = opened.get(lifetime) ?? openFor(lifetime)
    opened.set(lifetime, host)
    return host
  }
  const end = async () => {
    for (const host of opened.values()) await (await host).end()
  }
  return { open, end }
}
