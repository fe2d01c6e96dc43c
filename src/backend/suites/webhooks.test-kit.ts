import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fillPath } from '../../contract/path.ts'
import { team } from '../../contract/users.ts'
import { connectivity, webhooks } from '../../contract/webhooks.ts'
import { deliverLane, dueLanes } from '../domain/delivery/queue/keep-delivering.ts'
import { EVENT_CATALOG } from '../domain/events/catalog.ts'
import type { Kit } from './kit.test-kit.ts'

interface Received {
  headers: IncomingHttpHeaders
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails when it is not there
  json: any
}

/** Starts a receiver on this machine; `respond` determines each response, and `hang` never sends one. */
export const startReceiver = async () => {
  const received: Received[] = []
  const control: { respond: (got: Received) => number; headers: Record<string, string> } = {
    respond: () => 200,
    headers: {},
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const got = { headers: request.headers, body, json: JSON.parse(body) }
      received.push(got)
      response.writeHead(control.respond(got), { 'content-type': 'application/json', ...control.headers })
      response.end('{"seen":true}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://localhost:${port}/hooks`, received, control, close }
}

export const SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`

const ALL = EVENT_CATALOG.flatMap(({ events }) => events.map(({ key }) => key))

export const webhookCalls = (kit: () => Kit) => ({
  asAda: async () => (await kit().signIn('ada@acme.test')).token,
  create: (token: string, body: object) =>
    kit().call('POST', connectivity.createWebhook.path, {
      token,
      body: { displayName: 'CRM', description: '', secret: SECRET, isActive: true, ...body },
    }),
  list: (token: string) => kit().call('GET', connectivity.listWebhooks.path, { token }),
  /** Updates a webhook with all its fields, as the wire requires. */
  update: (token: string, _id: string, changes: object) => {
    const fields = { displayName: 'CRM', description: '', url: 'http://localhost:9/', eventKeys: ALL, isActive: true }
    const body = { _id, ...fields, secret: null, ...changes }
    return kit().call('PATCH', fillPath(connectivity.updateWebhook.path, { _id }), { token, body })
  },
  remove: (token: string, id: string) =>
    kit().call('DELETE', fillPath(connectivity.deleteWebhook.path, { id }), { token }),
  logs: (token: string, id: string, query = '') =>
    kit().call('GET', `${connectivity.listWebhookLogs.path}?id=${id}${query}`, { token }),
  attempt: (token: string, id: string) =>
    kit().call('GET', fillPath(webhooks.getWebhookAttempt.path, { id }), { token }),
  retry: (token: string, id: string) =>
    kit().call('POST', fillPath(connectivity.retryWebhookLog.path, { id }), { token, body: {} }),
  rotate: (token: string, id: string, secret: string | null = null) =>
    kit().call('POST', fillPath(webhooks.rotateWebhookSecret.path, { id }), { token, body: { secret } }),
  resend: (token: string, id: string, since: string) =>
    kit().call('POST', fillPath(webhooks.resendWebhookEvents.path, { id }), { token, body: { since } }),
  statuses: (token: string) => kit().call('GET', webhooks.listWebhookStatuses.path, { token }),
  test: (token: string, body: object) =>
    kit().call('POST', connectivity.testWebhook.path, { token, body: { secret: null, ...body } }),
  invite: (token: string, email: string) =>
    kit().call('POST', team.addUser.path, {
      token,
      body: { email, name: 'New', provider: 'local', roleIds: ['member'] },
    }),
  rename: (token: string, id: string, name: string) =>
    kit().call('PUT', team.updateMember.path, { token, body: { id, name } }),
  /** Delivers everything that is due, like a worker. */
  deliver: async () => {
    const { ports } = kit()
    await Promise.all((await dueLanes(ports)).map(({ lane }) => deliverLane(ports, lane)))
  },
})
