import { lookup } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { isLoopbackHost } from '../../backend/call/inner-host.ts'
import { isRecord, parseJson } from '../../kernel/safe-json.ts'
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

const TIMEOUT_MS = 5_000

const get = (url: string) => fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' })

const ENTRY = 'fe.umd.js'

/** Checks the release that pages load: from the CDN, or from this server. */
export const checkCdn = async (
  { cdnUrl }: Pick<ServeSettings, 'cdnUrl'>,
  { release, version }: { release: string; version: string },
): Promise<Finding> => {
  if (!cdnUrl) {
    return existsSync(join(release, ENTRY))
      ? { check: 'CDN', level: 'ok', text: `The server serves release ${version} itself.` }
      : { check: 'CDN', level: 'fault', text: 'The release is not built. Build it, or set CDN_URL.' }
  }
  const url = `${cdnUrl}/${version}/${ENTRY}`
  const status = await get(url).then(
    (response) => response.status,
    () => undefined,
  )
  if (status === 200) return { check: 'CDN', level: 'ok', text: `${cdnUrl} has release ${version}.` }
  const reason = status === undefined ? "can't be reached" : `responds with ${status}`
  return {
    check: 'CDN',
    level: 'fault',
    text: `CDN_URL: ${url} ${reason}. Upload the release, or correct the URL.`,
  }
}

const errorsIn = (text: string): string => {
  const body = parseJson(text)
  const errors = isRecord(body) && Array.isArray(body.errors) ? body.errors : []
  return errors.map(String).join('; ') || 'it gives no reason'
}

/** Returns a host to connect to, because "all IP addresses" includes the one of this machine. */
const reachable = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** Checks the server at the host and port of the settings, if one is running. */
export const checkServer = async ({ host, port }: Pick<ServeSettings, 'host' | 'port'>): Promise<Finding> => {
  const url = `http://${reachable(host)}:${port}`
  const response = await get(`${url}/health/ready`).catch(() => undefined)
  if (!response) return { check: 'server', level: 'ok', text: `No server runs at ${url} yet.` }
  if (response.status === 200) return { check: 'server', level: 'ok', text: `The server at ${url} is ready.` }
  if (response.status === 503)
    return {
      check: 'server',
      level: 'fault',
      text: `The server at ${url} is not ready: ${errorsIn(await response.text())}.`,
    }
  return {
    check: 'server',
    level: 'fault',
    text: `Another program listens at ${url}. Stop it, or set PORT to a free port.`,
  }
}
