import { anSsoConnectionRecord, aSessionRecord } from '../../testing/records.ts'
import { OFFICE, restrict } from './ip-restrictions.test-kit.ts'
import { aGroup, aUser } from './scim.test-kit.ts'
import { type Attempt, attempt, type Fixture, join, off } from './scim-isolation-fixture.test-kit.ts'

const ENFORCED = {
  name: '',
  metadataUrl: '',
  enabledAt: 1,
  lastSignInAt: null,
  test: '{}',
  enforced: true,
  updatesRoles: false,
  metadataWarnings: '[]',
}

/** Makes the user that Ada's connection sent an administrator with a password. */
const riseSibling = async ({ kit: { store } }: Fixture): Promise<string> => {
  const { userId = '' } = (await store.members.find({ tenantId: 'acme', email: 'sibling@new.test' })) ?? {}
  await store.members.update({ tenantId: 'acme', userId }, { roleIds: '["admin"]' })
  const { passwordHash } = (await store.users.get('ada')) ?? {}
  await store.users.update({ id: userId }, { passwordHash })
  return userId
}

/** Makes this user the only administrator who was ever seen in the network from which the account accepts requests. */
const allowOffice = async (fixture: Fixture): Promise<string> => {
  const { kit } = fixture
  const userId = await riseSibling(fixture)
  await kit.store.sessions.insert(aSessionRecord({ userId, ipAddress: OFFICE }))
  await restrict(kit, { ips: [OFFICE] })
  kit.peer.address = OFFICE
  return userId
}

/** Requires single sign-on through a connection that never worked, and exempts only this user. */
const requireSso = async (fixture: Fixture): Promise<void> => {
  const { store } = fixture.kit
  const at = { tenantId: 'acme', createdAt: 1, updatedAt: 1 }
  const exemptUserIds = JSON.stringify([await riseSibling(fixture)])
  const ready = { enabled: true, ssoEndpoint: 'https://idp.test/sso', publicCertificate: 'never tried' }
  await store.ssoConnections.insert(anSsoConnectionRecord({ id: 'sso-acme', ...ready }))
  await store.ssoSetups.insert({ id: 'sso-acme', ...ENFORCED, ...at, exemptUserIds })
}

/** Does the same with a user who is an administrator by a group of Ada's connection. */
const allowOfficeByGroup = async (fixture: Fixture): Promise<void> => {
  const { kit, sibling, ids } = fixture
  await sibling('PATCH', `Groups/${ids.siblingGroup}`, { body: join(ids.sibling) })
  const userId = await allowOffice(fixture)
  await kit.store.groups.update({ id: ids.siblingGroup }, { roleIds: '["admin"]' })
  await kit.store.members.update({ tenantId: 'acme', userId }, { roleIds: '[]' })
}

/** Creates an attempt of an administrator's connection, whose permissions would suffice. */
const bySibling = (
  what: string,
  prepare: NonNullable<Attempt['prepare']>,
  make: (fixture: Fixture) => readonly [method: string, path: string, body?: object],
): Attempt => ({
  what,
  prepare,
  run: async (fixture) => {
    const [method, path, body] = make(fixture)
    return (await fixture.sibling(method, path, { body })).status
  },
})

const WAYS_IN: readonly Attempt[] = [
  bySibling('deactivates the only administrator whom the IP allow list lets in', allowOffice, ({ ids }) => [
    'PATCH',
    `Users/${ids.sibling}`,
    off,
  ]),
  bySibling('deletes the only administrator whom required single sign-on lets in', requireSso, ({ ids }) => [
    'DELETE',
    `Users/${ids.sibling}`,
  ]),
  bySibling('takes the only administrator who gets in out of a group', allowOfficeByGroup, ({ ids }) => [
    'PUT',
    `Groups/${ids.siblingGroup}`,
    aGroup('Sibling'),
  ]),
  bySibling('deletes the group of the only administrator who gets in', allowOfficeByGroup, ({ ids }) => [
    'DELETE',
    `Groups/${ids.siblingGroup}`,
  ]),
]

const ownerLeaves = ({ kit: { store } }: Fixture) => store.members.delete({ tenantId: 'acme', userId: 'tom' })

const OWNER_LEFT: readonly Attempt[] = [
  attempt('claims an administrator', () => ['POST', 'Users', aUser('ada@acme.test')]),
  attempt('deactivates an administrator', ({ ids }) => ['PATCH', `Users/${ids.risen}`, off]),
  attempt('deletes an administrator', ({ ids }) => ['DELETE', `Users/${ids.risen}`]),
  attempt('adds a user to a group with a role', ({ ids }) => ['PATCH', `Groups/${ids.rich}`, join(ids.own)]),
  attempt('adds a user to a group of administrators', ({ ids }) => ['PATCH', `Groups/${ids.high}`, join(ids.own)]),
  attempt('deletes a group of administrators', ({ ids }) => ['DELETE', `Groups/${ids.high}`]),
].map((one) => ({ ...one, what: `${one.what} after the owner of its token left`, prepare: ownerLeaves }))

const BULK_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest'

/**
 * Creates an attempt with a Bulk request. Its status is the lowest one, so that a single operation that succeeds
 * counts.
 */
const inBulk = (what: string, make: (fixture: Fixture) => readonly object[]): Attempt => ({
  what: `${what} in a Bulk request`,
  run: async (fixture) => {
    const body = { schemas: [BULK_SCHEMA], Operations: make(fixture) }
    const response = await fixture.scim('POST', 'Bulk', { body })
    const statuses: number[] = response.body.Operations.map(({ status }: { status: string }) => Number(status))
    return Math.min(...statuses)
  },
})

const BULK: readonly Attempt[] = [
  inBulk('changes a user of another account', ({ ids }) => [
    { method: 'PUT', path: `/Users/${ids.foreign}`, data: aUser('taken@new.test') },
    { method: 'DELETE', path: `/Users/${ids.foreign}` },
  ]),
  inBulk('changes users and groups of another connection', ({ ids }) => [
    { method: 'PATCH', path: `/Users/${ids.sibling}`, data: off },
    { method: 'PATCH', path: `/Groups/${ids.siblingGroup}`, data: join(ids.own) },
  ]),
  inBulk('adds its user to groups whose roles are not its owner’s to give', ({ ids }) => [
    { method: 'PATCH', path: `/Groups/${ids.rich}`, data: join(ids.own) },
    { method: 'PATCH', path: `/Groups/${ids.high}`, data: join(ids.own) },
  ]),
  inBulk('claims and deactivates administrators', ({ ids }) => [
    { method: 'POST', path: '/Users', bulkId: 'ada', data: aUser('ada@acme.test') },
    { method: 'PATCH', path: `/Users/${ids.risen}`, data: off },
  ]),
  inBulk('calls Bulk', ({ ids }) => [
    { method: 'POST', path: '/Bulk', bulkId: 'inner', data: { schemas: [BULK_SCHEMA], Operations: [] } },
    { method: 'PATCH', path: `/Groups/${ids.rich}/../${ids.high}`, data: join(ids.own) },
  ]),
]

/** Attempts that a directory makes with its own users. */
export const OWN_ATTEMPTS: readonly Attempt[] = [...WAYS_IN, ...OWNER_LEFT, ...BULK]
