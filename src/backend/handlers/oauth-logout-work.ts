import type { authorization } from '../../contract/authorization.ts'
import type { session as sessionTable } from '../../contract/session.ts'
import { toText } from '../../kernel/base64url.ts'
import { isRecord, parseJson } from '../../kernel/safe-json.ts'
import type { Reply } from '../call/caller.ts'
import { isAllowedOrigin } from '../call/origins.ts'
import { isEqual } from '../domain/base/constant-time.ts'
import { browserSession } from '../domain/identity/sessions/browser-session.ts'
import { signOut } from '../domain/identity/sessions/end-session.ts'
import { liveSession } from '../domain/identity/sessions/live-session.ts'
import { findClient } from '../domain/oauth/oauth-clients.ts'
import { confirmLogoutPage, signedOutPage, signOutProblemPage } from '../domain/oauth/oauth-pages.ts'
import { isRegistered } from '../domain/oauth/registered-url.ts'
import type { Call } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import type { SessionRecord } from '../store/records.ts'
import { isFetch, leaveFor, show } from './oauth-responses.ts'

type AnyCall = Pick<Call<(typeof sessionTable)['oauthLogout']>, 'ports' | 'caller' | 'reply'>

interface Wish {
  post_logout_redirect_uri?: string
  state?: string
  id_token_hint?: string
  client_id?: string
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Reads the parameters of a logout; a form may contain anything. */
const wishOf = (body: object): Wish => {
  const fields: Readonly<Record<string, unknown>> = { ...body }
  return {
    post_logout_redirect_uri: textOf(fields.post_logout_redirect_uri),
    state: textOf(fields.state),
    id_token_hint: textOf(fields.id_token_hint),
    client_id: textOf(fields.client_id),
  }
}

const NOT_LISTED = 'The URL to return to after signing out is not registered.'
const OTHER_CLIENT = 'The application that asks to sign you out isn’t the one that you signed in to.'

const hintedClientOf = ({ id_token_hint: hint }: Wish): string => (hint ? claimOf(hint, 'aud') : '')

/** Returns the client that an ID token was issued to, or that is named (RP-Initiated Logout 1.0 §2). */
const clientOf = async (ports: Ports, wish: Wish) => {
  const named = hintedClientOf(wish) || wish.client_id
  return (await findClient(ports, named)) ?? (await findClient(ports, ports.config.clientId))
}

/** Returns why a logout is refused: its client isn't that of the ID token, or the URL is none of the client's. */
const problemOf = async (ports: Ports, wish: Wish): Promise<string | undefined> => {
  const { post_logout_redirect_uri: uri, client_id: id } = wish
  const hinted = hintedClientOf(wish)
  if (id && hinted && hinted !== id) return OTHER_CLIENT
  if (!uri) return undefined
  const client = await clientOf(ports, wish)
  return client && isRegistered(client, client.postLogoutRedirectUris, uri) ? undefined : NOT_LISTED
}

/** Returns the URL to redirect to with the state; its own query is kept as it is registered. */
const returnOf = ({ post_logout_redirect_uri: uri, state }: Wish): string | undefined => {
  if (!uri) return undefined
  const target = new URL(uri)
  if (state !== undefined) target.search += `${target.search ? '&' : '?'}${new URLSearchParams({ state })}`
  return target.href
}

const confirmationFor = (ports: Ports, session: SessionRecord) => ports.keyedHash('logout-confirmation', session.id)

/** Returns whether the hint is an ID token of this session, expired or not (RP-Initiated Logout 1.0 §2). */
const isHinted = async (ports: Ports, session: SessionRecord, hint: string | undefined): Promise<boolean> => {
  if (!hint) return false
  const client = await clientOf(ports, { id_token_hint: hint })
  const claims = client && (await ports.signer.verify(hint, session.createdAt, client.id))
  return claims?.sid === session.id
}

/** Reads an unverified claim, only to look up the data that the token is verified with. */
const claimOf = (token: string, name: 'sid' | 'aud'): string => {
  const part = token.split('.')[1] ?? ''
  try {
    const claims = parseJson(toText(part))
    const value = isRecord(claims) ? claims[name] : undefined
    return typeof value === 'string' ? value : ''
  } catch {
    return ''
  }
}

/** Returns the session that a hint proves, for callers without the cookie: a server, or a page of another site. */
const hintedSession = async (ports: Ports, hint: string | undefined): Promise<SessionRecord | undefined> => {
  const session = hint ? await liveSession(ports, claimOf(hint, 'sid')) : undefined
  if (!session) return undefined
  return (await isHinted(ports, session, hint)) ? session : undefined
}

/**
 * A link or an image on a foreign page also sends the cookie, so these checks decide whether the request is genuine.
 */
const isAskedByUs = async ({ ports, caller }: AnyCall, session: SessionRecord, wish: Wish): Promise<boolean> => {
  const { origin } = caller
  if (origin !== undefined && isAllowedOrigin(ports.config, origin)) return true
  return caller.header('sec-fetch-site') === 'same-origin' || isHinted(ports, session, wish.id_token_hint)
}

const goOn = (ports: Ports, reply: Reply, target: string | undefined): string | undefined => {
  if (target === undefined) return show(reply, signedOutPage(ports))
  leaveFor(reply, target)
  return undefined
}

/** Responds to a script with the redirect URL as text instead of `Location`, so that the script can read it. */
const respondToScript = async (
  call: AnyCall,
  wish: Wish,
  session: SessionRecord | undefined,
  target: string | undefined,
) => {
  // Without this browser's cookie no session has ended, so the page itself must navigate here.
  if (!session || !(await isAskedByUs(call, session, wish))) return undefined
  await signOut(call, session)
  if (target === undefined) return undefined
  call.reply.status = 302
  return target
}

const logout = async (call: AnyCall, wish: Wish): Promise<string | undefined> => {
  const { ports, caller, reply } = call
  const problem = await problemOf(ports, wish)
  if (problem !== undefined) return show(reply, signOutProblemPage(ports, problem), 400)
  const target = returnOf(wish)
  const session = (await browserSession(ports, caller)) ?? (await hintedSession(ports, wish.id_token_hint))
  if (isFetch(caller)) return respondToScript(call, wish, session, target)
  if (!session) return goOn(ports, reply, target)
  if (!(await isAskedByUs(call, session, wish))) {
    const { post_logout_redirect_uri, state, client_id, id_token_hint } = wish
    const confirmation = await confirmationFor(ports, session)
    return show(
      reply,
      confirmLogoutPage(ports, { confirmation, post_logout_redirect_uri, state, client_id, id_token_hint }),
    )
  }
  await signOut(call, session)
  return goOn(ports, reply, target)
}

const confirm = async (call: Call<(typeof authorization)['confirmLogout']>): Promise<string | undefined> => {
  const { ports, caller, reply, body } = call
  if (body.confirmation === undefined) return logout(call, wishOf(body))
  const wish = wishOf(body)
  const problem = await problemOf(ports, wish)
  if (problem !== undefined) return show(reply, signOutProblemPage(ports, problem), 400)
  const target = returnOf(wish)
  const session = await browserSession(ports, caller)
  const given = typeof body.confirmation === 'string' ? body.confirmation : ''
  if (session && !isEqual(given, await confirmationFor(ports, session))) {
    return show(reply, signOutProblemPage(ports, 'This page is out of date. Sign out again.'), 400)
  }
  if (session) await signOut(call, session)
  return goOn(ports, reply, target)
}

export const oauthLogoutWork = { logout, confirm }
