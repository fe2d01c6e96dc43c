import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import { aMemberRecord, aUserRecord } from '../../testing/records.ts'
import type { EventRows } from './event-actions.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { providerKeys } from './provider-keys.test-kit.ts'
import { connectSaml, factsFor, postSaml, redeemSaml, startSaml } from './saml-forgeries.test-kit.ts'

const EMAIL = 'eve@saml.test'

const signInBySso = async (kit: Kit): Promise<void> => {
  const keys = await providerKeys()
  await connectSaml(kit, keys)
  const started = await startSaml(kit, EMAIL)
  const posted = await postSaml(kit, samlResponse(factsFor(kit, started, EMAIL), keys), started.relayState)
  const { status, body } = await redeemSaml(kit, posted, started)
  if (status !== 200) throw new Error(`Sign-in by SSO: ${JSON.stringify(body)}`)
}

/** Arrivals by single sign-on, with the events that they cause. */
export const SINGLE_SIGN_ON: EventRows = {
  'a new user signs in by single sign-on': [
    ['frontegg.user.created', 'frontegg.user.joinedTenant', 'frontegg.user.authenticated'],
    (_call, kit) => signInBySso(kit),
  ],
  'a user of another account signs in by single sign-on': [
    ['frontegg.user.joinedTenant', 'frontegg.user.authenticated'],
    async (_call, kit) => {
      await kit.store.users.insert(aUserRecord({ id: 'eve', tenantId: 'globex', email: EMAIL, verified: true }))
      const member = { id: 'eve-globex', tenantId: 'globex', userId: 'eve', email: EMAIL, activated: true }
      await kit.store.members.insert(aMemberRecord(member))
      await signInBySso(kit)
    },
  ],
  'an invited user signs in by single sign-on': [
    ['frontegg.user.activated', 'frontegg.user.authenticated'],
    async (_call, kit) => {
      await kit.store.users.insert(aUserRecord({ id: 'eve', tenantId: 'acme', email: EMAIL, verified: true }))
      const member = { id: 'eve-acme', tenantId: 'acme', userId: 'eve', email: EMAIL, activated: false }
      await kit.store.members.insert(aMemberRecord(member))
      await signInBySso(kit)
    },
  ],
}
