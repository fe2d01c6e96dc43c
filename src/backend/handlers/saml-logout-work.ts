import type { federation } from '../../contract/federation.ts'
import { appLink } from '../call/app-links.ts'
import { optionalText, text } from '../call/read.ts'
import { Refusal } from '../call/refusal.ts'
import { LOGIN_PER_NETWORK, takeNetworkTry } from '../domain/base/limits/limits.ts'
import type { Exchange } from '../domain/identity/access/sessions.ts'
import { postBackPage, postPage, signOutProblemPage } from '../domain/oauth/oauth-pages.ts'
import {
  endByProvider,
  endWithProvider,
  isLogoutConfirmed,
  type LogoutReply,
  requestLogout,
} from '../domain/sso/saml-logout.ts'
import type { Call } from '../http/handler.ts'
import type { SamlDelivery, SamlMessage } from '../ports/saml.ts'
import { show } from './oauth-responses.ts'

/** Length in base64; the verifier accepts no more. */
const MAX_MESSAGE_LENGTH = 50_000
const MAX_RELAY_STATE_LENGTH = 2_000

/** Redirects with 303, so that the browser doesn't repeat a posted form (RFC 9110 §15.4.4). */
const redirect = ({ reply }: Exchange, url: string): string => {
  reply.status = 303
  reply.headers.set('Location', url)
  return ''
}

const deliver = (call: Exchange, { url, fields }: SamlDelivery): string =>
  fields ? show(call.reply, postPage(call.ports, url, fields)) : redirect(call, url)

const deliverBack = (call: Exchange, { url, fields, framedBy }: LogoutReply): string =>
  fields ? show(call.reply, postBackPage(call.ports, { url, fields, framedBy })) : redirect(call, url)

/** Shows a page instead of JSON errors, because a browser navigates here. */
const orPage = async (call: Exchange, run: () => Promise<string>): Promise<string> => {
  try {
    await takeNetworkTry(call, LOGIN_PER_NETWORK)
    return await run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return show(call.reply, signOutProblemPage(call.ports, error.errors[0] ?? ''), error.status)
  }
}

const receive = async (call: Exchange, message: SamlMessage, given: { kind: string; relayState: unknown }) => {
  const relayState = optionalText(given.relayState, 'RelayState', MAX_RELAY_STATE_LENGTH) ?? ''
  if (given.kind === 'request') return deliverBack(call, await endByProvider(call, message, relayState))
  if (await isLogoutConfirmed(call.ports, message, relayState))
    return redirect(call, appLink(call.ports.config, 'loginUrl'))
  return show(
    call.reply,
    signOutProblemPage(call.ports, 'Your identity provider didn’t confirm that you’re signed out there.'),
  )
}

/** Reads forms; browsers send no cookies with them, and none are needed. */
export const samlLogoutWork = {
  endWithProvider,
  receiveLogout: (call: Call<(typeof federation)['receiveLogout']>) => {
    const kind = call.query.SAMLRequest === undefined ? 'response' : 'request'
    const message = { binding: 'redirect', query: call.caller.rawQuery ?? '' } as const
    return orPage(call, () => receive(call, message, { kind, relayState: call.query.RelayState }))
  },
  receivePostedLogout: (call: Call<(typeof federation)['receivePostedLogout']>) =>
    orPage(call, () => {
      const { SAMLRequest, SAMLResponse, RelayState } = call.body
      const kind = SAMLRequest === undefined ? 'response' : 'request'
      const value = text(SAMLRequest ?? SAMLResponse, 'SAMLRequest', MAX_MESSAGE_LENGTH)
      return receive(call, { binding: 'post', kind, value }, { kind, relayState: RelayState })
    }),
  leaveForLogout: (call: Call<(typeof federation)['leaveForLogout']>) =>
    orPage(call, async () => deliver(call, await requestLogout(call.ports, text(call.query.token, 'token', 200)))),
}
