import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isLoopbackHost } from '../../backend/call/inner-host.ts'
import type { ServeSettings } from '../settings.ts'
import type { Finding } from './finding.ts'

const checkHost = async (name: string, origin: string): Promise<Finding[]> => {
  const { hostname } = new URL(origin)
  if (isLoopbackHost(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return []
  try {
    const { address } = await lookup(hostname)
    return [{ check: 'DNS', level: 'ok', text: `${name}: ${hostname} is ${address}.` }]
  } catch {
    return [
      {
        check: 'DNS',
        level: 'fault',
        text: `${name}: ${hostname} has no IP address. Add an A or AAAA record, or correct the URL.`,
      },
    ]
  }
}

/** Checks whether the public host names exist; those of this machine need no record. */
export const checkHosts = async ({ apiUrl, client, clients }: ServeSettings): Promise<Finding[]> => {
  const more = clients.map(({ appUrl }, at): [string, string] => [`CLIENTS[${at}].appUrl`, appUrl])
  const named: [string, string][] = [['API_URL', apiUrl], ['APP_URL', client.appUrl], ...more]
  return (await Promise.all(named.map(([name, origin]) => checkHost(name, origin)))).flat()
}
