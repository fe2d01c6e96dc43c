import { createCredentials } from '../../../demo-host/identity-provider/credentials.ts'
import { logoutRequestXml, signedQuery } from '../../../demo-host/identity-provider/saml-logout.ts'
import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import { addSamlKey } from '../domain/sso/saml-keys.ts'
import { createMemoryStore } from '../store/memory.ts'
import { openKit } from '../suites/kit.test-kit.ts'
import { encryptedForgeries } from '../suites/saml-encryption.test-kit.ts'
import {
  connectSaml,
  factsFor,
  postSaml,
  samlForgeries,
  samlPostLogin,
  startSaml,
} from '../suites/saml-forgeries.test-kit.ts'
import {
  allowLogout,
  byRedirect,
  enterBySaml,
  forgedLogouts,
  liveSessions,
  requestFor,
} from '../suites/saml-logout.test-kit.ts'
import { report } from './report.test-kit.ts'

const kit = await openKit(async () => createMemoryStore())
await kit.reset()
const [keys, strangers] = [await createCredentials('idp'), await createCredentials('idp')]
await connectSaml(kit, keys)
await allowLogout(kit)
const { certificate } = await addSamlKey(kit.ports, 'acme')
const started = await startSaml(kit)

/** Returns whether a response is refused at the consumer and as a raw response. */
const isRefused = async (response: string): Promise<boolean> => {
  await kit.store.attempts.delete({})
  const posted = await postSaml(kit, response, started.relayState)
  const raw = await samlPostLogin(kit, response || 'x'.repeat(200), started)
  return posted.handle === null && raw.status >= 400
}

const taken: string[] = []
const encrypted = await encryptedForgeries(factsFor(kit, started), { keys, strangers, certificate })
const forgeries = [...samlForgeries(kit, started, { keys, strangers }), ...encrypted]
for (const [name, response] of forgeries) if (!(await isRefused(response))) taken.push(name)

const good = samlResponse(factsFor(kit, started), keys)
const first = (await postSaml(kit, good, started.relayState)).handle !== null
const replay = await isRefused(good)

report({
  row: 43,
  wanted:
    '8 wrapping forms, comment in name, two signatures, unsigned, replay, wrong audience, entity bomb: all refused, with encryption and logout enabled',
  reached: `${forgeries.length - taken.length + (replay ? 1 : 0)} of ${forgeries.length + 1} forms refused${taken.length ? `, taken: ${taken.join(', ')}` : ''}; the rightful response ${first ? 'taken' : 'refused'}`,
  ok: taken.length === 0 && replay && first && (await kit.store.sessions.count({})) === 0,
})

/** Forged logout messages that ended the session. */
const ending: string[] = []
await kit.reset()
await connectSaml(kit, keys)
await allowLogout(kit)
await enterBySaml(kit, keys, { email: 'eve@saml.test', sessionIndex: '_one' })
const logouts = forgedLogouts(kit, { keys, strangers })
for (const { name, send } of logouts) {
  await kit.store.attempts.delete({})
  await send()
  if ((await liveSessions(kit)) !== 1) ending.push(name)
}
const query = signedQuery(logoutRequestXml(requestFor(kit)), keys, { field: 'SAMLRequest' })
await byRedirect(kit, query)
const isEnded = (await liveSessions(kit)) === 0
await enterBySaml(kit, keys, { email: 'eve@saml.test', sessionIndex: '_one' })
await byRedirect(kit, query)
if ((await liveSessions(kit)) !== 1) ending.push('replay')

report({
  row: 43,
  wanted: '20 kinds of forged or replayed logout messages end no session; the rightful one ends exactly its own',
  reached: `${logouts.length + 1 - ending.length} of ${logouts.length + 1} kinds ended none${ending.length ? `, ended: ${ending.join(', ')}` : ''}; the rightful one ${isEnded ? 'ended its session' : 'was refused'}`,
  ok: ending.length === 0 && logouts.length >= 20 && isEnded,
})
await kit.close()
