import { createCredentials } from '../../../demo-host/identity-provider/credentials.ts'
import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import { createMemoryStore } from '../store/memory.ts'
import { openKit } from '../suites/kit.test-kit.ts'
import {
  connectSaml,
  factsFor,
  postSaml,
  samlForgeries,
  samlPostLogin,
  startSaml,
} from '../suites/saml-forgeries.test-kit.ts'
import { report } from './report.test-kit.ts'

const kit = await openKit(async () => createMemoryStore())
await kit.reset()
const [keys, strangers] = [await createCredentials('idp'), await createCredentials('idp')]
await connectSaml(kit, keys)
const started = await startSaml(kit)

/** Refused at the consumer, and as a raw response too. */
const isRefused = async (response: string): Promise<boolean> => {
  await kit.store.attempts.delete({})
  const posted = await postSaml(kit, response, started.relayState)
  const raw = await samlPostLogin(kit, response || 'x'.repeat(200), started)
  return posted.handle === null && raw.status >= 400
}

const taken: string[] = []
const forgeries = samlForgeries(kit, started, { keys, strangers })
for (const [name, response] of forgeries) if (!(await isRefused(response))) taken.push(name)

const good = samlResponse(factsFor(kit, started), keys)
const first = (await postSaml(kit, good, started.relayState)).handle !== null
const replay = await isRefused(good)

report({
  row: 43,
  wanted:
    '8 wrapping forms, comment in name, two signatures, unsigned, replay, wrong audience, entity bomb: all refused',
  reached: `${forgeries.length - taken.length + (replay ? 1 : 0)} of ${forgeries.length + 1} forms refused${taken.length ? `, taken: ${taken.join(', ')}` : ''}; the rightful response ${first ? 'taken' : 'refused'}`,
  ok: taken.length === 0 && replay && first && (await kit.store.sessions.count({})) === 0,
})
await kit.close()
