import { invitation } from '../../contract/invitation.ts'
import { login } from '../../contract/login.ts'
import { password } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import { policies } from '../../contract/policies.ts'
import { team } from '../../contract/users.ts'
import { asAdministrator } from './session-administrator.test-kit.ts'
import { emailOf, type Fixture, TENANTS, USERS } from './session-fixture.test-kit.ts'
import { type Model, placeOf } from './session-model.test-kit.ts'

/** The result of a caller's move, with the fault that the model finds in it. */
export interface Got {
  move: string
  fault: string | undefined
  /** Set to `false` for a move that returns no token and is only counted. */
  isToken?: false
}

export type Move = (fixture: Fixture) => Promise<(Got | undefined)[]>

const done = (move: string): Got[] => [{ move, fault: undefined, isToken: false }]

const accept: Move = async (fixture) => {
  const { kit, model, random } = fixture
  const open = [...model.invitations.keys()]
  if (open.length === 0) return []
  const key = random.pick(open)
  const response = await kit.call('POST', invitation.acceptInvitation.path, { body: model.invitations.get(key) ?? {} })
  if (response.status !== 200) return []
  model.invitations.delete(key)
  const place = model.places.get(key)
  if (place) place.isActive = true
  return done('accept')
}

/** Invites a user as an administrator; sometimes an invited user opens the emailed link instead. */
export const invite: Move = async (fixture) => {
  const { model, random, kit } = fixture
  if (random.chance(0.5)) return accept(fixture)
  const [user, tenantId] = [random.pick(USERS), random.pick(TENANTS)]
  const key = `${user} ${tenantId}`
  if (model.places.has(key)) return []
  const body = { email: emailOf(user), roleIds: ['member'], provider: 'local' }
  const response = await asAdministrator(fixture, tenantId, { method: 'POST', path: team.addUser.path, body })
  if (response.status >= 300) return []
  const { userId, token } = kit.lastLink()
  model.places.set(key, { isActive: false, isAdmin: false })
  model.invitations.set(key, { userId, token })
  return done('invite')
}

const placesOf = ({ places }: Model, user: string): number =>
  [...places.keys()].filter((key) => key.startsWith(`${user} `)).length

/** The last membership of a user is kept, because the user would be deleted with it. */
export const remove: Move = async (fixture) => {
  const { model, random } = fixture
  const [user, tenantId] = [random.pick(USERS), random.pick(TENANTS)]
  if (!placeOf(model, user, tenantId) || placesOf(model, user) < 2) return []
  const path = fillPath(team.deleteMember.path, { userId: user })
  const response = await asAdministrator(fixture, tenantId, { method: 'DELETE', path })
  if (response.status >= 300) return []
  model.places.delete(`${user} ${tenantId}`)
  return done('remove')
}

const WRONG_TRIES = 5

const lockOut: Move = async ({ kit, model, random }) => {
  const user = random.pick(USERS)
  const body = { email: emailOf(user), password: 'Wrong-Horse-1' }
  for (let attempt = 0; attempt < WRONG_TRIES; attempt++) await kit.call('POST', login.login.path, { body })
  if ((await kit.store.users.get(user))?.lockedAt == null) return []
  model.locked.add(user)
  return done('lock')
}

/** Resets a password, which ends the lockout and every session of the user. */
const resetPassword: Move = async ({ kit, model, random, passwords }) => {
  if (model.locked.size === 0) return []
  const user = random.pick([...model.locked])
  await kit.call('POST', password.forgotPassword.path, { body: { email: emailOf(user) } })
  const { userId, token } = kit.lastLink()
  if (userId !== user) return []
  const newPassword = `Reset-Horse-${random.below(1_000_000)}-Q`
  const body = { userId, token, password: newPassword }
  if ((await kit.call('POST', password.resetPassword.path, { body })).status !== 200) return []
  passwords.set(user, newPassword)
  model.locked.delete(user)
  for (const session of model.sessions) if (session.user === user) session.isLive = false
  return done('unlock')
}

export const lock: Move = (fixture) => (fixture.random.chance(0.5) ? resetPassword(fixture) : lockOut(fixture))

export const changePolicy: Move = async (fixture) => {
  const { model, random } = fixture
  const tenantId = random.pick(TENANTS)
  const isStrict = !model.strict.has(tenantId)
  const path = policies.getMfaPolicy.path
  const { id } = (await asAdministrator(fixture, tenantId, { method: 'GET', path })).body
  const isOwn = id !== ''
  const body = { enforceMFAType: isStrict ? 'Force' : 'DontForce', ...(isOwn && { id }) }
  const response = await asAdministrator(fixture, tenantId, { method: isOwn ? 'PATCH' : 'POST', path, body })
  if (response.status >= 300) return []
  if (isStrict) model.strict.add(tenantId)
  else model.strict.delete(tenantId)
  return done('policy')
}

export const pass: Move = async ({ kit, model, random }) => {
  kit.time.now += random.below(random.chance(0.1) ? 3_700_000 : 40_000)
  model.now = kit.time.now
  return []
}
