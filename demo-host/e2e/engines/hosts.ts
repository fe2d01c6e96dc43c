import { postgresMissing, startPostgres } from '../../../src/testing/postgres.ts'
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

const openFor = async (lifetime: Lifetime, serverUrl: string | undefined) => {
  const network = createNetwork()
  const settings = { backend: { accessTokenSeconds: LIFETIMES[lifetime] }, intercept: network.intercept }
  const { demo, end } = await openHost(settings, serverUrl)
  return { demo, network, end }
}

/**
 * Creates a demo host for each lifetime of access tokens that a flow needs; all engines share them. If PostgreSQL is
 * installed, they use a server of their own, because the embedded database takes time of the process that drives the
 * browser.
 */
export const createHosts = () => {
  let starting: ReturnType<typeof startPostgres> | undefined
  const serverUrl = async (): Promise<string | undefined> => {
    if (postgresMissing()) return undefined
    starting ??= startPostgres()
    return (await starting).url
  }
  const opened = new Map<Lifetime, ReturnType<typeof openFor>>()
  const open = (lifetime: Lifetime): Promise<Host> => {
    const openNew = async () => openFor(lifetime, await serverUrl())
    const host = opened.get(lifetime) ?? openNew()
    opened.set(lifetime, host)
    return host
  }
  const end = async () => {
    for (const host of opened.values()) await (await host).end()
    await (await starting)?.stop()
  }
  return { open, end }
}
