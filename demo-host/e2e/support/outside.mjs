// `node --import` loads this file into the packed server. The production server refuses services on this machine, so this
// file simulates the Internet. Names in `OUTSIDE` (JSON, from host to origin) lead to stand-ins, and TXT records come from
// `OUTSIDE_DNS`; everything else that the server does stays as in production.
import { promises as dns } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

const outside = JSON.parse(process.env.OUTSIDE ?? '{}')
/** A public IP address, which the server's guard accepts; no connection goes there. */
const PUBLIC = { address: '8.8.8.8', family: 4 }

const { lookup } = dns
dns.lookup = async (host, options) => {
  if (!outside[host]) return lookup(host, options)
  return options?.all ? [PUBLIC] : PUBLIC
}
dns.Resolver.prototype.resolveTxt = async (domain) => {
  const values = await (await fetch(process.env.OUTSIDE_DNS + domain)).json()
  return values.map((value) => [value])
}

const { request } = https
https.request = (...args) => {
  const [target, ...rest] = args
  const isUrl = typeof target === 'string' || target instanceof URL
  const url = isUrl ? new URL(target) : new URL(target.path ?? '/', `https://${target.hostname ?? target.host}`)
  const origin = outside[url.hostname]
  if (!origin) return request(...args)
  const { lookup: _lookup, agent: _agent, ...options } = isUrl ? rest[0] : target
  const { hostname, port } = new URL(origin)
  const path = url.pathname + url.search
  return http.request({ ...options, protocol: 'http:', hostname, host: hostname, port, path }, rest[isUrl ? 1 : 0])
}
syncBuiltinESMExports()
