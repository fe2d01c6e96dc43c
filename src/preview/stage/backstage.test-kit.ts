import { renderMail } from '../../backend/adapters/branded-mailer.ts'
import { groupKeysOf } from '../../backend/domain/directory/scim/keys.ts'
import type { AnyEndpoint, BodyOf, InputOf, ResponseOf } from '../../contract/endpoint.ts'
import { login } from '../../contract/login.ts'
import { fillPath } from '../../contract/path.ts'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import { aGroupRecord } from '../../testing/records.ts'
import { type Jar, openPreviewBackend } from '../preview-backend.ts'
import { until } from './until.test-kit.ts'

type Pass = () => Promise<Response>
/** Responds instead of the backend, which `pass` calls; `undefined` passes the request on unchanged. */
export type Route = (request: Request, pass: Pass) => Promise<Response | undefined> | Response | undefined

export const BASE_URL = 'https://api.test/frontegg'
export const PASSWORD = 'Correct-Horse-9'
/** Meets the demo's password rules and is on no list of known passwords. */
export const NEW_PASSWORD = 'Brave-Otter-Lantern-42'

const PREVIEW = 'https://preview.invalid'
const BRAND = { name: 'Preview', logo: '' }
const JSON_TYPE = { 'content-type': 'application/json' }

/** Opens the reference backend in this page, with routes between it and the product. */
export const openBackstage = async (clock: Clock = systemClock) => {
  const jar: Jar = new Map()
  const backend = await openPreviewBackend({ clock }, jar)
  const { store } = backend.ports
  const outbox: { to: string; text: string }[] = []
  // This backend has its own ports.
  backend.ports.mailer.send = async (mail) => void outbox.push({ to: mail.to, text: renderMail(mail, BRAND).text })
  backend.ports.texter.send = async (to, text) => void outbox.push({ to, text })
  let route: Route | undefined
  let made = 0

  const toBackend = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const url = `${PREVIEW}${pathname.replace('/frontegg', '')}${search}`
    const { method, headers, signal } = request
    const body = method === 'GET' ? null : await request.arrayBuffer()
    const response = await backend.send(new Request(url, { method, headers, body }))
    // A page that has navigated away reads no response.
    if (signal.aborted) throw signal.reason
    return response
  }

  /** Resets the browser to one that was never here. Failed attempts of others are deleted too. */
  const signOut = () => {
    jar.clear()
    localStorage.clear()
    sessionStorage.clear()
  }

  const latestTo = (to: string): string => outbox.findLast((one) => one.to === to)?.text ?? ''

  return {
    jar,
    store,
    ports: backend.ports,
    ledger: backend.ledger,
    fetch: (async (input, init) => {
      const request = new Request(input, init)
      return (await route?.(request, () => toBackend(request))) ?? toBackend(request)
    }) as typeof fetch,
    /** Returns the code of the latest message to an email or phone number, which is sent after the response. */
    codeTo: (to: string) => until(`a code to ${to}`, () => /\b\d{6}\b/.exec(latestTo(to))?.[0]),
    /** Returns the URL of the link in the latest message to an email. */
    placeFor: async (to: string) => {
      const url = await until(`a link to ${to}`, () => /https?:\/\/\S+/.exec(latestTo(to))?.[0])
      return url.replace(/^https?:\/\/[^/]+/, '')
    },
    /** Intercepts requests from now on; without an argument, none. */
    intercept(next?: Route) {
      route = next
    },
    signOut,
    /** Creates a user's session, as after a sign-in. */
    async signIn(email: string) {
      signOut()
      await backend.signIn(email)
    },
    /** Returns the API for another client of a user. */
    async as(email: string) {
      const own = { email, password: PASSWORD }
      const post = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(own) }
      const before = new Map(jar)
      const { accessToken } = await (await backend.send(new Request(PREVIEW + login.login.path, post))).json()
      jar.clear()
      for (const [name, value] of before) jar.set(name, value)
      return async <E extends AnyEndpoint>({ method, path }: E, input?: InputOf<E>): Promise<ResponseOf<E>> => {
        const { path: values = {}, body } = (input ?? {}) as { path?: Record<string, string>; body?: BodyOf<E> }
        const request = new Request(PREVIEW + fillPath(path, values), {
          method,
          headers: { ...JSON_TYPE, authorization: `Bearer ${accessToken}` },
          ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
        })
        const response = await backend.send(request)
        const text = await response.text()
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
        // The contract specifies this endpoint's body.
        return JSON.parse(text || 'null')
      }
    },
    /** Adds a group as if a connection's directory had pushed it. */
    async pushGroup(tenantId: string, connectionId: string, displayName: string) {
      const own = { id: `group of ${connectionId}`, tenantId, createdAt: Date.now(), updatedAt: Date.now() }
      const resource = JSON.stringify({ displayName })
      await store.groups.insert(aGroupRecord({ ...own, name: displayName, managedBy: 'scim2' }))
      await store.directoryGroups.insert({
        ...own,
        ...groupKeysOf({ displayName }),
        connectionId,
        resource,
        version: 1,
      })
    },
    /** Adds an active user like a sample one: the same tenants, roles and password. */
    async recruit(like: string, name: string) {
      const model = await store.users.find({ email: like })
      if (!model) throw new Error(`${like} isn't a sample user`)
      made += 1
      const newUser = { id: `recruit-${made}`, email: `recruit-${made}@acme.test`, name }
      await store.users.insert({ ...model, ...newUser })
      for (const member of await store.members.list({ userId: model.id }))
        await store.members.insert({
          ...member,
          id: `${member.id} ${newUser.id}`,
          userId: newUser.id,
          email: newUser.email,
          name,
        })
      return newUser
    },
    /** Creates an account with an administrator for one case, so that no case changes another's. */
    async ownAccount(name: string) {
      const acme = await store.tenants.find({ name: 'Acme' })
      if (!acme) throw new Error('Acme is not a sample account')
      made += 1
      const id = `own-account-${made}`
      const tenant = { ...acme, id, name: `${name} ${made}`, alias: id, settings: '{}' }
      await store.tenants.insert(tenant)
      const newUser = await this.recruit('ada@acme.test', `${name} Boss`)
      await store.users.update({ id: newUser.id }, { tenantId: id })
      await store.members.update({ userId: newUser.id }, { tenantId: id })
      return { tenant, newUser }
    },
    /** Changes fields of the vendor's policy; the returned function restores it. */
    async setPolicy(kind: string, value: object) {
      const before = await store.policies.find({ tenantId: null, kind })
      const changed = JSON.stringify({ ...JSON.parse(before?.value ?? '{}'), ...value })
      const id = before?.id ?? `policy ${kind}`
      if (before) await store.policies.update({ id }, { value: changed })
      else await store.policies.insert({ id, tenantId: null, kind, value: changed, createdAt: 0, updatedAt: 0 })
      return async (): Promise<void> => {
        if (before) await store.policies.update({ id }, { value: before.value })
        else await store.policies.delete({ id })
      }
    },
  }
}

export type Backstage = Awaited<ReturnType<typeof openBackstage>>
